import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { ROLE } from '../../../platform/access/roles.ts'
import { type Viewer, hasRole, viewerScope } from '../../../platform/access/viewer.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { RecordReading } from '../../../platform/screens/popup/popup.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { mayHaveInvoiceRelation } from '../../catalogue/customers/index.ts'
import { contactName, customerName, customerClientId } from '../../sales/sales/index.ts'
import { seesAmounts } from './orders.columns.ts'
import type { OrderStatus } from './orders.rules.ts'
import { ordersArea } from './rights.ts'

/** Row scope of the record type 'order': a teacher has those that name the teacher as the employee. */
export function ordersVisibleTo(viewer: Viewer): Expression<SqlBool> {
  if (viewerScope(viewer, ordersArea) === 'all') return sql<SqlBool>`true`
  return hasRole(viewer, ROLE.teacher) ? sql<SqlBool>`orders.employee_id = ${viewer.id}` : sql<SqlBool>`false`
}

const heads = (db: Db | Trx) =>
  db
    .selectFrom('orders')
    .leftJoin('companies', 'companies.id', 'orders.company_id')
    .leftJoin('contacts', 'contacts.id', 'orders.contact_id')
    .leftJoin('users as employee', 'employee.id', 'orders.employee_id')
    .select([
      'orders.id',
      'orders.version',
      sql<string>`orders.uid`.as('uid'),
      'orders.reference',
      'orders.order_date',
      'orders.company_id',
      'orders.contact_id',
      'orders.employee_id',
      'orders.city',
      sql<number>`orders.total`.as('total'),
      'orders.line_count',
      'orders.delivered_count',
      'orders.settled_count',
      sql<OrderStatus>`orders.status`.as('status'),
      customerName.as('customer'),
      contactName.as('contact'),
      'employee.name as employee',
    ])

export const listOrders = heads

/** Orders that the map cannot show, since nobody knows where they are. */
export const isWithoutPlace = sql<SqlBool>`exists (
  select 1 from order_places where order_places.order_id = orders.id and order_places.latitude is null)`

const orderById = (db: Db | Trx, id: number) =>
  heads(db)
    .leftJoin('quotations', 'quotations.id', 'orders.quotation_id')
    .leftJoin('orders as parent', 'parent.id', 'orders.parent_order_id')
    .leftJoin('companies as relation', 'relation.id', 'orders.invoice_relation_id')
    .select([
      'orders.plannable',
      'orders.use_invoice_relation',
      'orders.invoice_relation_id',
      'relation.name as invoice_relation',
      'orders.quotation_id',
      'orders.parent_order_id',
      'orders.print_layout_id',
      'orders.header_text',
      'orders.footer_text',
      'orders.street',
      'orders.street_no',
      'orders.street_no_adding',
      'orders.postal_code',
      'orders.country_code',
      'orders.updated_at',
      'companies.name as company',
      customerClientId.as('client_id'),
      'quotations.uid as quotation',
      'parent.uid as parent',
    ])
    .where('orders.id', '=', id)

/** @throws NotFound */
export async function getOrder(db: Db | Trx, id: number) {
  const row = await orderById(db, id).executeTakeFirst()
  if (!row) throw new NotFound('Order')
  return row
}
export type Order = Awaited<ReturnType<typeof getOrder>>

/** Who is involved in an order beside the customer. */
export const listOrderContacts = (db: Db | Trx, orderId: number) =>
  db
    .selectFrom('order_contacts')
    .innerJoin('contacts', 'contacts.id', 'order_contacts.contact_id')
    .select(['contacts.id', nameText.as('name'), 'contacts.phone', 'contacts.job_title'])
    .where('order_contacts.order_id', '=', orderId)
    .orderBy('contacts.last_name')
    .orderBy('contacts.id')

interface Following {
  type: 'order' | 'quotation' | 'invoice'
  id: number
  uid: string | null
}

/** What came of an order: orders that follow it, and for who sees what things cost the rest. */
const following = (viewer: Viewer, orderId: number, sees: boolean) => sql<Following>`
  select 'order' as type, orders.id, orders.uid from orders
    where orders.parent_order_id = ${orderId} and ${ordersVisibleTo(viewer)}
  union all
  select 'quotation', q.id, q.uid from quotations q where ${sees} and q.id in (${quotedFrom(orderId)})
  union all
  select 'invoice', i.id, i.uid from invoices i where ${sees} and i.order_id = ${orderId}
  order by type desc, id`

export const listFollowing = async (db: Db | Trx, viewer: Viewer, orderId: number, sees: boolean) =>
  (await following(viewer, orderId, sees).execute(db)).rows

/** The order of a popup, with who and what it leads to, in one round trip. @throws NotFound */
export async function getShownOrder(db: Db, registry: Registry, readRecord: RecordReading['readRecord']) {
  const row = await readRecord(({ id, viewer, tabCounts }) => {
    const opens = (type: 'company' | 'contact' | 'quotation') =>
      registry.sees(viewer, type, sql.ref(`orders.${type}_id`))
    return orderById(db, id).select([
      jsonArrayFrom(listOrderContacts(db, id)).as('contacts'),
      sql<
        Following[]
      >`(select coalesce(json_agg(next), '[]') from (${following(viewer, id, seesAmounts(viewer))}) next)`.as(
        'following',
      ),
      opens('company').as('opens_company'),
      opens('contact').as('opens_contact'),
      opens('quotation').as('opens_quotation'),
      mayHaveInvoiceRelation.as('may_have_relation'),
      tabCounts(id).as('tab_counts'),
    ])
  })
  if (!row) throw new NotFound('Order')
  return row
}

/** The quotations onto which lines of an order went. */
const quotedFrom = (orderId: number) => sql<number>`
  select l.quotation_id from sale_lines l join sale_lines source on source.id = l.source_id
  where source.order_id = ${orderId} and source.destination = 'quote' and l.quotation_id is not null`

/** What keeps an order from being deleted: what came of it. */
export async function orderBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const orders = await countOf(db.selectFrom('orders').select('id').where('parent_order_id', '=', id))
  const invoices = await countOf(db.selectFrom('invoices').select('id').where('order_id', '=', id))
  const quoted = await countOf(
    db
      .selectFrom('quotations')
      .select('id')
      .where(sql<SqlBool>`quotations.id in (${quotedFrom(id)})`),
  )
  return [
    { label: 'Vervolgorders', one: 'vervolgorder', count: orders },
    { label: 'Offertes', one: 'offerte', count: quoted },
    { label: 'Facturen', one: 'factuur', count: invoices },
  ]
}

/** How many orders a customer has, for the tab in its popup. */
export const countOrdersOf = (column: 'company_id' | 'contact_id', id: number) =>
  sql<number>`(select count(*)::integer from orders where ${sql.ref(`orders.${column}`)} = ${id})`
