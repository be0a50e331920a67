import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatMoney } from '../../../platform/format/format.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { lawNumbersSql } from '../../catalogue/customers/index.ts'
import { isWaitingSql } from '../../../system/messages/index.ts'
import { customerKey } from './billing.rules.ts'
import type { BilledCustomer } from './remarks.rules.ts'
import type { Billable } from './points.ts'

type Row = Omit<BilledCustomer, 'concepts'> & { id: number; concepts: { id: number; total: number }[] }

/** The newest concepts of a customer, as rows of 'company' or 'contact'. */
const conceptsOf = (column: 'company_id' | 'contact_id') => sql<{ id: number; total: number }[]>`
  (select coalesce(json_agg(json_build_object('id', i.id, 'total', i.total) order by i.id desc), '[]')
   from invoices i where ${sql.ref(`i.${column}`)} = c.id and i.definitive_at is null
     ${column === 'contact_id' ? sql`and i.company_id is null` : sql``})`

/** What bills need to know of the customers of what was done, by `customerKey`. */
export async function listBilledCustomers(
  db: Db | Trx,
  billables: readonly Pick<Billable, 'company_id' | 'contact_id'>[],
): Promise<Map<string, BilledCustomer>> {
  const companies = [...new Set(billables.flatMap(({ company_id }) => company_id ?? []))]
  const alone = billables.filter(({ company_id }) => company_id === null)
  const contacts = [...new Set(alone.flatMap(({ contact_id }) => contact_id ?? []))]
  const { rows: firms } = await sql<Row>`
    select c.id, c.name, c.street, c.postal_code, c.city, c.country_code, n.coc_no, n.vat_id, n.peppol_id, coalesce(c.invoice_email, c.email) as email,
      ${conceptsOf('company_id')} as concepts
    from companies c join (${lawNumbersSql(sql`${companies}::integer[]`)}) n on n.id = c.id`.execute(db)
  const { rows: people } = await sql<Row>`
    select c.id, ${nameText} as name, c.street, c.postal_code, c.city, c.country_code,
      null as coc_no, null as vat_id, null as peppol_id, c.email, ${conceptsOf('contact_id')} as concepts
    from contacts c join contacts on contacts.id = c.id where c.id = any(${contacts}::integer[])`.execute(db)
  const told = ({ id: _, concepts, ...row }: Row): BilledCustomer => ({
    ...row,
    concepts: concepts.map(({ id, total }) => ({ id, label: `Concept van ${formatMoney(total)} incl. btw` })),
  })
  return new Map([
    ...firms.map((row): [string, BilledCustomer] => [customerKey({ company_id: row.id, contact_id: null }), told(row)]),
    ...people.map((row): [string, BilledCustomer] => [
      customerKey({ company_id: null, contact_id: row.id }),
      told(row),
    ]),
  ])
}

/** How the last sending of invoices stands; null before the first. */
export async function sendingState(db: Db | Trx): Promise<'running' | 'stopped' | 'done' | null> {
  const { rows } = await sql<{ state: 'running' | 'stopped' | 'done' }>`
    select state from sending_runs order by id desc limit 1`.execute(db)
  return rows[0]?.state ?? null
}

/** More earlier runs than this are not shown: their concepts stand in the list of invoices. */
const MOST_RUNS = 10

/** The last run, with how far it is, and those before it of which concepts are left, the newest first. */
export async function listRuns(db: Db | Trx) {
  const { rows } = await sql<{
    id: number
    until: string
    state: 'running' | 'stopped' | 'done'
    created_at: Date
    started_by: string | null
    made: number
    /** Of its invoices: those without a number, and those with one that were not sent and are not on their way. */
    concepts: number[]
    unsent: number[]
    waiting: number
    skipped: { bill: string; problem: string }[]
  }>`
    select r.id, r.until::text, r.state, r.created_at, u.name as started_by,
      count(*) filter (where i.state = 'made')::integer as made,
      count(*) filter (where i.state = 'waiting')::integer as waiting,
      coalesce(array_agg(v.id order by v.id) filter (where v.definitive_at is null and v.id is not null), '{}') as concepts,
      coalesce(array_agg(v.id order by v.id) filter (where v.definitive_at is not null and v.sent_at is null
        and not exists (select from mails m where m.object_type = 'invoice' and m.object_id = v.id
          and ${isWaitingSql(sql`m.state`)})), '{}') as unsent,
      coalesce(json_agg(json_build_object('bill', i.bill, 'problem', i.problem) order by i.id)
        filter (where i.state = 'skipped'), '[]') as skipped
    from billing_runs r join billing_items i on i.run_id = r.id left join invoices v on v.id = i.invoice_id
      left join users u on u.id = r.started_by
    where r.id = (select max(id) from billing_runs) or r.id in (
      select made.run_id from invoices concept join billing_items made on made.invoice_id = concept.id
      where concept.state = 'concept' and made.state = 'made')
    group by r.id, u.id
    order by r.id desc
    limit ${MOST_RUNS}`.execute(db)
  return rows
}
