import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Db } from '../../../platform/database/types.ts'
import { type JobHandler, addJob, waitsOutside } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { organisationAccess, providerAccess } from './account.commands.ts'
import { FETCH, applyState } from './online.commands.ts'
import { listPayoutFacts } from './payouts.queries.ts'
import { lineProblem } from './payouts.rules.ts'
import { type ProviderAccess, Refused, fetchPayment } from './provider.adapter.ts'
import { Unreadable, fetchLines, fetchSettlements } from './settlements.adapter.ts'

/** Asks how a payment stands and writes that down. */
export const fetchState: JobHandler = waitsOutside(async ({ id }, services) => {
  const row = await services.db
    .selectFrom('online_payments')
    .select(['id', 'provider_id'])
    .where('id', '=', Number(id))
    .executeTakeFirst()
  const access = await providerAccess(services)
  if (!row?.provider_id || access === null) return
  const told = await fetchPayment(access, row.provider_id)
  if (told === null) return
  await inTransaction(services.db, null, async (trx) => {
    const invoice = await applyState(trx, row.id, told)
    if (invoice !== null) await services.changes.announce(trx, [{ type: 'invoice', id: invoice }])
  })
})

export const POLL = 'online-payments.poll'

/** What the bank of a payer can still take back, and how long a look at it holds. */
const DAYS_BACK = 120
const LOOKS_EACH_DAYS = 3
/** So many at a time, so that the provider is asked little. */
const PAID_AT_ONCE = 25

/** Of what was paid that which was looked at longest ago: a chargeback of which nobody told is found so. An index holds the turns. */
async function paidLately(db: Db): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number; lately: boolean }>`
    update online_payments p
    set looked_at = case when p.created_at > now() - make_interval(days => ${DAYS_BACK}) then now() else 'infinity' end
    from (select id from online_payments where state = 'paid' and looked_at < now() - make_interval(days => ${LOOKS_EACH_DAYS})
        order by looked_at limit ${PAID_AT_ONCE} for update skip locked) due
    where p.id = due.id
    returning p.id, p.looked_at <> 'infinity' as lately`.execute(db)
  return rows.filter(({ lately }) => lately)
}

/** Looks at payments of which nobody told anything, and gives up those that never reached the provider. */
export const pollOpen: JobHandler = async (_payload, { db }) => {
  await db
    .updateTable('online_payments')
    .set({ state: 'expired' })
    .where('state', '=', 'new')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  const rows = await db
    .selectFrom('online_payments')
    .select('id')
    .where('state', '=', 'open')
    .where('created_at', '<', sql<Date>`now() - interval '2 minutes'`)
    .where('created_at', '>', sql<Date>`now() - interval '14 days'`)
    // A transfer takes days; those keep nobody waiting who just paid.
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
  rows.push(...(await paidLately(db)))
  for (const { id } of rows) await addJob(db, FETCH, { id }, { key: `${FETCH}.${id}` })
}

export const SETTLE = 'online-payments.settlements'

/** Writes down what a payout is made of, all of it or nothing; payments that stand otherwise here are asked for anew. */
async function keepLines(services: Services, access: ProviderAccess, settlement: string): Promise<void> {
  const lines = await fetchLines(access, settlement)
  await inTransaction(services.db, null, async (trx) => {
    await sql`
      insert into online_settlement_lines (settlement_id, id, kind, provider_id, amount)
      select ${settlement}, line.id, line.kind, line.provider_id, line.amount
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(id text, kind text, provider_id text, amount bigint)
      on conflict do nothing`.execute(trx)
    await trx.updateTable('online_settlements').set({ read_at: new Date() }).where('id', '=', settlement).execute()
    const [payout] = await listPayoutFacts(trx, [settlement])
    for (const line of payout!.lines)
      if (line.id !== null && lineProblem(line) !== null)
        await addJob(trx, FETCH, { id: line.id }, { key: `${FETCH}.${line.id}` })
  })
}

/**
 * Learns what was paid out and of which payments, so that it is recognised on a bank statement. Each payout is written down
 * on its own, and one of which not all was read is read again the next time; it keeps no other one from being read.
 * @throws the first of what could not be read, after all others
 */
export const learnSettlements: JobHandler = waitsOutside(async (_payload, services, signal) => {
  const { db } = services
  const access = await organisationAccess(services)
  if (access === null) return
  let failed: Refused | Unreadable | null = null
  for await (const { settledAt, ...settlement } of fetchSettlements(access)) {
    signal?.throwIfAborted()
    const settled_on = today(settledAt)
    if (settled_on < addDays(today(), -DAYS_BACK)) break
    await db
      .insertInto('online_settlements')
      .values({ ...settlement, settled_on })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const { read_at } = await db
      .selectFrom('online_settlements')
      .select('read_at')
      .where('id', '=', settlement.id)
      .executeTakeFirstOrThrow()
    if (read_at !== null) continue
    try {
      await keepLines(services, access, settlement.id)
    } catch (error) {
      // A provider that does not answer at all is asked again later; what is wrong with one payout is of that one.
      if (!(error instanceof Unreadable || error instanceof Refused)) throw error
      failed ??= error
    }
  }
  if (failed !== null) throw failed
})
