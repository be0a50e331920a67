/** What is agreed with a customer about all its invoices; a company has what the companies above it have. */
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Reason } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { type PaymentCondition, listPaymentConditions, usualPaymentCondition } from '../payment-conditions/index.ts'
import { type Day, TODAY, type TaxCategory, percentageOn, taxIdOn, taxTypeLabel } from '../vat/index.ts'
import { type Buyer, type Customer, customersOf } from './customers.queries.ts'
import type { InvoiceTo } from './invoice-to.rules.ts'

export type Whose = 'company' | 'contact'

export const listCustomerTerms = (db: Db | Trx, day: Day = TODAY) =>
  db
    .selectFrom('customer_terms')
    .leftJoin('tax_types', 'tax_types.id', 'customer_terms.tax_type_id')
    .leftJoin('payment_conditions', 'payment_conditions.id', 'customer_terms.default_payment_condition_id')
    .leftJoin('companies as relation', 'relation.id', 'customer_terms.invoice_relation_id')
    .select([
      'customer_terms.id',
      'customer_terms.company_id',
      'customer_terms.contact_id',
      'customer_terms.default_payment_condition_id',
      'customer_terms.tax_type_id',
      'customer_terms.invoice_relation_id',
      'relation.name as invoice_relation',
      'customer_terms.version',
      'payment_conditions.name as condition',
      'payment_conditions.days',
      sql<TaxCategory | null>`tax_types.category`.as('tax_category'),
      sql<string | null>`${taxTypeLabel(day)}`.as('tax_label'),
    ])
export type CustomerTerms = Awaited<ReturnType<typeof termsOf>>

/** Of this customer itself; undefined where nothing is agreed. */
export const termsOf = (db: Db | Trx, whose: Whose, id: number) =>
  listCustomerTerms(db).where(`customer_terms.${whose}_id`, '=', id).executeTakeFirst()

const idsOf = ({ contact, companies }: Customer) => ({
  contacts: contact ? [contact.id] : [],
  companies: companies.map((company) => company.id),
})

/** Of a contact, its company and those above it: the first that holds, nearest first. */
function nearest<T extends { company_id: number | null; contact_id: number | null }>(
  { contact, companies }: Customer,
  rows: readonly T[],
): { row: T; of: string } | null {
  const own = contact && rows.find((row) => row.contact_id === contact.id)
  if (own) return { row: own, of: contact.name }
  for (const company of companies) {
    const row = rows.find((one) => one.company_id === company.id)
    if (row) return { row, of: company.name }
  }
  return null
}

const among = (customers: readonly Customer[]) => {
  const all = customers.map(idsOf)
  return sql<SqlBool>`(customer_terms.company_id = any(${all.flatMap(({ companies }) => companies)})
    or customer_terms.contact_id = any(${all.flatMap(({ contacts }) => contacts)}))`
}

/** By when this customer pays, and by whose agreement; null where it is the standard. */
export async function paymentConditionOf(
  db: Db | Trx,
  buyer: Buyer,
): Promise<{ condition: PaymentCondition; of: string | null }> {
  const [customer] = await customersOf(db, [buyer])
  const rows = await listCustomerTerms(db)
    .where(among([customer!]))
    .where('customer_terms.default_payment_condition_id', 'is not', null)
    .execute()
  const found = nearest(customer!, rows)
  if (!found) return { condition: await usualPaymentCondition(db), of: null }
  const condition = await listPaymentConditions(db)
    .where('payment_conditions.id', '=', found.row.default_payment_condition_id)
    .executeTakeFirstOrThrow()
  return { condition, of: found.of }
}

/** Who buys, and who is to get the invoice of it; as agreed when left out. */
export interface InvoicedBuyer extends Buyer, Partial<InvoiceTo> {}

export interface InvoiceRelation {
  id: number
  name: string
  /** By whose agreement; null where it was chosen for this one. */
  of: string | null
  /** Who buys. */
  for: string
}

/** The companies that get these invoices in the place of who buys, in three queries; null where who buys does itself. */
export async function invoiceRelationsOf(
  db: Db | Trx,
  buyers: readonly InvoicedBuyer[],
): Promise<(InvoiceRelation | null)[]> {
  const asked = buyers.filter(({ use_invoice_relation }) => use_invoice_relation !== false)
  if (asked.length === 0) return buyers.map(() => null)
  const customers = new Map((await customersOf(db, asked)).map((customer, i) => [asked[i]!, customer]))
  const rows = await listCustomerTerms(db)
    .where(among([...customers.values()]))
    .where('customer_terms.invoice_relation_id', 'is not', null)
    .execute()
  const chosen = await namesOf(db, asked.flatMap(({ invoice_relation_id }) => invoice_relation_id ?? [])) // prettier-ignore
  return buyers.map((buyer): InvoiceRelation | null => {
    const customer = customers.get(buyer)
    if (!customer) return null
    const own = buyer.invoice_relation_id ?? null
    const found = own === null ? nearest(customer, rows) : null
    const id = own ?? found?.row.invoice_relation_id ?? null
    if (id === null || id === buyer.company_id) return null
    const who = buyer.company_id === null ? customer.contact : customer.companies[0]
    return {
      id,
      name: chosen.get(id) ?? found?.row.invoice_relation ?? '',
      of: found?.of ?? null,
      for: who?.name ?? '',
    }
  })
}

async function namesOf(db: Db | Trx, companyIds: readonly number[]): Promise<Map<number, string>> {
  if (companyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', [...companyIds])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The same of one. */
export const invoiceRelationOf = async (db: Db | Trx, buyer: InvoicedBuyer): Promise<InvoiceRelation | null> =>
  (await invoiceRelationsOf(db, [buyer]))[0]!

/** Whether an order that is read may go to another than who buys: false where `invoiceRelationOf` would find nobody. */
export const mayHaveInvoiceRelation = sql<boolean>`(orders.use_invoice_relation and (
  orders.invoice_relation_id is not null
  or exists (select from customer_terms agreed where agreed.invoice_relation_id is not null
    and (agreed.company_id = orders.company_id or agreed.contact_id = orders.contact_id))
  or exists (select from companies where id = orders.company_id and parent_id is not null)
  or (orders.company_id is null and exists (select from contacts where id = orders.contact_id and company_id is not null))))`

/** VAT that is agreed with a customer, on a day. */
export interface AgreedVat {
  tax_type_id: number
  tax_category: TaxCategory
  tax_id: number | null
  tax: string | null
  tax_label: string
  /** With whom. */
  of: string
}

/**
 * What is agreed with each of these customers about VAT, in two queries for however many days; null where nothing is.
 * @param days of each customer the day whose percentage holds, YYYY-MM-DD; today where it is left out
 */
export async function agreedVatOf(
  db: Db | Trx,
  customers: readonly Customer[],
  days: readonly string[] = [],
): Promise<(AgreedVat | null)[]> {
  if (customers.every(({ contact, companies }) => contact === null && companies.length === 0))
    return customers.map(() => null)
  const rows = await db
    .selectFrom('customer_terms')
    .select(['company_id', 'contact_id', sql<number>`tax_type_id`.as('tax_type_id')])
    .where(among(customers))
    .where('tax_type_id', 'is not', null)
    .execute()
  if (rows.length === 0) return customers.map(() => null)
  const now = today()
  const found = customers.map((customer, i) => {
    const one = nearest(customer, rows)
    return one && { of: one.of, tax_type_id: one.row.tax_type_id, day: days[i] ?? now }
  })
  const taxes = await taxesOn(
    db,
    found.flatMap((one) => one ?? []),
  )
  return found.map((one) => one && { ...taxes.get(`${one.day} ${one.tax_type_id}`)!, of: one.of })
}

/** Kinds of VAT on days, by day and id. */
async function taxesOn(db: Db | Trx, asked: readonly { tax_type_id: number; day: string }[]) {
  if (asked.length === 0) return new Map<string, Omit<AgreedVat, 'of'>>()
  const pairs = [...new Map(asked.map((one) => [`${one.day} ${one.tax_type_id}`, one])).values()]
  const ids = pairs.map(({ tax_type_id }) => tax_type_id)
  const days = pairs.map(({ day }) => day)
  const on = sql<{ tax_type_id: number; day: string }>`unnest(${ids}::integer[], ${days}::date[])`
  const day = sql`asked.day`
  const rows = await db
    .selectFrom('tax_types')
    .innerJoin(on.as<'asked'>(sql`asked(tax_type_id, day)`), 'asked.tax_type_id', 'tax_types.id')
    .select(['tax_types.id as tax_type_id', sql<TaxCategory>`tax_types.category`.as('tax_category')])
    .select([
      taxIdOn(sql`tax_types.id`, day).as('tax_id'),
      percentageOn(sql`tax_types.id`, day).as('tax'),
      taxTypeLabel(day).as('tax_label'),
    ])
    .select(sql<string>`asked.day::text`.as('day'))
    .execute()
  return new Map(rows.map(({ day: on_, ...row }) => [`${on_} ${row.tax_type_id}`, row]))
}

const customerName = sql<string>`coalesce(companies.name, ${nameText})`

/** For the history: whose they are. */
export async function termsNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('customer_terms')
    .leftJoin('companies', 'companies.id', 'customer_terms.company_id')
    .leftJoin('contacts', 'contacts.id', 'customer_terms.contact_id')
    .select(['customer_terms.id', customerName.as('name')])
    .where('customer_terms.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What keeps a payment condition or a VAT type from going. */
export const reasonsByTerms =
  (column: 'default_payment_condition_id' | 'tax_type_id') =>
  async (db: Db | Trx, id: number): Promise<Reason[]> => {
    const { count } = await db
      .selectFrom('customer_terms')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow()
    return [{ label: 'Klanten', one: 'klant', count }]
  }
