import { guessColumns } from './columns/columns.rules.ts'
import { matchPeople } from './matching.rules.ts'
import {
  type ColumnMap,
  type KnownPerson,
  type ListedPerson,
  type ParticipantList,
  type RawTable,
  type Match,
} from './types.ts'
import { readPeople } from './people.rules.ts'
import { readTable } from './table.rules.ts'

/** The long work on a list, as it is handed to a thread: plain values in, plain values out. */
export type ListTask = ReadTask | MatchTask

export interface ReadTask {
  kind: 'read'
  input: { bytes: Uint8Array } | { text: string }
  chosen: ChosenColumns
  /** YYYY-MM-DD */
  today: string
}

export interface MatchTask {
  kind: 'matchPeople'
  people: ListedPerson[]
  known: KnownPerson[]
}

/** What the user said of a list; what is left out is guessed. */
export interface ChosenColumns {
  /** Index of the heading row; null for a list without one. */
  header?: number | null
  columns?: ColumnMap['columns']
}

/** A list that was read, with as much of its table as is shown. */
export interface ReadList {
  table: Omit<RawTable, 'rows' | 'map'>
  /** The rows from which a heading may be chosen, and some below it. */
  top: string[][]
  map: ColumnMap
  list: ParticipantList
}

const TOP_ROWS = 40

export async function readListNow({ input, chosen, today }: ReadTask): Promise<ReadList> {
  const { rows, map: found, ...table } = await readTable(input)
  const map = columnsOf(rows, chosen, found)
  return { table, top: rows.slice(0, (map.header ?? 0) + TOP_ROWS), map, list: readPeople(rows, map, today) }
}

function columnsOf(rows: string[][], { header, columns }: ChosenColumns, found: ColumnMap | null): ColumnMap {
  if (columns !== undefined) return { header: header ?? null, columns }
  if (header === undefined) return found ?? guessColumns(rows)
  return header === null && found !== null ? found : guessColumns(rows, header)
}

export const matchNow = ({ people, known }: MatchTask): Match[] => matchPeople(people, known)
