import { type Config, ConfigError, readConfig } from '../src/platform/config.ts'

/** The configuration for a script; a wrong setting ends it with the sentence that says which. */
export function configured(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
