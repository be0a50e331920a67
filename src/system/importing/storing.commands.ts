/** Rows that were put ready are judged and stored, some at a time: those of a long list never stand in memory together. */
import { deserialize, serialize } from 'node:v8'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { HttpError, Invalid } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { planRows } from './importing.queries.ts'
import { type Counts, type Judged, type Outcome, OUTCOMES, countsOf, countsText, isValue, nothingBefore } from './judging.rules.ts' // prettier-ignore
import type { ListedRow } from './list.rules.ts'
import { findTarget } from './points.ts'
import type { Target, Work } from './types.ts'

const CHANGED_SINCE = 'Intussen is er iets gewijzigd, waardoor de uitslag anders wordt dan de proef. Kies het bestand opnieuw.' // prettier-ignore

/** Rows that are judged at once: so few that other requests hardly wait for them. */
export const PART = 100
/** Of a list of which the rows say something about each other, which is judged as a whole. */
export const MOST_WHOLE = 20_000

/** Told of so many rows that were judged, or stored. */
export type Progress = (rows: number) => Promise<void>

export interface How {
  /** The counts of the proof, which are to be those of the import. */
  expected: string
  /** Rows in doubt are added, where nothing else was chosen. */
  doubts: boolean
}

/**
 * Stores what is ready of an import.
 * @throws HttpError 409 where it would come to something else than its proof
 */
export async function storeReady(
  work: Work,
  { id, target: name }: { id: number; target: string },
  { expected, doubts }: How,
  progress?: Progress,
): Promise<Counts> {
  const { trx, services } = work
  const target = findTarget(services.registry, name)
  if (!target) throw new Invalid({ table: ['Dit kan niet geïmporteerd worden.'] })
  const counts = await judgeReady(trx, services.registry, target, id, progress)
  if (countsText(counts) !== expected) throw new HttpError(409, CHANGED_SINCE)
  await storePlans(work, target, id, doubts, progress)
  await sql`update import_rows set cells = null, plan = null where import_id = ${id} and cells is not null`.execute(trx)
  await trx
    .updateTable('imports')
    .set({ done_at: new Date(), stored_at: sql<Date>`now()`, state: null, change_set: sql<number>`change_set()` })
    .where('id', '=', id)
    .execute()
  return counts
}

async function judgeReady(trx: Trx, registry: Registry, target: Target, id: number, progress?: Progress) {
  const before = nothingBefore()
  const counts = countsOf([])
  for (let after = 0; ;) {
    const rows = (await trx
      .selectFrom('import_rows')
      .select(['line', 'cells'])
      .where('import_id', '=', id)
      .where('line', '>', after)
      .orderBy('line')
      .limit(target.apart ? PART : MOST_WHOLE)
      .execute()) as unknown as ListedRow[]
    if (rows.length === 0) return counts
    const judged = await planRows(trx, registry, target, rows, before)
    await keepPlans(trx, id, rows, judged)
    const more = countsOf(judged)
    for (const one of OUTCOMES) counts[one] += more[one]
    after = rows.at(-1)!.line
    await progress?.(rows.length)
  }
}

/** Puts rows ready with what they come to. */
export async function keepPlans(
  db: Db | Trx,
  id: number,
  rows: readonly ListedRow[],
  judged: readonly Judged[],
): Promise<void> {
  await sql`
    insert into import_rows (import_id, line, cells, outcome, why, record_id, plan)
    select ${id}, ready.* from unnest(${rows.map(({ line }) => line)}::integer[],
      ${rows.map(({ cells }) => JSON.stringify(cells))}::jsonb[], ${judged.map(({ outcome }) => outcome)}::text[],
      ${judged.map(({ why }) => why)}::text[], ${judged.map((one) => one.id)}::integer[],
      ${judged.map((one) => serialize(one))}::bytea[]) as ready (line, cells, outcome, why, record_id, plan)
    on conflict (import_id, line) do update set outcome = excluded.outcome, why = excluded.why,
      record_id = excluded.record_id, plan = excluded.plan`.execute(db)
}

export const readPlan = (plan: Buffer): Judged => deserialize(plan) as Judged

interface Ready extends Judged {
  choice: string | null
}

/** Those of the rows with a plan, some at a time; what is done with them takes their plan away. */
async function* readyRows(trx: Trx, id: number, which: RawBuilder<SqlBool>): AsyncGenerator<Ready[]> {
  for (let after = 0; ;) {
    const rows = await trx
      .selectFrom('import_rows')
      .select(['line', 'plan', 'choice'])
      .where('import_id', '=', id)
      .where('line', '>', after)
      .where('plan', 'is not', null)
      .where(which)
      .orderBy('line')
      .limit(PART)
      .execute()
    if (rows.length === 0) return
    yield rows.map(({ plan, choice }) => ({ ...readPlan(plan!), choice }))
    after = rows.at(-1)!.line
  }
}

interface Settled {
  line: number
  record_id: number
  outcome: Outcome
}

async function settle(trx: Trx, id: number, rows: readonly Settled[]): Promise<void> {
  await sql`
    update import_rows set cells = null, plan = null, outcome = log.outcome, record_id = log.record_id
    from unnest(${rows.map(({ line }) => line)}::integer[], ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ record_id }) => record_id)}::integer[]) as log (line, outcome, record_id)
    where import_id = ${id} and import_rows.line = log.line`.execute(trx)
}

const ADDED = (doubts: boolean) => sql<SqlBool>`(outcome = 'new' or (outcome = 'doubt' and coalesce(choice, ${doubts ? 'new' : 'skip'}) = 'new'))` // prettier-ignore

interface Pass {
  which: RawBuilder<SqlBool>
  isFor?: (one: Ready) => boolean
  store: (some: Ready[]) => Promise<Settled[]>
}

/** Who brings what is given once goes first, so that nobody else is given it. */
async function storePlans(work: Work, target: Target, id: number, doubts: boolean, progress?: Progress): Promise<void> {
  const { once } = target
  const brings = ({ input }: Judged) => isValue((input as Record<string, unknown>)[once?.field ?? ''])
  const add = (some: Ready[]) => addRows(work, target, some)
  const each = (store: (one: Ready) => Promise<Settled>) => async (some: Ready[]) => {
    const settled: Settled[] = []
    for (const one of some) settled.push(await store(one))
    return settled
  }
  const passes: Pass[] = [
    { which: sql<SqlBool>`outcome = 'changed'`, store: each((one) => change(work, target, one)) },
    {
      which: sql<SqlBool>`outcome = 'doubt' and choice ~ '^[0-9]+$'`,
      store: each((one) => useKnown(work, target, one)),
    },
    ...(once ? [{ which: ADDED(doubts), isFor: brings, store: add }] : []),
    { which: ADDED(doubts), store: add },
  ]
  for (const { which, isFor = () => true, store } of passes)
    for await (const part of readyRows(work.trx, id, which)) {
      const settled = await store(part.filter(isFor))
      if (settled.length > 0) await settle(work.trx, id, settled)
      await progress?.(settled.length)
    }
}

async function addRows(work: Work, target: Target, some: readonly Ready[]): Promise<Settled[]> {
  const inputs = some.map(({ input }) => input!)
  if (target.addAll && inputs.length > 1) {
    const ids = await target.addAll(work, inputs)
    return some.map((one, i) => ({ ...one, record_id: ids[i]! }))
  }
  const settled: Settled[] = []
  for (const one of some) settled.push({ ...one, record_id: await target.add(work, one.input!) })
  return settled
}

async function change(work: Work, target: Target, one: Ready): Promise<Settled> {
  await target.change(work, one.id!, one.changes, one.version)
  return { ...one, record_id: one.id! }
}

/** One in doubt that was said to be a record that is there changes that, or is the same. */
async function useKnown(work: Work, target: Target, { line, candidates, choice }: Ready): Promise<Settled> {
  const known = candidates.find(({ id }) => String(id) === choice)
  if (!known || known.guard !== null) throw new Invalid({ choices: [`Regel ${line}: ${known?.guard ?? 'kies opnieuw.'}`] }) // prettier-ignore
  const isChanged = Object.keys(known.changes).length > 0
  if (isChanged) await target.change(work, known.id, known.changes, known.version)
  return { line, record_id: known.id, outcome: isChanged ? 'changed' : 'same' }
}
