/** What becomes of each row of a list: the same for the proof that shows it and the import that does it. */
import { hash } from 'node:crypto'

export type Outcome = 'new' | 'changed' | 'same' | 'doubt' | 'refused'
type Values = Record<string, unknown>

/** A row as the form of its record reads it. */
export interface ReadRow<Input extends object = object> {
  line: number
  name: string
  /** Null where it cannot be read; `why` says what is wrong. */
  input: Input | null
  why: string
  /** The fields that the row says something of. */
  filled: string[]
  /** By which rows of one list are about the same. */
  keys: string[]
  /** What somebody has to look at before it is taken. */
  doubt?: string
}

/** A record that is like a row. */
export interface Alike {
  id: number
  /** What agrees, in words. */
  why: string
  /** Surely the same. */
  sure: boolean
  version: number
  stored: Values
  /** Fields that are not used there. */
  hidden: ReadonlySet<string>
  /** Fields that are not an import's to change. */
  guarded: Readonly<Record<string, string>>
}

/** What a row would make of a record that it may be; `guard` says why it is not an import's to change. */
export interface Candidate {
  id: number
  version: number
  stored: Values
  changes: Values
  guard: string | null
}

export interface Judged<Input extends object = object> {
  line: number
  name: string
  outcome: Outcome
  why: string
  /** The record that it is, or is made to be. */
  id: number | null
  version: number
  /** Of a row that changes a record: what it was, and becomes. */
  stored: Values
  changes: Values
  /** Of a row in doubt the records that it may be. */
  candidates: Candidate[]
  /** Of a row that is added, or would be: null where nothing can be made of it. */
  input: Input | null
}

const comparable = (value: unknown): string => JSON.stringify(value === null || value === undefined ? '' : value)

const changesOf = ({ input, filled }: ReadRow, { stored, hidden }: Alike): Values =>
  Object.fromEntries(
    filled
      .filter((field) => !hidden.has(field))
      .map((field) => [field, (input as Values)[field]] as const)
      .filter(([field, value]) => comparable(value) !== comparable(stored[field])),
  )

function candidateOf(row: ReadRow, one: Alike): Candidate {
  const changes = changesOf(row, one)
  const guard = Object.keys(changes).find((field) => field in one.guarded)
  const stored = Object.fromEntries(Object.keys(changes).map((field) => [field, one.stored[field]]))
  return { id: one.id, version: one.version, stored, changes, guard: guard === undefined ? null : (one.guarded[guard] ?? '') } // prettier-ignore
}

/** What can be given once. */
export const isValue = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

interface Found {
  alike: ReadonlyMap<number, Alike[]>
  /** The field of which a value is given once, and the values that are given. */
  once: { field: string; given: ReadonlySet<unknown> } | null
  labelOf: (field: string) => string
}

/** What the rows before said, where a list is judged in parts: of each its line alone, and marks of what it said. */
export interface Before {
  /** By record the line that is about it. */
  taken: Map<number, number>
  /** By what rows are about the line that was the first. */
  seen: Map<string, { line: number; cells: string }>
  /** Of what is given once. */
  given: Set<unknown>
}
export const nothingBefore = (): Before => ({ taken: new Map(), seen: new Map(), given: new Set() })

/** A hundred thousand rows are remembered at once, so it is short. */
const mark = (text: string): string => hash('sha1', text, 'base64').slice(0, 16)

/** @param before what it judges is added to it */
export function judgeRows<Input extends object>(
  rows: readonly ReadRow<Input>[],
  found: Found,
  before = nothingBefore(),
): Judged<Input>[] {
  const { taken, seen, given } = before
  for (const value of found.once?.given ?? []) given.add(value)
  return rows.map(({ keys, ...told }) => {
    const row = { ...told, keys: keys.map(mark) }
    const cells = mark(comparable(row.filled.map((field) => [field, (row.input as Values | null)?.[field]])))
    const judged = judgeRow(row, cells, found, before)
    for (const key of row.input === null ? [] : row.keys) if (!seen.has(key)) seen.set(key, { line: row.line, cells })
    if (judged.id !== null && !taken.has(judged.id)) taken.set(judged.id, row.line)
    const value = found.once && (judged.outcome === 'changed' ? judged.changes : (judged.input as Values | null))?.[found.once.field] // prettier-ignore
    if (isValue(value)) given.add(value)
    return judged
  })
}

function judgeRow<Input extends object>(
  row: ReadRow<Input>,
  cells: string,
  { alike, labelOf, once }: Found,
  { taken, seen, given }: Before,
): Judged<Input> {
  const { line, name, input } = row
  const become = (outcome: Outcome, why: string, more: Partial<Judged<Input>> = {}): Judged<Input> =>
    ({ line, name, outcome, why, id: null, version: 0, stored: {}, changes: {}, candidates: [], input: null, ...more }) // prettier-ignore
  if (input === null) return become('refused', row.why)
  const known = alike.get(line) ?? []
  const same = known.find((one) => Object.keys(changesOf(row, one)).length === 0)
  if (same) return become('same', '', { id: same.id })
  const isTaken = (values: Values): boolean => once !== null && given.has(values[once.field])
  const isGiven = `${labelOf(once?.field ?? '')} ${String((input as Values)[once?.field ?? ''])} is al bezet.`
  const sure = known.filter((one) => one.sure)
  if (sure.length === 1) {
    const { guard, ...known } = candidateOf(row, sure[0]!)
    const before = taken.get(known.id)
    if (before !== undefined) return become('refused', `Regel ${before} gaat over hetzelfde.`)
    if (guard !== null) return become('refused', guard)
    if (isTaken(known.changes)) return become('refused', isGiven)
    return become('changed', Object.keys(known.changes).map(labelOf).join(', '), known)
  }
  const twin = row.keys.map((key) => seen.get(key)).find(Boolean)
  if (twin?.cells === cells) return become('same', `Staat al op regel ${twin.line}.`)
  if (isTaken(input as Values)) return become('refused', isGiven)
  const candidates = known.slice(0, 3).map((one) => candidateOf(row, one))
  if (known.length > 1) return become('doubt', `Lijkt op ${candidates.map(({ id }) => id).join(', ')}.`, { input, candidates }) // prettier-ignore
  if (known[0]) return become('doubt', `${known[0].why} ${known[0].id}.`, { input, candidates })
  if (twin) return become('doubt', `Lijkt op regel ${twin.line}.`, { input })
  if (row.doubt) return become('doubt', row.doubt, { input })
  return become('new', '', { input })
}

export const OUTCOMES = ['new', 'changed', 'same', 'doubt', 'refused'] as const

export type Counts = Record<Outcome, number>
export const countsOf = (judged: readonly Pick<Judged, 'outcome'>[]): Counts =>
  Object.fromEntries(
    OUTCOMES.map((one) => [one, judged.filter(({ outcome }) => outcome === one).length]),
  ) as unknown as Counts

/** The counts as the wizard sends them back. */
export const countsText = (counts: Counts): string => OUTCOMES.map((one) => counts[one]).join('-')

/** What is compared of a name within one list. */
export const nameKey = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
