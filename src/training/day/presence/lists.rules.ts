import { formatDateTime, formatPeriod, formatTime } from '../../../platform/format/format.ts'
import { isLate } from '../../planning/code95/index.ts'
import type { ListColumn, PrintedList } from '../../catalogue/printed-lists/index.ts'
import { partTitle } from '../../planning/appointments/index.ts'
import type { Presence } from './presence.queries.ts'
import { type ListCell, type ListRow, chosenRows, yesNo } from './presence.rules.ts'

/** What both lists say above their rows; number and teachers only to who plans or teaches. */
function heading({ appointment, teachers, staff }: Presence): Pick<PrintedList, 'facts' | 'signer' | 'empty'> {
  const names = teachers.join(', ')
  return {
    facts: staff
      ? [
          ['Planning', String(appointment.group_id)],
          ['Docent', names || '–'],
        ]
      : [],
    signer: staff && names !== '' ? `Handtekening docent (${names})` : 'Handtekening docent',
    empty: staff ? 'Er zijn nog geen cursisten ingeschreven.' : 'Van uw mensen is hier niemand ingeschreven.',
  }
}

const signedText = (at: Date | null | undefined): string => (at ? `Getekend op ${formatDateTime(at)}` : '')

const numbered = (rows: ListRow[], texts: (row: ListRow) => string[]): string[][] =>
  rows.map((row, i) => [String(i + 1), row.name, row.company, ...texts(row)])

/** Who should be in one part, with room to sign; who signed on a screen needs no pen. */
export function presenceList(presence: Presence, students: number[]): Omit<PrintedList, 'createdAt'> {
  const { appointment } = presence
  const rows = chosenRows(presence.rows, students).filter(({ cells }) => cells.has(appointment.id))
  const kind = presence.leaving.has(appointment.id) ? TWICE : ONCE
  return {
    ...heading(presence),
    title: 'Presentielijst',
    subtitle: `${partTitle(appointment.course_description, appointment.description)} · ${formatPeriod(appointment.starts_at, appointment.ends_at)}`,
    orientation: kind.orientation,
    columns: kind.columns,
    rows: numbered(rows, ({ cells }) => kind.texts(cells.get(appointment.id))),
  }
}

interface Kind {
  orientation: PrintedList['orientation']
  columns: ListColumn[]
  texts(cell: ListCell | undefined): string[]
}

/** Signed once. */
const ONCE: Kind = {
  orientation: 'portrait',
  columns: [
    { label: '', share: 0.06 },
    { label: 'Cursist', share: 0.28 },
    { label: 'Bedrijf', share: 0.24 },
    { label: 'Aanwezig', share: 0.11 },
    { label: 'Handtekening', share: 0.31 },
  ],
  texts: (cell) => [yesNo(cell?.present ?? null), signedText(cell?.signedAt)],
}

/** Signed on coming and on leaving, with the time of coming, where that counts. */
const TWICE: Kind = {
  orientation: 'landscape',
  columns: [
    { label: '', share: 0.04 },
    { label: 'Cursist', share: 0.19 },
    { label: 'Bedrijf', share: 0.17 },
    { label: 'Aanwezig', share: 0.08 },
    { label: 'Aankomst', share: 0.1 },
    { label: 'Handtekening bij aankomst', share: 0.21 },
    { label: 'Handtekening bij vertrek', share: 0.21 },
  ],
  texts: (cell) => [
    yesNo(cell?.present ?? null),
    cell?.arrivedAt ? `${formatTime(cell.arrivedAt)}${isLate(cell.startsAt, cell.arrivedAt) ? ', te laat' : ''}` : '',
    signedText(cell?.signedAt),
    signedText(cell?.signedOutAt),
  ],
}

/** Per student and part whether it went well, with room to tick what is not known yet. */
export function competencyList(presence: Presence, students: number[]): Omit<PrintedList, 'createdAt'> {
  const { appointment, parts } = presence
  const rows = chosenRows(presence.rows, students)
  const share = 0.46 / parts.length
  return {
    ...heading(presence),
    title: 'Competentielijst',
    subtitle: [appointment.course_description, formatPeriod(parts[0]!.starts_at, parts.at(-1)!.ends_at)].join(' · '),
    orientation: 'landscape',
    columns: [
      { label: '', share: 0.04 },
      { label: 'Cursist', share: 0.2 },
      { label: 'Bedrijf', share: 0.16 },
      ...parts.map(({ description }): ListColumn => ({ label: description, share })),
      { label: 'Paraaf docent', share: 0.14 },
    ],
    rows: numbered(rows, ({ cells }) => [...parts.map(({ id }) => judgement(cells.get(id))), '']),
  }
}

function judgement(cell: ListCell | undefined): string {
  if (!cell) return 'n.v.t.'
  if (cell.present === 0) return 'Afwezig'
  return cell.passed === null ? '' : cell.passed === 1 ? 'Voldoende' : 'Onvoldoende'
}
