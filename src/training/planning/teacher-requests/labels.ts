export const WAYS = { in_order: 'Op volgorde, één tegelijk', at_once: 'Allemaal tegelijk' } as const
export type Way = keyof typeof WAYS

export const SEARCH_STATES = { open: 'Loopt', filled: 'Gevonden', ended: 'Gestopt' }
export const REQUEST_STATES = {
  waiting: 'Nog niet gevraagd',
  asked: 'Gevraagd',
  yes: 'Ja',
  no: 'Nee',
  lapsed: 'Geen antwoord',
  withdrawn: 'Ingetrokken',
} as const
export type RequestState = keyof typeof REQUEST_STATES
export const APPLICATION_STATES = {
  open: 'Wacht op antwoord',
  accepted: 'Aangenomen',
  refused: 'Afgewezen',
  withdrawn: 'Ingetrokken',
} as const
