import { sql } from 'kysely'
import type { Trx } from '../database/types.ts'
import type { RowChange } from './net-changes.ts'

/** Records, each as its type and id. */
export type Subjects = ReadonlySet<string>

const NAMING = /^(\w+)_id$/

/** What rows are about: the records at which they are shown, and those that they name now or named before. */
export async function subjectsOf(trx: Trx, changes: RowChange[]): Promise<Subjects> {
  const subjects = new Set(changes.flatMap(({ record }) => (record ? [`${record.type} ${record.id}`] : [])))
  const add = (row: Record<string, unknown>) => {
    for (const [column, value] of Object.entries(row)) {
      const type = NAMING.exec(column)?.[1]
      if (type !== undefined && typeof value === 'number') subjects.add(`${type} ${value}`)
    }
  }
  for (const { before, after } of changes) for (const side of [before, after]) add(side)
  for (const [table, rows] of Map.groupBy(changes, (change) => change.table)) {
    const { rows: now } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where id = any(${rows.map(({ id }) => id)})
    `.execute(trx)
    for (const { row } of now) add(row)
  }
  return subjects
}
