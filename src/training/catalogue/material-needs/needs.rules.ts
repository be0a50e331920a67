import { formatCount } from '../../../platform/format/format.ts'
import { type Booking, type Taking, bookingLine, peakOf } from '../../../system/occupations/index.ts'

export interface Need {
  component_id: number
  material_id: number
  name: string
  /** How many there are. */
  total: number
  count: number
  per_students: number | null
}

/** How many a part needs: so many, or so many for each started number of the students that it has places for. */
export const unitsOf = ({ count, per_students }: Pick<Need, 'count' | 'per_students'>, places: number): number =>
  per_students === null ? count : count * Math.max(1, Math.ceil(places / per_students))

/** '1 per onderdeel'; '2 per 4 cursisten'. */
export const needText = ({ count, per_students }: Pick<Need, 'count' | 'per_students'>): string =>
  per_students === null ? `${count} per onderdeel` : `${count} per ${formatCount(per_students, 'cursist', 'cursisten')}`

export interface Shortage {
  material_id: number
  /** By how many. */
  short: number
  /** A planner looked at it already, and it was not less then. */
  settled: boolean
  /** One Dutch sentence. */
  text: string
}

/** What a part is short of, beside what else takes it at the same time; null when there is enough. */
export function shortageOf(
  need: Need,
  part: Booking & { places: number },
  others: readonly (Taking & Booking)[],
  permitted: number,
): Shortage | null {
  const units = unitsOf(need, part.places)
  const free = Math.max(0, need.total - peakOf(others, part))
  if (units <= free) return null
  const short = units - free
  const beside = others.length === 0 ? '' : `, naast ${others.map(bookingLine).join('; ')}`
  const text = `${need.name}: ${units} nodig en ${free} van ${need.total} vrij${beside}.`
  const { material_id } = need
  return { material_id, short, settled: short <= permitted, text }
}
