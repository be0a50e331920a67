import type { Status } from '../../../platform/screens/models.ts'

/** How somebody who is passed on stands: waits to be sent, or what came of it. */
export type RequestState = 'queued' | 'accepted' | 'rejected' | 'failed'
export const STATES: Record<RequestState, Status> = {
  queued: { label: 'Wacht op verzending', css: 'st-planned' },
  accepted: { label: 'Doorgegeven', css: 'st-confirmed' },
  rejected: { label: 'Geweigerd', css: 'st-cancelled' },
  failed: { label: 'Niet gelukt', css: 'st-option' },
}

export type RegisterKey = 'hok' | 'nibhv'
export const REGISTER_NAMES: Record<RegisterKey, string> = { hok: 'Het Oranje Kruis', nibhv: 'NIBHV' }

export const REGISTER_KEYS = Object.keys(REGISTER_NAMES) as RegisterKey[]

/** Somebody who failed after all is not handed over. */
export const NOT_PASSED = 'De uitslag is intussen gewijzigd: deze cursist is niet geslaagd.'
