import { sql } from 'kysely'
import { HttpError, Invalid } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Batch } from './importing.forms.ts'
import { planRows } from './importing.queries.ts'
import { type Judged, type Outcome, countsOf, countsText, isValue } from './judging.rules.ts'
import type { ListedRow } from './list.rules.ts'
import { findTarget } from './points.ts'
import type { Target, Work } from './types.ts'

const CHANGED_SINCE = 'Intussen is er iets gewijzigd, waardoor de uitslag anders wordt dan de proef. Kies het bestand opnieuw.' // prettier-ignore

/** For so long an import can be taken back. */
export const IMPORT_UNDO_DAYS = 30

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
  const rows = await trx.selectFrom('import_rows').select(['line', 'cells']).where('import_id', '=', id).orderBy('line').execute() // prettier-ignore
  if (rows.length < total) return { id, staged: rows.length, done: false }
  await doImport(work, id, rows as unknown as ListedRow[], batch)
  return { id, staged: total, done: true }
}

async function doImport(work: Work, id: number, rows: ListedRow[], batch: Batch): Promise<void> {
  const target = findTarget(work.services.registry, batch.table)
  if (!target) throw new Invalid({ table: ['Dit kan niet geïmporteerd worden.'] })
  const judged = await planRows(work.trx, work.services.registry, target, rows)
  if (countsText(countsOf(judged)) !== batch.expected) throw new HttpError(409, CHANGED_SINCE)
  const ids = await store(work, target, judged, batch)
  if (batch.source !== '') await rememberColumns(work.trx, batch)
  const log = judged.map((one) => ({ line: one.line, outcome: becameOf(one, batch), why: one.why, record_id: ids.get(one.line) ?? null })) // prettier-ignore
  await sql`
    update import_rows set cells = null, outcome = log.outcome, why = log.why, record_id = log.record_id
    from jsonb_to_recordset(${JSON.stringify(log)}::jsonb)
      as log (line integer, outcome text, why text, record_id integer)
    where import_id = ${id} and import_rows.line = log.line`.execute(work.trx)
  await work.trx
    .updateTable('imports')
    .set({ done_at: new Date(), change_set: sql<number>`change_set()` })
    .where('id', '=', id)
    .execute()
}

/** What becomes of rows in doubt: by their lines, or of all others. */
type Choices = Pick<Batch, 'choices' | 'doubts'>

/** What came of a row: one in doubt that was said to be a record that is there, changed that or was the same. */
function becameOf({ line, outcome, candidates }: Judged, { choices }: Choices): Outcome {
  const known = outcome === 'doubt' ? candidates.find(({ id }) => id === choices[line]) : undefined
  if (!known) return outcome
  return Object.keys(known.changes).length > 0 ? 'changed' : 'same'
}

/** A list with the same headings is taken so the next time. */
async function rememberColumns(trx: Trx, { table, source, columns }: Batch): Promise<void> {
  await trx
    .insertInto('import_sources')
    .values({ target: table, headings: source, columns })
    .onConflict((conflict) => conflict.columns(['target', 'headings']).doUpdateSet({ columns, used_at: new Date() }))
    .execute()
}

/** Answers the record of each line. Who brings what is given once goes first, so that nobody else is given it. */
async function store(
  work: Work,
  target: Target,
  judged: readonly Judged[],
  { doubts, choices }: Choices,
): Promise<Map<number, number>> {
  const ids = new Map(judged.flatMap(({ line, id }) => (id === null ? [] : [[line, id]])))
  for (const { outcome, id, changes, version } of judged)
    if (outcome === 'changed') await target.change(work, id!, changes, version)
  const chosen = (line: number) => choices[line] ?? (doubts ? 'new' : 'skip')
  for (const { outcome, line, candidates } of judged) {
    const choice = chosen(line)
    if (outcome !== 'doubt' || typeof choice !== 'number') continue
    ids.set(line, choice)
    const known = candidates.find(({ id }) => id === choice)
    if (!known || known.guard !== null) throw new Invalid({ choices: [`Regel ${line}: ${known?.guard ?? 'kies opnieuw.'}`] }) // prettier-ignore
    if (Object.keys(known.changes).length > 0) await target.change(work, known.id, known.changes, known.version)
  }
  const added = judged.filter(({ outcome, line }) => outcome === 'new' || (outcome === 'doubt' && chosen(line) === 'new')) // prettier-ignore
  const brings = ({ input }: Judged) => isValue((input as Record<string, unknown>)[target.once?.field ?? ''])
  for (const { line, input } of [...added.filter(brings), ...added.filter((one) => !brings(one))])
    ids.set(line, await target.add(work, input!))
  return ids
}

/** What was put ready and not imported within a day goes; of what was, the log stays for a month. */
export const forgetImports: JobHandler = async (_payload, { db }: { db: Db }) => {
  await inTransaction(db, null, (trx) =>
    trx
      .deleteFrom('imports')
      .where((eb) =>
        eb.or([
          eb('created_at', '<', sql<Date>`now() - interval '30 days'`),
          eb.and([eb('done_at', 'is', null), eb('created_at', '<', sql<Date>`now() - interval '1 day'`)]),
        ]),
      )
      .execute(),
  )
}
