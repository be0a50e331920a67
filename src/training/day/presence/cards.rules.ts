import { formatDate } from '../../../platform/format/format.ts'
import { type Addressed, envelopeLines } from '../../../relations/contacts/index.ts'
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
/** Twenty-four labels of 70 × 37 mm, as sheets of most makers have them. */
export const LABELS = sheet({ columns: 3, rows: 8, width: 70, height: 37, left: 0, top: 0.4, gap: 0, framed: false })

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

export interface Badge {
  name: string
  company: string
  course: string
  day: string
}

/** What a student wears: who, of which company, at which course and when. */
export const badgeOf = (
  student: { name: string; company: string },
  { appointment }: Pick<Presence, 'appointment'>,
): Badge => ({
  name: student.name,
  company: student.company === NO_COMPANY ? '' : student.company,
  course: appointment.course_description,
  day: formatDate(appointment.starts_at),
})

export const badgeCard = ({ name, company, course, day }: Badge): Card =>
  filled([
    { text: name, weight: 'bold', size: 20 },
    { text: company, weight: 'medium', size: 12 },
    { text: course, weight: 'regular', size: 11 },
    { text: day, weight: 'regular', size: 10 },
  ])

/** Where post to somebody goes: at home, or to the company for the attention of them. */
export const labelOf = (to: Addressed): Card =>
  envelopeLines(to).map((text): CardLine => ({ text, weight: 'regular', size: 10 }))
