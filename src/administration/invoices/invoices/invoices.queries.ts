import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { changedAt } from '../../../system/history/index.ts'
import { contactName, customerClientId, customerName, ofOwnCompanies } from '../../sales/sales/index.ts'
import type { InvoiceStatus } from './invoices.rules.ts'
import { invoicesArea } from './rights.ts'

/** Row scope of the record type 'invoice': a supervisor has those of the own companies that left the house. */
export const invoicesVisibleTo = (viewer: Viewer): Expression<SqlBool> =>
  viewerScope(viewer, invoicesArea) === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(invoices.definitive_at is not null and ${ofOwnCompanies(viewer, 'invoices')})`

/** What was paid of the invoices that a viewer sees. */
export const paymentsVisibleTo = (viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from invoices where invoices.id = invoice_payments.invoice_id and ${invoicesVisibleTo(viewer)})`

/** How an invoice stands, over a row of its table. */
export const statusOf = sql<InvoiceStatus>`invoices.state`
/** Whether something of it is owed after its last day, likewise. */
export const overdue = sql<SqlBool>`(invoices.open > 0 and invoices.expires_at < current_date)`

/** Whether a letter went out about something that is still open, likewise: few of many, found by the letters. */
export const wasReminded = sql<SqlBool>`(invoices.open <> 0 and invoices.id = any(array(
  select i.invoice_id from reminder_items i where i.invoice_id is not null and i.counts and i.step <> 'statement')))`

/** The day of the last letter about it. */
export const remindedOn = sql<string | null>`(
  select max(r.written_on)::text from reminder_items i join reminders r on r.id = i.reminder_id
  where i.invoice_id = invoices.id and i.counts and i.step <> 'statement')`

export const listInvoices = (db: Db | Trx) =>
  db
    .selectFrom('invoices')
    .leftJoin('companies', 'companies.id', 'invoices.company_id')
    .leftJoin('contacts', 'contacts.id', 'invoices.contact_id')
    .select([
      'invoices.id',
      'invoices.version',
      'invoices.uid',
      'invoices.reference',
      'invoices.invoice_date',
      'invoices.expires_at',
      'invoices.company_id',
      'invoices.contact_id',
      'invoices.open',
      sql<number>`invoices.total`.as('total'),
      statusOf.as('status'),
      customerName.as('customer'),
      contactName.as('contact'),
    ])

/** @throws NotFound */
export async function getInvoice(db: Db | Trx, id: number) {
  const row = await listInvoices(db)
    .innerJoin('payment_conditions', 'payment_conditions.id', 'invoices.payment_condition_id')
    .leftJoin('orders', 'orders.id', 'invoices.order_id')
    .leftJoin('quotations', 'quotations.id', 'invoices.quotation_id')
    .leftJoin('invoices as credited', 'credited.id', 'invoices.credits_id')
    .select([
      'invoices.payment_condition_id',
      'payment_conditions.name as payment_condition',
      'invoices.order_id',
      'invoices.quotation_id',
      'invoices.print_layout_id',
      'invoices.header_text',
      'invoices.footer_text',
      'invoices.street',
      'invoices.street_no',
      'invoices.street_no_adding',
      'invoices.postal_code',
      'invoices.city',
      'invoices.country_code',
      'invoices.definitive_at',
      'invoices.delivered_on',
      'invoices.delivered_from',
      'invoices.credits_id',
      'invoices.sent_at',
      'invoices.paid',
      'invoices.disputed',
      'invoices.written_off',
      'credited.uid as credits',
      'invoices.created_at',
      changedAt('invoice', sql.ref('invoices.id'), sql.ref('invoices.updated_at')).as('changed_at'),
      'companies.name as company',
      customerClientId.as('client_id'),
      'orders.uid as order',
      'quotations.uid as quotation',
    ])
    .where('invoices.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Factuur')
  return row
}
export type Invoice = Awaited<ReturnType<typeof getInvoice>>

/** What keeps a payment condition from being deleted. */
export async function reasonsByInvoices(db: Db | Trx, id: number): Promise<Reason[]> {
  const count = await countOf(db.selectFrom('invoices').select('id').where('payment_condition_id', '=', id))
  return [{ label: 'Facturen', one: 'factuur', count, url: `/administration/invoices?payment_condition_id=${id}` }]
}

/** How many of the invoices that a viewer may see are of a company, a contact or an order. */
export const countInvoicesOf = (viewer: Viewer, column: 'company_id' | 'contact_id' | 'order_id', id: number) =>
  sql<number>`(select count(*)::integer from invoices
    where ${sql.ref(`invoices.${column}`)} = ${id} and ${invoicesVisibleTo(viewer)})`
