import type { Status } from '../../../platform/screens/models.ts'

export type OpeningState = 'open' | 'disputed' | 'paid' | 'written_off'

export const OPENING_STATES: Readonly<Record<OpeningState, Status>> = {
  open: { label: 'Open', css: 'st-planned' },
  disputed: { label: 'Betwist', css: 'st-cancelled' },
  paid: { label: 'Betaald', css: 'st-confirmed' },
  written_off: { label: 'Afgeboekt', css: 'st-done' },
}

/** Letters ask for what is owed, and a credit is not. */
export const NO_LETTERS = 'Over een creditfactuur gaan geen brieven.'
