import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { RepeatUnit } from '../../../platform/format/repeats.ts'
import { companiesVisibleTo } from '../../../relations/companies/index.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { hasVisit } from '../../planning/visits/index.ts'
import type { PriceKind } from './contracts.rules.ts'
import { contractsArea } from './rights.ts'

/** Row scope of the record type: a supervisor has those of the own companies. */
export const contractsVisibleTo = (viewer: Viewer): Expression<SqlBool> =>
  viewerScope(viewer, contractsArea) === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`inspection_contracts.company_id in (select companies.id from companies where ${companiesVisibleTo(viewer)})`

export const searchedContracts = { text: sql<string>`inspection_contracts.search_text`, table: 'inspection_contracts' }

/** Whose it is, by name. */
export const customerName = sql<string>`coalesce(companies.name, ${nameText})`

/** Runs, and the notice term has come. */
export const isEnding = sql<SqlBool>`inspection_contracts.terminated_on is null and inspection_contracts.expires_at >= current_date
  and (inspection_contracts.expires_at - make_interval(months => inspection_contracts.notice_months))::date <= current_date`

/** The order of the running period, the newest where it has several. */
const runningOrder = sql<number | null>`(
  select o.order_id from contract_orders o where o.contract_id = inspection_contracts.id
    and o.period_end = inspection_contracts.expires_at order by o.work_month desc limit 1)`

/** Whether the order of the running period has a visit (rulings 6). */
export const isPlanned = hasVisit(runningOrder)

/** Whether there is an order of the running period. */
const isOrdered = sql<boolean>`${runningOrder} is not null`

export const listContracts = (db: Db | Trx) =>
  db
    .selectFrom('inspection_contracts')
    .leftJoin('companies', 'companies.id', 'inspection_contracts.company_id')
    .leftJoin('contacts', 'contacts.id', 'inspection_contracts.contact_id')
    .select([
      'inspection_contracts.id',
      'inspection_contracts.version',
      'inspection_contracts.name',
      'inspection_contracts.company_id',
      'inspection_contracts.contact_id',
      customerName.as('customer'),
      'inspection_contracts.begins_at',
      'inspection_contracts.expires_at',
      'inspection_contracts.repeat_count',
      sql<RepeatUnit>`inspection_contracts.repeat_unit`.as('repeat_unit'),
      'inspection_contracts.notice_months',
      'inspection_contracts.work_months',
      sql<PriceKind>`inspection_contracts.price_kind`.as('price_kind'),
      'inspection_contracts.terminated_on',
      isPlanned.as('planned'),
      isOrdered.as('ordered'),
    ])
export type ListedContract = Awaited<ReturnType<ReturnType<typeof listContracts>['execute']>>[number]

const inPopup = (db: Db | Trx) =>
  listContracts(db)
    .leftJoin('products', 'products.id', 'inspection_contracts.fixed_product_id')
    .leftJoin('companies as place', 'place.id', 'inspection_contracts.address_company_id')
    .select([
      'inspection_contracts.address_company_id',
      'inspection_contracts.address_contact_id',
      'inspection_contracts.for_devices',
      'inspection_contracts.for_all_categories',
      'inspection_contracts.fixed_price',
      'inspection_contracts.fixed_product_id',
      'products.name as fixed_product',
      'place.name as place',
      'companies.coc_no',
      'inspection_contracts.termination_reason',
      'inspection_contracts.note',
      'inspection_contracts.updated_at',
      runningOrder.as('order_id'),
    ])

/** @throws NotFound */
export async function getContract(db: Db | Trx, id: number) {
  const contract = await inPopup(db).where('inspection_contracts.id', '=', id).executeTakeFirst()
  if (!contract) throw new NotFound('Contract')
  return contract
}
export type Contract = Awaited<ReturnType<typeof getContract>>

/** What is agreed per period. */
export const listContractProducts = (db: Db | Trx, ids: readonly number[]) =>
  db
    .selectFrom('contract_products')
    .innerJoin('products', 'products.id', 'contract_products.product_id')
    .select([
      'contract_products.contract_id',
      'contract_products.product_id',
      'products.name',
      'contract_products.amount',
    ])
    .where('contract_id', 'in', [...ids])
    .orderBy('products.name')
    .orderBy('contract_products.product_id')
    .execute()

/** Those for whom it is, beside all. */
export async function listContractParts(db: Db | Trx, id: number) {
  const [products, categories, devices] = await Promise.all([
    listContractProducts(db, [id]),
    db
      .selectFrom('contract_categories')
      .innerJoin('device_categories', 'device_categories.id', 'contract_categories.device_category_id')
      .select(['device_categories.id', 'device_categories.name as label'])
      .where('contract_id', '=', id)
      .orderBy('device_categories.name')
      .execute(),
    db
      .selectFrom('contract_devices')
      .innerJoin('devices', 'devices.id', 'contract_devices.device_id')
      .select(['devices.id', sql<string>`devices.number || ' ' || devices.name`.as('label')])
      .where('contract_id', '=', id)
      .orderBy('devices.number')
      .execute(),
  ])
  return { products, categories, devices }
}

/** Whoever has to do with it at the customer. */
export const listContractContacts = (db: Db | Trx, id: number) =>
  db
    .selectFrom('contract_contacts')
    .innerJoin('contacts', 'contacts.id', 'contract_contacts.contact_id')
    .select(['contacts.id', nameText.as('name'), 'contacts.email', 'contacts.phone'])
    .where('contract_id', '=', id)
    .orderBy('contract_contacts.id')
    .execute()

/** The orders that came of it, the newest first. */
export async function listContractOrders(db: Db | Trx, id: number) {
  const { rows } = await sql<{ id: number; uid: string; work_month: string | null; devices: number; excl: number }>`
    select o.id, o.uid, c.work_month,
      (select count(*)::integer from order_devices d where d.order_id = o.id) as devices, o.base as excl
    from contract_orders c join orders o on o.id = c.order_id
    where c.contract_id = ${id} order by o.order_date desc, o.id desc limit 50`.execute(db)
  return rows
}

export async function contractNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('inspection_contracts').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How many contracts a customer has, for the tab in its popup. */
export const countContractsOf = (column: 'company_id' | 'contact_id', id: number) =>
  sql<number>`(select count(*)::integer from inspection_contracts where ${sql.ref(`inspection_contracts.${column}`)} = ${id})`

/** Where a customer can be visited: each place with what it is called. */
export async function listPlaces(
  db: Db | Trx,
  { company_id, contact_id }: { company_id: number | null; contact_id: number | null },
) {
  const { rows } = await sql<{ value: string; label: string }>`
    select case when c.id = ${company_id} then '' else 'company:' || c.id end as value,
      concat_ws(', ', c.name, nullif(concat_ws(' ', c.street, c.street_no), ''), nullif(c.city, '')) as label
    from companies c where c.id = ${company_id} or c.parent_id = ${company_id}
    union all
    select case when ${company_id}::integer is null then '' else 'contact:' || contacts.id end,
      concat_ws(', ', ${nameText}, nullif(concat_ws(' ', contacts.street, contacts.street_no), ''), nullif(contacts.city, ''))
    from contacts where contacts.id = ${contact_id}
    order by 1, 2 limit 200`.execute(db)
  return rows
}
