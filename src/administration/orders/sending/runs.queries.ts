import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { isWaitingSql } from '../../../system/messages/index.ts'
import { customerName } from '../../sales/sales/index.ts'

/** Whether a mail about an invoice, as `v`, is still to leave. */
const isUnderway = sql<boolean>`exists (select from mails m where m.object_type = 'invoice' and m.object_id = v.id
  and ${isWaitingSql(sql`m.state`)})`

/** Whether the end of a month made any invoices. */
export const isBilled = async (db: Db | Trx, billingRun: number): Promise<boolean> =>
  (await db.selectFrom('billing_items').select('id').where('run_id', '=', billingRun).where('state', '=', 'made').limit(1).executeTakeFirst()) !== undefined // prettier-ignore

/** What the end of a month made, as far as it was not sent and is not on its way. */
export async function unsentOfBilling(db: Db | Trx, billingRun: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from billing_items i join invoices v on v.id = i.invoice_id
    where i.run_id = ${billingRun} and i.state = 'made' and v.sent_at is null
      and not ${isUnderway}
    order by v.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The last run, with how far it is; undefined before the first. */
export async function latestSending(db: Db | Trx) {
  const { rows } = await sql<{
    id: number
    state: 'running' | 'stopped' | 'done'
    problem: string | null
    started_by: string | null
    sent: number
    /** Of those: whose mail left, and whose is still to leave; of the others it was kept here, or refused. */
    arrived: number
    underway: number
    lost: number
    all: number
    skipped: { id: number; name: string; gone: boolean; problem: string }[]
  }>`
    select r.id, r.state, r.problem, u.name as started_by,
      count(*) filter (where i.state = 'sent')::integer as sent,
      count(*) filter (where i.state = 'sent' and v.sent_at is not null)::integer as arrived,
      count(*) filter (where i.state = 'sent' and v.sent_at is null and ${isUnderway})::integer as underway,
      count(*) filter (where i.state = 'sent' and v.sent_at is null and not ${isUnderway})::integer as lost,
      count(*)::integer as all,
      coalesce(json_agg(json_build_object('id', i.invoice_id, 'gone', v.id is null, 'problem', i.problem,
          'name', concat_ws(', ', coalesce(v.uid, 'Concept'), case when v.id is not null then ${customerName} end)) order by i.id)
        filter (where i.state = 'skipped'), '[]') as skipped
    from sending_runs r join sending_items i on i.run_id = r.id left join invoices v on v.id = i.invoice_id
      left join companies on companies.id = v.company_id left join contacts on contacts.id = v.contact_id
      left join users u on u.id = r.started_by
    where r.id = (select max(id) from sending_runs)
    group by r.id, u.id`.execute(db)
  return rows[0]
}
