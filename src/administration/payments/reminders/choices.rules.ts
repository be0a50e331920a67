/** Why a customer gets no letters for a while. */
export const BLOCK_REASONS = {
  arrangement: 'Betalingsregeling',
  payment: 'Betaling onderweg',
  other: 'Anders',
} as const

/** Interest that a person owes, and that companies owe each other. */
export const RATE_KINDS = { consumer: 'Wettelijke rente', commercial: 'Wettelijke handelsrente' } as const
