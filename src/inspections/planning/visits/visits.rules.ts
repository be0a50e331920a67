import { wallClock } from '../../../platform/format/zone.ts'
import { type DaySpan, minutesOf } from './board-times.contract.ts'

export const DONE_STAYS = 'Dit bezoek is afgerond en wordt niet meer gewijzigd.'
const DONE_NOT_CANCELLED = 'Dit bezoek is afgerond en kan niet worden geannuleerd.'
const TOUCHED = 'Aan deze order is al gewerkt: dit bezoek kan niet meer worden geannuleerd.'
export const SETTLED = 'Deze order is afgehandeld en wordt niet meer gepland.'
export const NOT_PLANNABLE = 'Deze order wordt niet ingepland.'
export const NO_SUCH_TIME = 'Deze tijd bestaat die dag niet: de klok gaat dan een uur vooruit.'
export const ENDS_BEFORE = 'Een bezoek eindigt na het begin.'

/** Availability, absence and double bookings are those of a contact (rulings 11.1). */
export const withoutContact = (name: string): string =>
  `${name} is nog geen contact. Een beheerder koppelt dat bij Gebruikers.`

/** Why a visit cannot be cancelled; null where it can. */
export const cancelRefusal = ({ done, touched }: { done: boolean; touched: boolean }): string | null =>
  done ? DONE_NOT_CANCELLED : touched ? TOUCHED : null

/** How a visit is shown: the class of its status, and the colour it has on the board. */
export const STATES = {
  done: { label: 'Afgerond', css: 'st-done', color: '#2f9e44' },
  planned: { label: 'Gepland', css: 'st-planned', color: '#1971c2' },
  open: { label: 'Zonder keurmeester', css: 'st-option', color: '#f08c00' },
} as const

export const stateOf = ({ done, employee_id }: { done: boolean; employee_id: number | null }): keyof typeof STATES =>
  done ? 'done' : employee_id === null ? 'open' : 'planned'

/** When it is within its day. */
export const daySpanOf = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }): DaySpan => ({
  start: minutesOf(wallClock(starts_at).time),
  end: minutesOf(wallClock(ends_at).time),
})

/** The middle one; of two in the middle what lies between them. */
export function medianOf(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}
