import { choice, day, line, requiredDay } from '../../../platform/fields/kinds.ts'
import { percentage } from '../../catalogue/vat/index.ts'
import { BLOCK_REASONS, RATE_KINDS } from './choices.rules.ts'

/** A block of letters to a customer. */
export const blockFields = {
  reason: choice('Reden', BLOCK_REASONS, 'arrangement'),
  blocked_until: day('Tot en met'),
  note: line('Toelichting', 500),
}

/** How much interest is per year, from a day on. */
export const rateFields = {
  kind: choice('Soort', RATE_KINDS, 'consumer'),
  valid_from: requiredDay('Geldig vanaf'),
  percentage: percentage('Per jaar'),
}

export const reminderFields = {
  note: line('Toelichting', 500, { required: false }),
}
