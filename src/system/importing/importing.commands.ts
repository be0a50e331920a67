import { sql } from 'kysely'
import { HttpError, NotFound } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Batch } from './importing.forms.ts'
import { storeReady } from './storing.commands.ts'
import type { Work } from './types.ts'

const BUSY = 'Er wordt nu een lange lijst geïmporteerd. Probeer het daarna opnieuw.'

/** For so long an import can be taken back. */
export const IMPORT_UNDO_DAYS = 30

/** Storing a long list takes minutes, for which nobody waits. @throws HttpError 409 */
export async function refuseWhileStoring(trx: Trx): Promise<void> {
  if (await trx.selectFrom('imports').select('id').where('state', '=', 'storing').executeTakeFirst()) throw new HttpError(409, BUSY) // prettier-ignore
}

/** How far an import is after a batch. */
export interface Staged {
  id: number
  /** Rows that have come in. */
  staged: number
  done: boolean
}

/**
 * Puts the rows of a batch ready; whichever batch comes last does the import, whole or not at all. A batch that comes
 * again, by its key and its lines, does nothing again.
 * @throws HttpError 409 where the import would come to something else than its proof
 */
export async function takeBatch(work: Work, batch: Batch): Promise<Staged> {
  const { trx, viewer } = work
  await refuseWhileStoring(trx)
  await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(trx)
  await trx
    .insertInto('imports')
    .values({
      key: batch.key,
      target: batch.table,
      file_name: batch.file_names,
      user_id: viewer.id,
      total: batch.total,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { id, done_at, total, user_id } = await trx
    .selectFrom('imports')
    .selectAll()
    .where('key', '=', batch.key)
    .executeTakeFirstOrThrow()
  if (user_id !== viewer.id) throw new HttpError(409, 'Deze import is van iemand anders.')
  if (done_at !== null) return { id, staged: total, done: true }
  await trx
    .insertInto('import_rows')
    .values(batch.import_data.map(({ line, cells }) => ({ import_id: id, line, cells: JSON.stringify(cells) })))
    .onConflict((conflict) => conflict.columns(['import_id', 'line']).doNothing())
    .execute()
  const { staged } = await trx
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number>().as('staged'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  if (staged < total) return { id, staged, done: false }
  await keepChoices(trx, id, batch.choices)
  await storeReady(work, { id, target: batch.table }, batch)
  if (batch.source !== '') await rememberColumns(trx, { target: batch.table, ...batch })
  return { id, staged: total, done: true }
}

/** What becomes of rows in doubt, by their lines. */
async function keepChoices(trx: Trx, id: number, choices: Batch['choices']): Promise<void> {
  const lines = Object.keys(choices)
  if (lines.length === 0) return
  await sql`update import_rows set choice = chosen.choice
    from unnest(${lines.map(Number)}::integer[], ${Object.values(choices).map(String)}::text[]) as chosen (line, choice)
    where import_id = ${id} and import_rows.line = chosen.line`.execute(trx)
}

/** A list with the same headings is taken so the next time. */
export async function rememberColumns(
  trx: Trx,
  { target, source, columns }: { target: string; source: string; columns: string[] },
): Promise<void> {
  await trx
    .insertInto('import_sources')
    .values({ target, headings: source, columns })
    .onConflict((conflict) => conflict.columns(['target', 'headings']).doUpdateSet({ columns, used_at: new Date() }))
    .execute()
}

/** A message about what these imports brought would have gone by now, were it not held. */
export async function markHolding(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('imports').set({ holds_since: new Date() }).where('id', 'in', ids).where('holds_since', 'is', null).execute() // prettier-ignore
}

/** Messages about what this import brought may go. @throws NotFound */
export async function releaseImport(trx: Trx, id: number): Promise<void> {
  const { numUpdatedRows } = await trx.updateTable('imports').set({ released_at: new Date() }).where('id', '=', id).where('done_at', 'is not', null).executeTakeFirst() // prettier-ignore
  if (numUpdatedRows === 0n) throw new NotFound('Import')
}

/**
 * What was put ready and not imported within a day goes; of what was, the log stays for a month, and what holds messages
 * until they may go, two years at most.
 */
export const forgetImports: JobHandler = async (_payload, { db }: { db: Db }) => {
  const old = sql<boolean>`created_at < now() - interval '30 days'`
  await inTransaction(db, null, async (trx) => {
    await trx
      .deleteFrom('imports')
      .where(
        sql<boolean>`(${old} and (stored_at is null or released_at is not null or created_at < now() - interval '2 years'))
          or (done_at is null and created_at < now() - interval '1 day')`,
      )
      .execute()
    await sql`delete from import_rows where import_id in (select id from imports where ${old})`.execute(trx)
  })
}
