import { formatCount, formatDate } from '../../../platform/format/format.ts'
import {
  type Cell,
  type CellState,
  NOTHING,
  type Need,
  type Person,
  hasToHold,
  isBookedBy,
  meet,
  soonFrom,
  stateOf,
} from './matrix.rules.ts'

/** How a state is told by colour, shape and word. */
const WORDS: Record<Exclude<CellState, 'none'>, { light: string; word: string }> = {
  ok: { light: '', word: 'Geldig t/m' },
  soon: { light: 'light--soon', word: 'Verloopt' },
  late: { light: 'light--late', word: 'Verlopen' },
  missing: { light: 'light--late', word: 'Ontbreekt' },
}

/** The day that is looked at, and today. */
interface Days {
  on: string
  today: string
}

export interface CellModel {
  state: CellState
  light: string
  text: string
  certificateId: number | null
  booked: { id: number; text: string } | null
  /** Enrolled, and over by the day that is looked at where that is still to come. */
  inTime: boolean
}

const EMPTY: CellModel = { state: 'none', light: '', text: '', certificateId: null, booked: null, inTime: false }

function cellModel(cell: Cell, state: CellState, { on, today }: Days): CellModel {
  if (cell === NOTHING && state === 'none') return EMPTY
  // Looked at today, who is enrolled is on the way, whenever that is.
  const inTime = on > today ? isBookedBy(cell, on) : cell.booked !== null
  const late =
    cell.booked !== null && !inTime && cell.booked.day <= on ? `, klaar op ${formatDate(cell.booked.done)}` : ''
  const booked = cell.booked && { id: cell.booked.id, text: `Ingepland op ${formatDate(cell.booked.day)}${late}` }
  const base = { state, certificateId: cell.certificateId, booked, inTime }
  if (state === 'none') return { ...base, light: '', text: '' }
  const { light, word } = WORDS[state]
  const text =
    state === 'missing' ? word : cell.until === null ? 'Geldig, zonder einde' : `${word} ${formatDate(cell.until)}`
  return { ...base, light: inTime && state !== 'ok' ? 'light--booked' : light, text }
}

type NeedRow = {
  id: number
  company_id: number
  company: string
  kind: number
  job_title: string
  needed: number | null
  course: string
}

const needOf = (row: NeedRow): Need => ({
  companyId: row.company_id,
  kind: row.kind,
  jobTitle: row.job_title,
  count: row.needed,
})

interface Read<P extends Person> {
  people: readonly P[]
  needs: readonly NeedRow[]
  columns: readonly { id: number; description: string }[]
  cell: (contactId: number, kind: number) => Cell
}

/** The matrix on a day, of people of one company and function where these are asked for. */
export function matrixModel<P extends Person>(
  { people, needs, columns, cell }: Read<P>,
  asked: Days & { company: number | null; job: string },
) {
  const chosen = people.filter(
    ({ companies, jobTitle }) =>
      (asked.company === null || companies.includes(asked.company)) && (asked.job === '' || jobTitle === asked.job),
  )
  const all = needs.map(needOf)
  const days = { on: asked.on, soon: soonFrom(asked.on) }
  const asking = Map.groupBy(all, ({ kind }) => kind)
  const rows = chosen.map((person) => ({
    ...person,
    cells: columns.map(({ id: kind }) => {
      const own = cell(person.id, kind)
      return cellModel(own, stateOf(own, days, hasToHold(asking.get(kind) ?? [], person, kind)), asked)
    }),
  }))
  const lines = needs
    .filter((need) => asked.company === null || need.company_id === asked.company)
    .filter((need) => asked.job === '' || need.job_title === '' || need.job_title === asked.job)
    .map((need) => ({ ...need, met: meet(needOf(need), people, ({ id }) => cell(id, need.kind), asked.on) }))
  const having = (...states: CellState[]) =>
    rows.filter(({ cells }) => cells.some(({ state, inTime }) => states.includes(state) && !inTime)).length
  return {
    rows,
    needs: lines.map((line) => ({
      ...line,
      who: line.job_title === '' ? line.company : `${line.job_title}, ${line.company}`,
      told: `${line.met.needed} nodig${line.needed === null ? ' (iedereen)' : ''}, ${line.met.valid} geldig op ${formatDate(asked.on)}`,
    })),
    counts: [
      formatCount(rows.length, 'cursist', 'cursisten'),
      `${having('late', 'missing')} verlopen of ontbreekt`,
      `${having('soon')} verloopt binnen 3 maanden`,
      `${rows.filter(({ cells }) => cells.some(({ inTime }) => inTime)).length} ingepland`,
    ],
  }
}
