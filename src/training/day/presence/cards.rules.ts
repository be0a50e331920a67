import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { countryName } from '../../../platform/format/country.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { NO_COMPANY } from '../../proof/results/index.ts'
import type { Presence } from './presence.queries.ts'

/** Points in a millimetre. */
const MM = 72 / 25.4

/** How cards lie on a sheet of A4, in points. */
export interface Sheet {
  columns: number
  rows: number
  width: number
  height: number
  left: number
  top: number
  /** Between two columns. */
  gap: number
  /** Whether each has a line around it, to cut by. */
  framed: boolean
}

const sheet = ({ width, height, left, top, gap, ...rest }: Sheet): Sheet => ({
  ...rest,
  width: width * MM,
  height: height * MM,
  left: left * MM,
  top: top * MM,
  gap: gap * MM,
})

/** Eight badges of 90 × 55 mm, which fit the usual holders. */
export const BADGES = sheet({ columns: 2, rows: 4, width: 90, height: 55, left: 15, top: 38.5, gap: 0, framed: true })
/** Twenty-one labels of 63.5 × 38.1 mm, as sheets of most makers have them. */
export const LABELS = sheet({
  columns: 3,
  rows: 7,
  width: 63.5,
  height: 38.1,
  left: 7.2,
  top: 15.1,
  gap: 2.5,
  framed: false,
})

/** What stands on a card, from the top; `weight` and `size` as it is drawn. */
export interface CardLine {
  text: string
  weight: 'regular' | 'medium' | 'bold'
  size: number
}
export type Card = CardLine[]

/** The cards by sheet. */
export function sheetsOf(cards: readonly Card[], { columns, rows }: Sheet): Card[][] {
  const size = columns * rows
  return Array.from({ length: Math.ceil(cards.length / size) }, (_, i) => cards.slice(i * size, (i + 1) * size))
}

const filled = (lines: readonly CardLine[]): Card => lines.filter(({ text }) => text !== '')

/** What a student wears: who, of which company, at which course and when. */
export function badgeOf(
  student: { name: string; company: string },
  { appointment }: Pick<Presence, 'appointment'>,
): Card {
  return filled([
    { text: student.name, weight: 'bold', size: 20 },
    { text: student.company === NO_COMPANY ? '' : student.company, weight: 'medium', size: 12 },
    { text: appointment.course_description, weight: 'regular', size: 11 },
    { text: formatDate(appointment.starts_at), weight: 'regular', size: 10 },
  ])
}

export interface Addressed {
  name: string
  /** Whose address it is, where it is that of the company; empty for one's own. */
  company: string
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
  country_code: string
}

/** Post within the country says nothing of it. */
const HOME = 'NL'

/** Where post to somebody goes: at home, or to the company for the attention of them. */
export function labelOf(to: Addressed): Card {
  const line = (text: string): CardLine => ({ text: text.trim(), weight: 'regular', size: 10 })
  return filled([
    ...(to.company === '' ? [line(to.name)] : [line(to.company), line(`t.a.v. ${to.name}`)]),
    line(streetLine(to)),
    line(cityLine(to)),
    line(to.country_code === HOME ? '' : (countryName(to.country_code)?.toUpperCase() ?? '')),
  ])
}
