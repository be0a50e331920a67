import { sql } from 'kysely'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { findViewer } from '../../../system/accounts/index.ts'
import { refuseTemplate } from '../../../system/messages/index.ts'
import { lockForNumbers } from '../../invoices/invoices/index.ts'
import { invoicesArea } from '../../invoices/invoices/rights.ts'
import { invoiceAudience } from './audience.ts'
import { type PlannedSending, planRun } from './runs.plan.ts'
import { sendPlanned, sendable } from './sending.commands.ts'
import type { SendInvoicesInput } from './sending.forms.ts'

export const SEND_RUN = 'sending.run'
const CHANGED = 'Intussen gewijzigd. Bekijk deze factuur opnieuw.'
const GONE = 'Dit concept is er niet meer.'
const NOBODY = 'Wie dit begon, mag geen facturen meer versturen. Ga verder om het in uw naam te doen.'

const goOn = (trx: Trx, run: number) => addJob(trx, SEND_RUN, { run }, { key: `${SEND_RUN}.${run}` })

/** Two who begin or go on at the same time come one after the other. @throws HttpError (409) while a run is under way */
async function refuseBusy(trx: Trx): Promise<void> {
  await sql`lock table sending_runs in share row exclusive mode`.execute(trx)
  const busy = await trx.selectFrom('sending_runs').select('id').where('state', '=', 'running').executeTakeFirst()
  if (busy) throw new HttpError(409, 'Er worden al facturen verstuurd. Wacht tot dat klaar is, of stop het.')
}

/** Ends runs that were stopped: what waited in them can be chosen anew, and what was written is needed no more. */
async function endStopped(trx: Trx): Promise<void> {
  const stopped = trx.selectFrom('sending_runs').select('id').where('state', '=', 'stopped')
  await trx
    .updateTable('sending_items')
    .set({ state: 'skipped', problem: 'Gestopt voordat deze aan de beurt was.' })
    .where('run_id', 'in', stopped)
    .where('state', '=', 'waiting')
    .execute()
  await trx
    .updateTable('sending_runs')
    .set({ state: 'done', subject: '', content: '' })
    .where('state', '=', 'stopped')
    .execute()
}

/**
 * Begins a run that gives invoices their numbers and mails them, one by one in the order of their days.
 * @returns the run, how many it sends, and what is said of those that it cannot
 * @throws Invalid (422) where none can be sent, or the text cannot be made; HttpError (409) when it is not what was
 *   shown, or another run is under way
 */
export async function startSending(
  trx: Trx,
  viewer: Viewer,
  { invoices, ubl, subject, content, plan: key }: SendInvoicesInput,
): Promise<{ id: number; count: number; left: string | null }> {
  refuseTemplate(invoiceAudience, { subject, content })
  await refuseBusy(trx)
  const plan = await planRun(trx, viewer, invoices)
  const { going, left } = sendable(plan, { ids: invoices, key, field: 'invoices', what: 'Factuur' })
  await endStopped(trx)
  const { id } = await trx
    .insertInto('sending_runs')
    .values({ subject, content, ubl: ubl === '' ? null : ubl, started_by: viewer.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  // In the order in which they get their numbers.
  await trx
    .insertInto('sending_items')
    .values(going.map((one) => ({ run_id: id, invoice_id: one.id, shown: one.shown })))
    .execute()
  await goOn(trx, id)
  return { id, count: going.length, left }
}

/** @throws NotFound */
async function lockRun(trx: Trx, id: number) {
  const run = await trx.selectFrom('sending_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!run) throw new NotFound('Verzending')
  return run
}

/**
 * Stops a run after the invoice that is being sent, or lets it go on in the name of who says so.
 * @throws NotFound; HttpError (409) where it is done, or another is under way
 */
export async function steerSending(trx: Trx, viewer: Viewer, id: number, running: boolean): Promise<void> {
  if (running) await refuseBusy(trx)
  if ((await lockRun(trx, id)).state === 'done') throw new HttpError(409, 'Alle facturen zijn al aan de beurt geweest.')
  await trx
    .updateTable('sending_runs')
    .set(running ? { state: 'running', problem: null, started_by: viewer.id } : { state: 'stopped' })
    .where('id', '=', id)
    .execute()
  if (running) await goOn(trx, id)
}

/** The next items of a run, `most` of them; none where it is stopped, or has none left and so is done. */
export async function nextSending(db: Db, runId: number, most: number): Promise<number[]> {
  const items = await db
    .selectFrom('sending_items')
    .innerJoin('sending_runs', 'sending_runs.id', 'sending_items.run_id')
    .select('sending_items.id')
    .where('run_id', '=', runId)
    .where('sending_items.state', '=', 'waiting')
    .where('sending_runs.state', '=', 'running')
    .orderBy('sending_items.id')
    .limit(most)
    .execute()
  if (items.length > 0) return items.map(({ id }) => id)
  await sql`
    update sending_runs set state = 'done', subject = '', content = ''
    where id = ${runId} and state = 'running'
      and not exists (select from sending_items i where i.run_id = sending_runs.id and i.state = 'waiting')`.execute(db)
  return []
}

/** Why an invoice of a run was not sent; what is not waiting any more stays as it is. */
export const skipSending = (trx: Trx, item: number, problem: string) =>
  trx
    .updateTable('sending_items')
    .set({ state: 'skipped', problem })
    .where('id', '=', item)
    .where('state', '=', 'waiting')
    .execute()

/** Why one that was shown so is not sent as it is planned now; null where it is. */
function skipReason(planned: PlannedSending | undefined, shown: string): string | null {
  if (!planned) return GONE
  if (planned.obstacle) return `Deze factuur ${planned.obstacle.why}.`
  return planned.shown === shown ? null : CHANGED
}

/**
 * Sends some invoices of one run, each exactly as it was shown, or says of it why not. Whoever works on the same run waits
 * here.
 * @param itemIds in the order in which they get their numbers
 * @returns those that were sent
 * @throws HttpError, Invalid, NotFound where one of them turns out to be impossible: then none is sent
 */
export async function sendSome(trx: Trx, services: Services, runId: number, itemIds: number[]): Promise<number[]> {
  const run = await lockRun(trx, runId)
  const items = await trx
    .selectFrom('sending_items')
    .selectAll()
    .where('id', 'in', itemIds)
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
  if (run.state !== 'running' || items.length === 0) return []
  const viewer = run.started_by === null ? null : await findViewer(trx, { id: run.started_by })
  if (viewer === null || !may(viewer, invoicesArea, 'change')) {
    await trx.updateTable('sending_runs').set({ state: 'stopped', problem: NOBODY }).where('id', '=', run.id).execute()
    return []
  }
  const invoices = items.map(({ invoice_id }) => invoice_id)
  await lockForNumbers(trx, invoices)
  const plan = new Map((await planRun(trx, viewer, invoices)).map((planned) => [planned.id, planned]))
  const sent: { id: number; planned: PlannedSending }[] = []
  for (const { id, invoice_id, shown } of items) {
    const planned = plan.get(invoice_id)
    const why = skipReason(planned, shown)
    if (why === null) sent.push({ id, planned: planned! })
    else await skipSending(trx, id, why)
  }
  if (sent.length === 0) return []
  const { subject, content } = run
  await sendPlanned(
    trx,
    services,
    viewer,
    sent.map(({ planned }) => planned),
    { subject, content, ubl: run.ubl as 'peppol' | 'nlcius' | null },
  )
  await trx
    .updateTable('sending_items')
    .set({ state: 'sent' })
    .where(
      'id',
      'in',
      sent.map(({ id }) => id),
    )
    .execute()
  return sent.map(({ planned }) => planned.id)
}
