import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { type Before, type Counts, type Judged, type Outcome, OUTCOMES, isValue, judgeRows } from './judging.rules.ts'
import type { ListedRow } from './list.rules.ts'
import { type Target, columnLabel } from './types.ts'

/**
 * What would come of the rows of a list as things stand.
 * @param before what the rows before them said, where these are a part of it
 */
export async function planRows(
  db: Db | Trx,
  registry: Registry,
  target: Target,
  rows: readonly ListedRow[],
  before?: Before,
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
  const found = {
    alike: await target.alike(db, read),
    once: once ? { field: once.field, given: new Set(await once.given(db, values)) } : null,
    labelOf: (field: string) => columnLabel(target, field),
  }
  return judgeRows(read, found, before)
}

export const getImport = (db: Db | Trx, id: number) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, with until when it can be taken back. */
export const findImport = (db: Db | Trx, id: number) =>
  db
    .selectFrom('imports')
    .leftJoin('undoable_sets', 'undoable_sets.change_set', 'imports.change_set')
    .select(['imports.id', 'target', 'file_name', 'total', 'state', 'problem', 'percent', 'done_at', 'imports.user_id'])
    .select(['undoable_sets.until', 'undoable_sets.undone_at', 'undoable_sets.change_set as set'])
    .where('imports.id', '=', id)
    .executeTakeFirst()

export interface ImportedRow {
  line: number
  outcome: Outcome
  why: string
  record_id: number | null
}

/** What became of each row. */
export const listOutcomes = (db: Db | Trx, id: number): Promise<ImportedRow[]> => outcomesOf(db, id).execute() as Promise<ImportedRow[]> // prettier-ignore

const outcomesOf = (db: Db | Trx, id: number) =>
  db
    .selectFrom('import_rows')
    .select(['line', 'outcome', 'why', 'record_id'])
    .where('import_id', '=', id)
    .where('outcome', 'is not', null)
    .orderBy('line')

const AT_ONCE = 2_000

/** The same, some at a time. */
export async function* outcomesInParts(db: Db | Trx, id: number): AsyncGenerator<ImportedRow[]> {
  for (let after = 0; ;) {
    const rows = await outcomesOf(db, id).where('line', '>', after).limit(AT_ONCE).execute()
    if (rows.length === 0) return
    yield rows as ImportedRow[]
    after = rows.at(-1)!.line
  }
}

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

/** Imports of this kind that were done, or are long lists on their way, the last first; with whether they can be taken back. */
export const listImports = (db: Db | Trx, target: string) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.user_id')
    .leftJoin('undoable_sets', 'undoable_sets.change_set', 'imports.change_set')
    .select([
      'imports.id',
      'imports.file_name',
      'imports.total',
      'imports.done_at',
      'imports.state',
      'users.name as who',
    ])
    .select(['undoable_sets.undone_at', 'undoable_sets.until'])
    .select(sql<number | null>`undoable_sets.change_set`.as('set'))
    .where('imports.target', '=', target)
    .where((eb) => eb.or([eb('imports.done_at', 'is not', null), eb('imports.state', 'is not', null)]))
    .where('imports.created_at', '>', sql<Date>`now() - interval '30 days'`)
    .orderBy('imports.id', 'desc')
    .limit(5)
    .execute()

/** How many rows of an import came to what. */
export async function countOutcomes(db: Db | Trx, id: number): Promise<{ count: number } & Counts & Taken> {
  const { rows } = await sql<{ outcome: Outcome; count: number; taken: number }>`
    select outcome, count(*)::integer as count, count(*) filter (where outcome = 'doubt' and record_id is not null)::integer as taken
    from import_rows where import_id = ${id} and outcome is not null group by outcome`.execute(db)
  const by = new Map(rows.map((row) => [row.outcome, row]))
  const counts = Object.fromEntries(OUTCOMES.map((one) => [one, by.get(one)?.count ?? 0])) as Counts
  return { count: rows.reduce((sum, { count }) => sum + count, 0), taken: by.get('doubt')?.taken ?? 0, ...counts }
}
