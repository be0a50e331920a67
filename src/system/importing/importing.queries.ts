import type { Db, Trx } from '../../platform/database/types.ts'
import { type Counts, type Judged, type Outcome, isValue, judgeRows } from './judging.rules.ts'
import type { ListedRow } from './list.rules.ts'
import { type Target, columnLabel } from './types.ts'

/** What would come of the rows of a list as things stand. */
export async function planRows(db: Db | Trx, target: Target, rows: readonly ListedRow[]): Promise<Judged[]> {
  const columns = new Set(target.headings.map(([column]) => column))
  const known = rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(Object.entries(cells).filter(([column]) => columns.has(column))),
  }))
  const read = await target.read(db, known)
  const { once } = target
  const values = read
    .map(({ input }) => once && (input as Record<string, unknown> | null)?.[once.field])
    .filter(isValue)
  return judgeRows(read, {
    alike: await target.alike(db, read),
    once: once ? { field: once.field, given: new Set(await once.given(db, values)) } : null,
    labelOf: (field) => columnLabel(target, field),
  })
}

export const getImport = (db: Db | Trx, id: number) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()

export interface ImportedRow {
  line: number
  outcome: Outcome
  why: string
  record_id: number | null
}

/** What became of each row. */
export const listOutcomes = (db: Db | Trx, id: number): Promise<ImportedRow[]> =>
  db
    .selectFrom('import_rows')
    .select(['line', 'outcome', 'why', 'record_id'])
    .where('import_id', '=', id)
    .where('outcome', 'is not', null)
    .orderBy('line')
    .execute() as Promise<ImportedRow[]>

/** How many rows of an import came to what. */
export async function countOutcomes(db: Db | Trx, id: number): Promise<{ count: number } & Counts> {
  const rows = await listOutcomes(db, id)
  const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length
  return { count: rows.length, new: of('new'), changed: of('changed'), same: of('same'), doubt: of('doubt'), refused: of('refused') } // prettier-ignore
}
