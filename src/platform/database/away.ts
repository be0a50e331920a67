import { sqlState } from './transaction.ts'

/** Codes of a server that is stopping, starting or full (class 08: the connection broke). */
const STATES = new Set(['57P01', '57P02', '57P03', '53300'])
/** Codes of the operating system; ENOENT only of a socket file, or a missing file would look like it. */
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])
/** What node-postgres says without a code. */
const SAID =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error says that the database cannot be reached now, rather than that it refuses what it was asked. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = sqlState(error)
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect'
  if (code === undefined) return SAID.test(error.message)
  return code.startsWith('08') || STATES.has(code) || SYSTEM.has(code)
}
