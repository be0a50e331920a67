import { sql } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { HttpError, NotFound } from '../../platform/errors.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { FAILED_DEPENDENCY, PARTS, doublesText } from './assistant.contract.ts'
import { MOST_ROWS } from './folder.rules.ts'
import { systemOf } from './old-system.ts'
import { type OpenRun, findOpenRun, listProgress } from './runs.queries.ts'
import { type Keepers, doublesOf, openDoubles, rowsOfPart, targetsOf } from './steps.rules.ts'
import type { OldRow, OldSystem, Source } from './types.ts'

const BUSY = 'Er is al een overstap bezig uit een ander systeem. Rond die eerst af.'

/** The rows of one kind that came in files. */
export interface Listed {
  kind: string
  rows: readonly OldRow[]
}

/** Begins to move over, or adds files to what is going on. */
export async function startRun(
  trx: Trx,
  viewer: Viewer,
  { source, files, unread, lists }: { source: Source; files: string[]; unread: string[]; lists: readonly Listed[] },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('migration'))`.execute(trx)
  const open = await findOpenRun(trx)
  if (open && (open.source !== source || source === 'database')) throw new HttpError(409, BUSY)
  const told = (before: string | null, more: string[]) => [...(before ? [before] : []), ...more].join(', ').slice(0, 2000) || null // prettier-ignore
  const names = { file_names: told(open?.file_names ?? null, files), unread: told(open?.unread ?? null, unread) }
  if (open) await trx.updateTable('migration_runs').set(names).where('id', '=', open.id).execute()
  const id =
    open?.id ??
    (await trx.insertInto('migration_runs').values({ source, ...names, user_id: viewer.id }).returning('id').executeTakeFirstOrThrow()).id // prettier-ignore
  for (const list of lists) await putReady(trx, id, list)
}

/** Rows of a file wait behind those that came before; what was fetched of their kind is fetched again. */
async function putReady(trx: Trx, run: number, { kind, rows }: Listed): Promise<void> {
  const { last } = await trx
    .selectFrom('migration_rows')
    .select((eb) => eb.fn.coalesce(eb.fn.max('line'), sql<number>`0`).as('last'))
    .where('run_id', '=', run)
    .where('what', '=', kind)
    .executeTakeFirstOrThrow()
  if (last + rows.length > MOST_ROWS) throw new HttpError(422, TOO_MANY)
  await sql`
    insert into migration_rows (run_id, what, line, old_id, cells)
    select ${run}, ${kind}, ${last} + listed.line, listed.old_id, listed.cells
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, i) => ({ ...row, line: i + 1 })))}::jsonb)
      as listed (line integer, old_id text, cells jsonb)`.execute(trx)
  await forgetParts(trx, run, kind)
}

const TOO_MANY = `Van één soort gaan hooguit ${MOST_ROWS.toLocaleString('nl-NL')} regels mee.`

async function forgetParts(trx: Trx, run: number, what: string): Promise<void> {
  await trx.deleteFrom('migration_steps').where('run_id', '=', run).where('what', '=', what).execute()
  await trx.updateTable('migration_rows').set({ part: null }).where('run_id', '=', run).where('what', '=', what).execute() // prettier-ignore
}

const NO_RUN = 'Er is geen overstap bezig. Begin eerst.'

/** The run that is going on. @throws HttpError 409 */
export async function openRun(db: Db | Trx): Promise<OpenRun> {
  const run = await findOpenRun(db)
  if (!run) throw new HttpError(409, NO_RUN)
  return run
}

/** @throws HttpError 424 with the debtor numbers that several in the older system have */
export async function refuseDoubles(system: OldSystem, keepers: Keepers): Promise<void> {
  const doubles = openDoubles(doublesOf(await system.numbered()), keepers)
  if (doubles.length > 0) throw new HttpError(FAILED_DEPENDENCY, doublesText(doubles), { doubles })
}

/**
 * Fetches a part of a kind and puts its rows ready; the same part again changes nothing. The first part begins anew.
 * @throws NotFound for a kind that is not there · HttpError 424 for duplicate debtor numbers · OldSystemDown
 */
export async function fetchPart(services: Services, viewer: Viewer, what: string, part: number) {
  const { db, registry } = services
  const run = await openRun(db)
  if (!(part >= 1 && part <= PARTS) || !targetsOf(registry).some(({ name }) => name === what)) throw new NotFound('Gegevens') // prettier-ignore
  const system = systemOf(services, db, run)
  await refuseDoubles(system, run.keepers)
  const before = (await listProgress(db, run.id)).get(what)
  const isNew = part === 1 || before === undefined
  const total = isNew ? (await system.counts()).get(what) : before.total
  if (total === undefined) throw new NotFound('Gegevens')
  if (total > MOST_ROWS) throw new HttpError(422, TOO_MANY)
  const { from, count } = rowsOfPart(total, part)
  const rows = count > 0 ? await system.read(what, from, count) : []
  await inTransaction(db, viewer, async (trx) => {
    await trx.selectFrom('migration_runs').select('id').where('id', '=', run.id).forUpdate().execute()
    if ((await openRun(trx)).id !== run.id) throw new HttpError(409, NO_RUN)
    if (isNew) await beginStep(trx, run, what, total)
    await keepPart(trx, run.id, { what, part, from, rows })
  })
  const { parts, fetched } = (await listProgress(db, run.id)).get(what)!
  return { what, part, parts: PARTS, rows: rows.length, fetched, total, done: parts.length === PARTS }
}

async function beginStep(trx: Trx, run: OpenRun, what: string, total: number): Promise<void> {
  await forgetParts(trx, run.id, what)
  if (run.source === 'database') await trx.deleteFrom('migration_rows').where('run_id', '=', run.id).where('what', '=', what).execute() // prettier-ignore
  await trx.insertInto('migration_steps').values({ run_id: run.id, what, total }).execute()
}

async function keepPart(
  trx: Trx,
  run: number,
  { what, part, from, rows }: { what: string; part: number; from: number; rows: readonly OldRow[] },
): Promise<void> {
  await sql`
    insert into migration_rows (run_id, what, line, old_id, cells, part)
    select ${run}, ${what}, ${from} + listed.line, listed.old_id, listed.cells, ${part}
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, i) => ({ ...row, line: i + 1 })))}::jsonb)
      as listed (line integer, old_id text, cells jsonb)
    on conflict (run_id, what, line) do update
      set old_id = excluded.old_id, cells = excluded.cells, part = excluded.part`.execute(trx)
  await sql`
    update migration_steps set parts = (select array_agg(distinct had order by had) from unnest(parts || ${part}::smallint) had)
    where run_id = ${run} and what = ${what}`.execute(trx)
}

/** Says of duplicate debtor numbers who keeps them. */
export async function keepNumbers(trx: Trx, keepers: Keepers): Promise<void> {
  const run = await openRun(trx)
  await trx
    .updateTable('migration_runs')
    .set({ keepers: JSON.stringify({ ...run.keepers, ...keepers }) })
    .where('id', '=', run.id)
    .execute()
}

/** Ends moving over: what waited of the older system is emptied, what became of it stays to be read. */
export async function finishRun(trx: Trx): Promise<void> {
  const { id } = await openRun(trx)
  await trx.updateTable('migration_rows').set({ cells: null }).where('run_id', '=', id).execute()
  await trx.updateTable('migration_runs').set({ finished_at: new Date() }).where('id', '=', id).execute()
}

/** Runs go after three months, with whatever still waited in them; which record came of what stays known. */
export const forgetRuns: JobHandler = async (_payload, { db }: { db: Db }) => {
  await inTransaction(db, null, (trx) =>
    trx
      .deleteFrom('migration_runs')
      .where('created_at', '<', sql<Date>`now() - interval '90 days'`)
      .execute(),
  )
}
