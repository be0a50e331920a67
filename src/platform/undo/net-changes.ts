import { sql } from 'kysely'
import type { Trx } from '../database/types.ts'
import type { RecordRef } from '../screens/models.ts'

type Values = Record<string, unknown>
type Action = 'insert' | 'update' | 'delete'

interface Entry {
  table: string
  id: number
  action: Action
  changes: Record<string, [before: unknown, after: unknown]>
  record: RecordRef | null
}

/** What a change set did to one row, from before its first change to after its last. */
export interface RowChange {
  table: string
  id: number
  kind: 'created' | 'changed' | 'deleted'
  /** The record at which the history shows it; null for a row that has no history of its own. */
  record: RecordRef | null
  /** Per column that differs; of a row that was created or deleted every column that held something. */
  before: Values
  after: Values
}

/** What became of every row that a change set touched; a row that came and went again is not among them. */
export async function netChanges(trx: Trx, set: number): Promise<RowChange[]> {
  const { rows } = await sql<Entry>`
    select table_name as "table", row_id as id, action, changes,
      json_build_object('type', record_type, 'id', record_id) as record
    from (
      select 0 as source, id as turn, table_name, row_id, action, changes, record_type, record_id
      from history where change_set = ${set} and row_id is not null
      union all
      select 1, id, table_name, row_id, action, changes, null, null from unshown_changes where change_set = ${set}
    ) entries order by source, turn
  `.execute(trx)
  return [...Map.groupBy(rows, rowKey).values()].flatMap((entries) => joined(entries) ?? [])
}

/** Names a row among those of all tables. */
export const rowKey = ({ table, id }: Pick<RowChange, 'table' | 'id'>): string => `${table} ${id}`

/** The entries of one row in their order, as one change; null when nothing is left of them. */
function joined(entries: Entry[]): RowChange | null {
  const first = entries[0]!
  const shown = entries.filter(({ record }) => record?.type)
  // What the history does not show comes and goes with the row, and says less of it.
  const told = shown.length > 0 ? shown : entries
  const isNew = told[0]!.action === 'insert'
  const isGone = told.at(-1)!.action === 'delete'
  if (isNew && isGone) return null
  const before: Values = {}
  const after: Values = {}
  for (const { changes } of entries)
    for (const [column, [from, to]] of Object.entries(changes)) {
      if (!(column in before)) before[column] = from
      after[column] = to
    }
  const kind = isNew ? 'created' : isGone ? 'deleted' : 'changed'
  if (kind === 'changed')
    for (const column of Object.keys(before))
      if (isSame(before[column], after[column])) {
        delete before[column]
        delete after[column]
      }
  if (kind === 'changed' && Object.keys(before).length === 0) return null
  return { table: first.table, id: first.id, kind, record: shown[0]?.record ?? null, before, after }
}

/** Whether two values of a column, as `jsonb` has them, are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What a row that came held afterwards, and one that went before. */
export const sideOf = ({ kind, before, after }: RowChange) => (kind === 'deleted' ? before : after)
