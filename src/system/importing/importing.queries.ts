import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { type Counts, type Judged, type Outcome, isValue, judgeRows } from './judging.rules.ts'
import type { ListedRow } from './list.rules.ts'
import { type Target, columnLabel } from './types.ts'

/** What would come of the rows of a list as things stand. */
export async function planRows(
  db: Db | Trx,
  registry: Registry,
  target: Target,
  rows: readonly ListedRow[],
): Promise<Judged[]> {
  const columns = new Set(target.headings.map(([column]) => column))
  const known = rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(Object.entries(cells).filter(([column]) => columns.has(column))),
  }))
  const read = await target.read(db, known, registry)
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

/** How many of those in doubt were taken after all. */
interface Taken {
  taken: number
}

/** As what the columns of a list with these headings were taken before. */
export const findColumns = async (db: Db | Trx, target: string, headings: string): Promise<string[] | null> =>
  (
    await db
      .selectFrom('import_sources')
      .select('columns')
      .where('target', '=', target)
      .where('headings', '=', headings)
      .executeTakeFirst()
  )?.columns ?? null

/** Imports of this kind that were done, the last first, with whether they can be taken back. */
export const listImports = (db: Db | Trx, target: string) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.user_id')
    .leftJoin('undoable_sets', 'undoable_sets.change_set', 'imports.change_set')
    .select(['imports.id', 'imports.file_name', 'imports.total', 'imports.done_at', 'users.name as who'])
    .select(['undoable_sets.undone_at', 'undoable_sets.until'])
    .select(sql<number | null>`undoable_sets.change_set`.as('set'))
    .where('imports.target', '=', target)
    .where('imports.done_at', 'is not', null)
    .orderBy('imports.id', 'desc')
    .limit(5)
    .execute()

/** How many rows of an import came to what. */
export async function countOutcomes(db: Db | Trx, id: number): Promise<{ count: number } & Counts & Taken> {
  const rows = await listOutcomes(db, id)
  const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length
  const taken = rows.filter(({ outcome, record_id }) => outcome === 'doubt' && record_id !== null).length
  return { count: rows.length, taken, new: of('new'), changed: of('changed'), same: of('same'), doubt: of('doubt'), refused: of('refused') } // prettier-ignore
}
