import { claimedId, derivedToken, isDerivedToken } from '../../../../platform/links.ts'
import type { Secrets } from '../../../../platform/secrets.ts'

/** A code in a room is another one after so long. */
export const CODE_MS = 30_000
/** Who scans the last moment of one still has to open it. */
const CODES_BACK = 1

const MINUTE = 60_000
/** How long a phone may go on with what it opened. */
export const ROOM_MS = 15 * MINUTE
export const LOOKUP_MS = 12 * 60 * MINUTE

const lookupOf = (part: number) => `lookup of part ${part}`
const roomOf = (part: number, code: number) => `room of part ${part} at ${code}`
const codeAt = (now: Date): number => Math.floor(now.getTime() / CODE_MS)

/** What stands in the address at which the students of a part are looked up; it is good on the day of that part. */
export const lookupHash = (secrets: Secrets, part: number): string => derivedToken(secrets, part, lookupOf(part))

/** That address. */
export const lookupUrl = (config: Secrets & { baseUrl: string }, part: number): string =>
  new URL(`/evaluations/student/${lookupHash(config, part)}`, config.baseUrl).href

/** The part of such an address; null for one that nobody made here. */
export function partOfLookup(secrets: Secrets, hash: string): number | null {
  const id = claimedId(hash)
  return id !== null && isDerivedToken(secrets, hash, lookupOf(id)) ? id : null
}

/** The code in the room of a part at a moment, and how long it stays. */
export const roomCode = (secrets: Secrets, part: number, now: Date): { token: string; seconds: number } => ({
  token: derivedToken(secrets, part, roomOf(part, codeAt(now))),
  seconds: Math.ceil((CODE_MS - (now.getTime() % CODE_MS)) / 1000),
})

/** The part whose code this is, at this moment or just before; null for any other. */
export function partOfCode(secrets: Secrets, token: string, now: Date): number | null {
  const id = claimedId(token)
  if (id === null) return null
  const codes = Array.from({ length: 1 + CODES_BACK }, (_, back) => codeAt(now) - back)
  return codes.some((code) => isDerivedToken(secrets, token, roomOf(id, code))) ? id : null
}
