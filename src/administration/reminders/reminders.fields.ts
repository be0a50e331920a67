import { choice, day, line, requiredDay } from '../../platform/fields/kinds.ts'
import { percentage } from '../percentage.ts'

/** Why a customer gets no letters for a while. */
export const BLOCK_REASONS = {
  arrangement: 'Betalingsregeling',
  payment: 'Betaling onderweg',
  other: 'Anders',
} as const

export const blockFields = {
  reason: choice('Reden', BLOCK_REASONS, 'arrangement'),
  blocked_until: day('Tot en met'),
  note: line('Toelichting', 500),
}

export const RATE_KINDS = { consumer: 'Wettelijke rente', commercial: 'Wettelijke handelsrente' } as const

/** How much interest is per year, from a day on. */
export const rateFields = {
  kind: choice('Soort', RATE_KINDS, 'consumer'),
  valid_from: requiredDay('Geldig vanaf'),
  percentage: percentage('Per jaar'),
}

export const reminderFields = {
  note: line('Toelichting', 500, { required: false }),
}
