import { sql } from 'kysely'
import { HttpError, NotFound } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/database/history.ts'
import { sqlState } from '../../platform/database/transaction.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { keepAccountNames } from '../naming/index.ts'
import { type TableRow, findRows, listColumns } from './references.queries.ts'
import { type MergeType, UNDO_DAYS, type Values } from './merging.rules.ts'
import { type Before, FOREIGN_KEY, KEPT, TABLES, type Touched, insert, refuseRoles, same, update } from './rows.ts'

/**
 * Takes a merge back: the record that went returns, and what was moved goes back to it. What somebody changed since
 * then stays as it is now.
 * @throws NotFound, HttpError 409 when it was undone already or is too long ago
 */
export async function undoMerge(trx: Trx, viewer: Viewer, id: number): Promise<{ type: MergeType; ids: number[] }> {
  const found = await trx.selectFrom('merges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw new NotFound('Samenvoeging')
  if (found.undone_at !== null) throw new HttpError(409, 'Deze samenvoeging is al ongedaan gemaakt.')
  if (found.before === null || found.merged_at.getTime() < Date.now() - UNDO_DAYS * 86_400_000)
    throw new HttpError(409, `Een samenvoeging kan ${UNDO_DAYS} dagen lang ongedaan worden gemaakt.`)
  const type = found.record_type as MergeType
  const table = TABLES[type]
  const { gone, kept, merged, rows } = found.before as Before
  const current = (await findRows(trx, table, [kept.id])).get(kept.id)
  if (!current) throw new HttpError(409, 'Het samengevoegde is intussen verwijderd of zelf samengevoegd.')
  if (type === 'contact') refuseRoles(viewer, kept, gone)
  const columns = await listColumns(trx, table)
  const { parent_id, ...values } = givenBack(columns, { before: kept, after: merged }, current)
  await update(trx, table, kept.id, values)
  await insert(trx, table, gone)
  for (const touched of rows) await restore(trx, touched)
  // Perhaps it stood below one that has only now gone back to its place.
  if (parent_id !== undefined) await update(trx, table, kept.id, { parent_id })
  if (type === 'company') for (const companyId of [kept.id, gone.id]) await keepAccountNames(trx, { companyId })
  await trx.updateTable('merges').set({ undone_at: new Date() }).where('id', '=', id).execute()
  await recordEvent(trx, viewer, { type, id: kept.id, action: 'merge_undone', details: { gone_id: gone.id } })
  return { type, ids: [kept.id, gone.id] }
}

/** The columns to set back: those the merge changed and nobody since. */
function givenBack(
  columns: string[],
  { before, after }: { before: TableRow; after: TableRow },
  current: TableRow,
): Values {
  const mine = columns.filter(
    (column) =>
      column in before &&
      !KEPT.has(column) &&
      !same(before[column], after[column]) &&
      same(current[column], after[column]),
  )
  return Object.fromEntries(mine.map((column) => [column, before[column]]))
}

async function restore(trx: Trx, { table, before, after }: Touched): Promise<void> {
  const current = (await findRows(trx, table, [before.id])).get(before.id)
  if (after === null) return current ? undefined : bringBack(trx, table, before)
  // What was deleted since the merge stays deleted.
  if (current) await update(trx, table, before.id, givenBack(await listColumns(trx, table), { before, after }, current))
}

/** Brings back a row that the merge deleted, unless what it belongs to has been deleted since. */
async function bringBack(trx: Trx, table: string, row: TableRow): Promise<void> {
  await sql`savepoint bringing_back`.execute(trx)
  try {
    await insert(trx, table, row)
    await sql`release savepoint bringing_back`.execute(trx)
  } catch (error) {
    if (sqlState(error) !== FOREIGN_KEY) throw error
    await sql`rollback to savepoint bringing_back`.execute(trx)
  }
}

/** After the time to undo it, what a merge kept of other people's data has no purpose any more. */
export async function forgetMerge(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('merges').set({ before: null }).where('id', '=', id).execute()
}
