import { createHash } from 'node:crypto'
import { today } from '../../format/zone.ts'
import type { KeptDay, KeptPart } from './kept-day.contract.ts'

/** What a phone fetches of a day at most; who has more to do reads the rest with a network. */
const MOST_PARTS = 300

/** An address that a phone keeps. @param facts what is drawn there; a phone that has it as it is does not ask again */
export const keptPart = (url: string, ...facts: unknown[]): KeptPart => ({
  url,
  stamp: createHash('sha256')
    .update(JSON.stringify([today(), ...facts]))
    .digest('base64url')
    .slice(0, 16),
})

/** The page of a day with what is opened from it, what comes first in front. */
export const keptDay = (page: KeptPart, parts: KeptPart[]): KeptDay => ({ page, parts: parts.slice(0, MOST_PARTS) })
