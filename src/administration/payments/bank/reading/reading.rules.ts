/** Reads whatever file a bank gives: CAMT.053, MT940, or a zip of several. */
import { unzipSync } from 'fflate'
import { readCamt } from './camt.rules.ts'
import {
  DAMAGED,
  MAX_ENTRIES,
  MAX_FILES,
  MAX_STATEMENTS,
  MAX_UNPACKED_BYTES,
  NOT_A_STATEMENT,
  TOO_MANY,
  TOO_MANY_STATEMENTS,
} from './limits.rules.ts'
import { readMt940 } from './mt940.rules.ts'
import { type ReadStatement, StatementError } from './types.ts'

/** UTF-8 where the bytes allow it, else the code page of Windows; XML may say that it is another. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const TOO_LARGE = 'Dit zipbestand is uitgepakt te groot. Download een kortere periode bij uw bank.'

/** Files of a zip by their names. */
function unzipped(bytes: Uint8Array): [string, Uint8Array][] {
  let [size, count] = [0, 0]
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/') || /(^|\/)(\.|__MACOSX)/.test(name)) return false
        size += originalSize
        if (size > MAX_UNPACKED_BYTES || ++count > MAX_FILES) throw new StatementError(TOO_LARGE)
        return true
      },
    })
    return Object.entries(files)
  } catch (error) {
    throw error instanceof StatementError ? error : new StatementError(DAMAGED, { cause: error })
  }
}

function readOne([name, bytes]: [string, Uint8Array]): ReadStatement[] {
  try {
    return readText(decoded(bytes).replace(/^\uFEFF/, ''))
  } catch (error) {
    if (name === '' || !(error instanceof StatementError)) throw error
    throw new StatementError(`${name.slice(-80).toWellFormed()}: ${error.message}`, { cause: error })
  }
}

function readText(text: string): ReadStatement[] {
  if (/^\s*</.test(text)) return readCamt(text)
  // Some banks leave out :20:.
  return /^(?:\{.*)?:(?:20|25|60[FM]):/m.test(text) ? readMt940(text) : []
}

/**
 * All statements of a file, the earliest first.
 * @throws StatementError with a sentence for who sent it; then none of it can be trusted
 */
export function readStatements(bytes: Uint8Array): ReadStatement[] {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const statements = (isZip ? unzipped(bytes) : [['', bytes] satisfies [string, Uint8Array]]).flatMap(readOne)
  if (statements.length === 0) throw new StatementError(NOT_A_STATEMENT)
  if (statements.length > MAX_STATEMENTS) throw new StatementError(TOO_MANY_STATEMENTS)
  if (statements.reduce((sum, { entries }) => sum + entries.length, 0) > MAX_ENTRIES) throw new StatementError(TOO_MANY)
  return statements.sort((a, b) => (a.account + a.to_on < b.account + b.to_on ? -1 : 1))
}
