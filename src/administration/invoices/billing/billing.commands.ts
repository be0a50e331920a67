import { sql } from 'kysely'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { deleteConcept, makeConcept } from '../invoices/index.ts'
import { listDone, planBills } from './billing.plan.ts'
import { type Bill, customerOf } from './billing.rules.ts'

export const BILL = 'billing.run'
const CHANGED = 'Intussen gewijzigd. Bekijk deze klant opnieuw.'
const ENDED = 'Gestopt voordat deze aan de beurt was.'

/** What was chosen to be billed, as it was shown. */
export interface ChosenBill {
  bill: string
  shown: string
}

export interface StartedRun {
  until: string
  invoice_date: string
  employee_id: number
  chosen: readonly ChosenBill[]
}

const goOn = (trx: Trx, run: number) => addJob(trx, BILL, { run }, { key: `${BILL}.${run}` })

/** Two who begin or go on at the same time come one after the other: before any row of a run is locked. */
const lockRuns = (trx: Trx) => sql`lock table billing_runs in share row exclusive mode`.execute(trx)

/** @throws HttpError (409) while a run is under way */
async function refuseBusy(trx: Trx): Promise<void> {
  const busy = await trx.selectFrom('billing_runs').select('id').where('state', '=', 'running').executeTakeFirst()
  if (busy) throw new HttpError(409, 'Er worden al concepten gemaakt. Wacht tot dat klaar is, of stop het.')
}

/** Ends runs that were stopped: what waited in them stands in the list and can be chosen anew. What they made stays theirs. */
async function endStopped(trx: Trx): Promise<void> {
  const stopped = trx.selectFrom('billing_runs').select('id').where('state', '=', 'stopped')
  await trx
    .updateTable('billing_items')
    .set({ state: 'skipped', problem: ENDED })
    .where('run_id', 'in', stopped)
    .where('state', '=', 'waiting')
    .execute()
  await trx.updateTable('billing_runs').set({ state: 'done' }).where('state', '=', 'stopped').execute()
}

/**
 * Begins a run that makes a concept of every bill that was chosen, and ends one that was stopped.
 * @throws Invalid where none was; HttpError (409) while another is under way
 */
export async function startRun(trx: Trx, { chosen, employee_id, ...head }: StartedRun): Promise<number> {
  if (chosen.length === 0) throw new Invalid({ bills: ['Vink minimaal één klant aan.'] })
  await lockRuns(trx)
  await refuseBusy(trx)
  await endStopped(trx)
  const { id } = await trx
    .insertInto('billing_runs')
    .values({ ...head, started_by: employee_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('billing_items')
    .values(chosen.map((one) => ({ run_id: id, ...one })))
    .execute()
  await goOn(trx, id)
  return id
}

/**
 * The table comes before the row, as where a run begins: who holds the row could not write it while another waits for it
 * with the table.
 * @throws NotFound
 */
async function lockRun(trx: Trx, id: number) {
  await sql`lock table billing_runs in row exclusive mode`.execute(trx)
  const run = await trx.selectFrom('billing_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!run) throw new NotFound('Maandafsluiting')
  return run
}

/** Why a run that is done can neither stop nor go on. */
async function doneText(trx: Trx, id: number): Promise<string> {
  const ended = await trx
    .selectFrom('billing_items')
    .select('id')
    .where('run_id', '=', id)
    .where('state', '=', 'skipped')
    .where('problem', '=', ENDED)
    .limit(1)
    .executeTakeFirst()
  return ended
    ? 'Deze maandafsluiting is al beëindigd. Wat er nog niet in zat, staat weer in de lijst.'
    : 'Alle concepten zijn al gemaakt.'
}

/**
 * Stops a run after the bill that is being made, or lets it go on. One that goes on or was stopped already stays as it is.
 * @throws NotFound; HttpError (409) where it is done, or another is under way
 */
export async function setRunning(trx: Trx, id: number, running: boolean): Promise<void> {
  if (running) await lockRuns(trx)
  const { state } = await lockRun(trx, id)
  if (state === 'done') throw new HttpError(409, await doneText(trx, id))
  if ((state === 'running') === running) return
  if (running) await refuseBusy(trx)
  await trx
    .updateTable('billing_runs')
    .set({ state: running ? 'running' : 'stopped' })
    .where('id', '=', id)
    .execute()
  if (running) await goOn(trx, id)
}

/**
 * Makes the next concept of a run, or says why it was not made.
 * @returns the invoice, null where none was made, undefined where nothing is left to be done
 */
export async function billNext(trx: Trx, registry: Registry, runId: number): Promise<number | null | undefined> {
  const run = await lockRun(trx, runId)
  if (run.state !== 'running') return undefined
  const item = await trx
    .selectFrom('billing_items')
    .selectAll()
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!item) {
    await trx.updateTable('billing_runs').set({ state: 'done' }).where('id', '=', runId).execute()
    return undefined
  }
  const told = (fields: { state: string; problem?: string; invoice_id?: number }) =>
    trx.updateTable('billing_items').set(fields).where('id', '=', item.id).execute()
  const bill = await lockedBill(trx, registry, run.until, item.bill)
  if (bill?.shown !== item.shown || bill.verdict === 'blocked') {
    await told({ state: 'skipped', problem: CHANGED })
    return null
  }
  const invoice_id = await makeBill(trx, registry, bill, run)
  await told({ state: 'made', invoice_id })
  return invoice_id
}

/** A bill as it is now, kept from changing until the transaction ends. */
async function lockedBill(trx: Trx, registry: Registry, until: string, key: string): Promise<Bill | undefined> {
  const of = customerOf(key)
  const done = await listDone(trx, registry, { until, of })
  for (const { source, found } of done) await source.lock(trx, found)
  return (await planBills(trx, registry, { until, of })).find((bill) => bill.key === key)
}

async function makeBill(
  trx: Trx,
  registry: Registry,
  bill: Bill,
  { invoice_date, started_by }: { invoice_date: string; started_by: number | null },
): Promise<number> {
  const { company_id, contact_id, reference, billables } = bill
  const [only, ...others] = billables
  // Lines of orders know it of themselves.
  const held = billables.flatMap(({ added, day }) => (added.length === 0 ? [] : [day])).toSorted()
  const id = await makeConcept(trx, registry, {
    ...{ company_id, contact_id, reference, invoice_date, employee_id: started_by },
    delivered_on: held.at(-1) ?? null,
    delivered_from: held[0] === held.at(-1) ? null : (held[0] ?? null),
    order_id: others.length === 0 ? only!.order_id : null,
    called: others.length === 0 ? (only!.called ?? null) : null,
    use_invoice_relation: only!.use_invoice_relation ?? true,
    invoice_relation_id: only!.invoice_relation_id ?? null,
    line_ids: billables.flatMap(({ line_ids }) => line_ids),
    settled: billables.flatMap(({ deposits = [] }) => deposits),
    // What was held on several days says of each line on which.
    added: billables.flatMap(({ added, day }) =>
      held[0] === held.at(-1) ? added : added.map((line) => ({ ...line, supplied_on: day })),
    ),
  })
  for (const billable of billables) await billable.settle?.(trx, id)
  return id
}

/** Takes the concepts of a run away again that nobody made definitive; what they charged can be billed again. */
export async function withdrawRun(trx: Trx, id: number): Promise<number[]> {
  const { state } = await lockRun(trx, id)
  if (state === 'running') throw new HttpError(409, 'Stop eerst het maken van concepten.')
  const { rows } = await sql<{ invoice_id: number }>`
    update billing_items set state = 'withdrawn'
    from invoices where invoices.id = billing_items.invoice_id and billing_items.run_id = ${id}
      and billing_items.state = 'made'
      and invoices.definitive_at is null
    returning billing_items.invoice_id`.execute(trx)
  const ids = rows.map(({ invoice_id }) => invoice_id).sort((a, b) => a - b)
  for (const invoice of ids) await deleteConcept(trx, invoice)
  return ids
}
