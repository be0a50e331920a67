import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A setting that stops the start. The message is one sentence that names the variable and says what is expected. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Characters that a secret has at least. */
export const SECRET_LENGTH = 32

/** The secret of an installation that was given none: made once and kept, the same for processes that start at once. @throws ConfigError */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'session-secret')
  const own = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(own, randomBytes(48).toString('base64url'), { mode: 0o600 })
    try {
      // A link either makes the complete file or finds one: two processes that start at once keep the same secret.
      linkSync(own, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(own)
    }
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length < SECRET_LENGTH) throw new ConfigError(`The secret in ${file} is too short: remove that file.`)
    return secret
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`DATA_DIR is not writable (${(error as Error).message}).`, { cause: error })
  }
}
