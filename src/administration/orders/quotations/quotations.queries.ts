import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { NOW, waitingRows } from '../../../system/attention/points.ts'
import { contactName, customerClientId, customerName, ofOwnCompanies } from '../../sales/sales/index.ts'
import { ENDING_DAYS, type QuotationStatus } from './quotations.rules.ts'
import { quotationsArea } from './rights.ts'

/** Row scope of the record type 'quotation': a supervisor has those that were sent to the own companies. */
export const quotationsVisibleTo = (viewer: Viewer): Expression<SqlBool> =>
  viewerScope(viewer, quotationsArea) === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(quotations.stage <> 'concept' and ${ofOwnCompanies(viewer, 'quotations')})`

/** How a quotation stands today, over a row of its table. */
export const statusOf = sql<QuotationStatus>`case when quotations.stage in ('sent', 'viewed')
  and quotations.valid_until < current_date then 'expired' else quotations.stage end`

/** Which quotations stand so, by columns that have an index. */
export const STATUS_IS: Readonly<Record<QuotationStatus, Expression<SqlBool>>> = {
  concept: sql<SqlBool>`quotations.stage = 'concept'`,
  sent: sql<SqlBool>`(quotations.stage = 'sent' and quotations.valid_until >= current_date)`,
  viewed: sql<SqlBool>`(quotations.stage = 'viewed' and quotations.valid_until >= current_date)`,
  accepted: sql<SqlBool>`quotations.stage = 'accepted'`,
  declined: sql<SqlBool>`quotations.stage = 'declined'`,
  expired: sql<SqlBool>`(quotations.stage in ('sent', 'viewed') and quotations.valid_until < current_date)`,
}

export const isFollowed = sql<boolean>`(exists (select 1 from orders where orders.quotation_id = quotations.id)
  or exists (select 1 from invoices where invoices.quotation_id = quotations.id))`

const isEnding = sql<SqlBool>`(quotations.stage in ('sent', 'viewed')
  and quotations.valid_until between current_date and current_date + ${sql.lit(ENDING_DAYS)}::integer)`

/**
 * What waits for somebody: accepted and nothing made of it, asked about, and about to expire without an answer, which who
 * has a link can give. */
export const WAITING = {
  accepted: sql<SqlBool>`(quotations.stage = 'accepted' and not ${isFollowed})`,
  asked: sql<SqlBool>`(quotations.id in (select quotation_id from quotation_questions where answer is null))`,
  ending: isEnding,
  answerable: sql<SqlBool>`(${isEnding} and exists (select from quotation_links where quotation_id = quotations.id))`,
} as const

export const listQuotations = (db: Db | Trx) =>
  db
    .selectFrom('quotations')
    .leftJoin('companies', 'companies.id', 'quotations.company_id')
    .leftJoin('contacts', 'contacts.id', 'quotations.contact_id')
    .leftJoin('users as employee', 'employee.id', 'quotations.employee_id')
    .select([
      'quotations.id',
      'quotations.version',
      sql<string>`quotations.uid`.as('uid'),
      'quotations.reference',
      'quotations.quotation_date',
      'quotations.valid_until',
      'quotations.company_id',
      'quotations.contact_id',
      'quotations.employee_id',
      sql<number>`quotations.total`.as('total'),
      statusOf.as('status'),
      customerName.as('customer'),
      contactName.as('contact'),
      'employee.name as employee',
    ])

/** @throws NotFound */
export async function getQuotation(db: Db | Trx, id: number) {
  const row = await listQuotations(db)
    .select([
      'quotations.print_layout_id',
      'quotations.header_text',
      'quotations.footer_text',
      'quotations.street',
      'quotations.street_no',
      'quotations.street_no_adding',
      'quotations.postal_code',
      'quotations.city',
      'quotations.country_code',
      'quotations.sent_at',
      'quotations.viewed_at',
      'quotations.accepted_at',
      'quotations.accepted_name',
      'quotations.declined_at',
      'quotations.decline_reason',
      'quotations.withdrawn_at',
      'quotations.created_at',
      'quotations.updated_at',
      'companies.name as company',
      customerClientId.as('client_id'),
      isFollowed.as('is_followed'),
    ])
    .where('quotations.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Offerte')
  return row
}
export type Quotation = Awaited<ReturnType<typeof getQuotation>>

/** The orders and invoices that were made of a quotation. */
export async function listFollowing(db: Db | Trx, id: number) {
  const orders = await db
    .selectFrom('orders')
    .select(['id', sql<string>`uid`.as('uid')])
    .where('quotation_id', '=', id)
    .orderBy('id')
    .execute()
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', sql<string>`coalesce(uid, 'Concept')`.as('uid')])
    .where('quotation_id', '=', id)
    .orderBy('id')
    .execute()
  return { orders, invoices }
}

/** What keeps a quotation from being deleted: what was made of it. */
export async function quotationBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const orders = await countOf(db.selectFrom('orders').select('id').where('quotation_id', '=', id))
  const invoices = await countOf(db.selectFrom('invoices').select('id').where('quotation_id', '=', id))
  return [
    { label: 'Orders', one: 'order', count: orders },
    { label: 'Facturen', one: 'factuur', count: invoices },
  ]
}

/** How many of the quotations that a viewer may see are of a company or a contact. */
export const countQuotationsOf = (viewer: Viewer, column: 'company_id' | 'contact_id', id: number) =>
  sql<number>`(select count(*)::integer from quotations
    where ${sql.ref(`quotations.${column}`)} = ${id} and ${quotationsVisibleTo(viewer)})`

const HARM: Record<keyof typeof WAITING, RawBuilder<unknown>> = {
  accepted: sql`(quotations.accepted_at at time zone 'Europe/Amsterdam')::date + 1`,
  asked: NOW,
  ending: sql`quotations.valid_until`,
  answerable: sql`quotations.valid_until`,
}

/** The quotations that wait for somebody in one of the ways. */
export const rowsWaiting = (what: keyof typeof WAITING, viewer: Viewer) =>
  waitingRows({
    day: HARM[what],
    from: sql`from quotations where ${WAITING[what]} and ${quotationsVisibleTo(viewer)}`,
  })
