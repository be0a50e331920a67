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
import { type OpenMove, findOpenMove, listProgress } from './moves.queries.ts'
import { type Keepers, doublesOf, openDoubles, rowsOfPart, targetsOf } from './steps.rules.ts'
import type { OldRow, OldSystem, Source } from './types.ts'

const BUSY = 'Er is al een overstap bezig uit een ander systeem. Rond die eerst af.'

/** The rows of one kind that came in files. */
export interface Listed {
  kind: string
  rows: readonly OldRow[]
}

/** Begins to move over, or adds files to what is going on. */
export async function startMove(
  trx: Trx,
  viewer: Viewer,
  { source, files, unread, lists }: { source: Source; files: string[]; unread: string[]; lists: readonly Listed[] },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('migration'))`.execute(trx)
  const open = await findOpenMove(trx)
  if (open && (open.source !== source || source === 'database')) throw new HttpError(409, BUSY)
  const told = (before: string | null, more: string[]) => [...(before ? [before] : []), ...more].join(', ').slice(0, 2000) || null // prettier-ignore
  const names = { file_names: told(open?.file_names ?? null, files), unread: told(open?.unread ?? null, unread) }
  if (open) await trx.updateTable('migration_moves').set(names).where('id', '=', open.id).execute()
  const id =
    open?.id ??
    (await trx.insertInto('migration_moves').values({ source, ...names, user_id: viewer.id }).returning('id').executeTakeFirstOrThrow()).id // prettier-ignore
  for (const list of lists) await putReady(trx, id, list)
}

/** Rows of a file wait behind those that came before; what was fetched of their kind is fetched again. */
async function putReady(trx: Trx, move: number, { kind, rows }: Listed): Promise<void> {
  const { last } = await trx
    .selectFrom('migration_rows')
    .select((eb) => eb.fn.coalesce(eb.fn.max('line'), sql<number>`0`).as('last'))
    .where('move_id', '=', move)
    .where('what', '=', kind)
    .executeTakeFirstOrThrow()
  if (last + rows.length > MOST_ROWS) throw new HttpError(422, TOO_MANY)
  await sql`
    insert into migration_rows (move_id, what, line, old_id, cells)
    select ${move}, ${kind}, ${last} + listed.line, listed.old_id, listed.cells
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, i) => ({ ...row, line: i + 1 })))}::jsonb)
      as listed (line integer, old_id text, cells jsonb)`.execute(trx)
  await forgetParts(trx, move, kind)
}

const TOO_MANY = `Van één soort gaan hooguit ${MOST_ROWS.toLocaleString('nl-NL')} regels mee.`

async function forgetParts(trx: Trx, move: number, what: string): Promise<void> {
  await trx.deleteFrom('migration_steps').where('move_id', '=', move).where('what', '=', what).execute()
  await trx.updateTable('migration_rows').set({ part: null }).where('move_id', '=', move).where('what', '=', what).execute() // prettier-ignore
}

const NO_MOVE = 'Er is geen overstap bezig. Begin eerst.'

/** The move that is going on. @throws HttpError 409 */
export async function openMove(db: Db | Trx): Promise<OpenMove> {
  const move = await findOpenMove(db)
  if (!move) throw new HttpError(409, NO_MOVE)
  return move
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
  const move = await openMove(db)
  if (!(part >= 1 && part <= PARTS) || !targetsOf(registry).some(({ name }) => name === what)) throw new NotFound('Gegevens') // prettier-ignore
  const system = systemOf(services, db, move)
  await refuseDoubles(system, move.keepers)
  const before = (await listProgress(db, move.id)).get(what)
  const isNew = part === 1 || before === undefined
  const total = isNew ? (await system.counts()).get(what) : before.total
  if (total === undefined) throw new NotFound('Gegevens')
  if (total > MOST_ROWS) throw new HttpError(422, TOO_MANY)
  const { from, count } = rowsOfPart(total, part)
  const rows = count > 0 ? await system.read(what, from, count) : []
  await inTransaction(db, viewer, async (trx) => {
    await trx.selectFrom('migration_moves').select('id').where('id', '=', move.id).forUpdate().execute()
    if ((await openMove(trx)).id !== move.id) throw new HttpError(409, NO_MOVE)
    if (isNew) await beginStep(trx, move, what, total)
    await keepPart(trx, move.id, { what, part, from, rows })
  })
  const { parts, fetched } = (await listProgress(db, move.id)).get(what)!
  return { what, part, parts: PARTS, rows: rows.length, fetched, total, done: parts.length === PARTS }
}

async function beginStep(trx: Trx, move: OpenMove, what: string, total: number): Promise<void> {
  await forgetParts(trx, move.id, what)
  if (move.source === 'database') await trx.deleteFrom('migration_rows').where('move_id', '=', move.id).where('what', '=', what).execute() // prettier-ignore
  await trx.insertInto('migration_steps').values({ move_id: move.id, what, total }).execute()
}

async function keepPart(
  trx: Trx,
  move: number,
  { what, part, from, rows }: { what: string; part: number; from: number; rows: readonly OldRow[] },
): Promise<void> {
  await sql`
    insert into migration_rows (move_id, what, line, old_id, cells, part)
    select ${move}, ${what}, ${from} + listed.line, listed.old_id, listed.cells, ${part}
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, i) => ({ ...row, line: i + 1 })))}::jsonb)
      as listed (line integer, old_id text, cells jsonb)
    on conflict (move_id, what, line) do update
      set old_id = excluded.old_id, cells = excluded.cells, part = excluded.part`.execute(trx)
  await sql`
    update migration_steps set parts = (select array_agg(distinct had order by had) from unnest(parts || ${part}::smallint) had)
    where move_id = ${move} and what = ${what}`.execute(trx)
}

/** Says of duplicate debtor numbers who keeps them. */
export async function keepNumbers(trx: Trx, keepers: Keepers): Promise<void> {
  const move = await openMove(trx)
  await trx
    .updateTable('migration_moves')
    .set({ keepers: JSON.stringify({ ...move.keepers, ...keepers }) })
    .where('id', '=', move.id)
    .execute()
}

/** Ends moving over: what waited of the older system is emptied, what became of it stays to be read. */
export async function finishMove(trx: Trx): Promise<void> {
  const { id } = await openMove(trx)
  await trx.updateTable('migration_rows').set({ cells: null }).where('move_id', '=', id).execute()
  await trx.updateTable('migration_moves').set({ finished_at: new Date() }).where('id', '=', id).execute()
}

/** Moves go after three months, with whatever still waited in them; which record came of what stays known. */
export const forgetMoves: JobHandler = async (_payload, { db }: { db: Db }) => {
  await inTransaction(db, null, (trx) =>
    trx
      .deleteFrom('migration_moves')
      .where('created_at', '<', sql<Date>`now() - interval '90 days'`)
      .execute(),
  )
}
