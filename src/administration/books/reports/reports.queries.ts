import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import type { ReportPeriod } from './periods.rules.ts'
import type { Box } from './vat.rules.ts'

/** By what turnover is told apart. */
export const DIMENSIONS = ['month', 'product', 'category', 'customer'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** What was invoiced without VAT, in whole cents, in the period and in the one before. */
export interface Turnover {
  key: string
  name: string
  now: number
  before: number
}

interface Told {
  key: RawBuilder<string>
  name: RawBuilder<string>
  joins: RawBuilder<unknown>
}

/** That of the period asked for; the year before stands beside it. */
const MONTH = sql<string>`to_char(part.day, 'YYYY-MM')`

const BY: Readonly<Record<Dimension, Told>> = {
  month: { key: MONTH, name: MONTH, joins: sql`` },
  product: {
    key: sql`coalesce(l.product_id::text, '-')`,
    name: sql`coalesce(products.name, 'Zonder product')`,
    joins: sql`left join products on products.id = l.product_id`,
  },
  category: {
    key: sql`coalesce(product_categories.id::text, '-')`,
    name: sql`coalesce(product_categories.name, 'Zonder categorie')`,
    joins: sql`left join products on products.id = l.product_id
      left join product_categories on product_categories.id = products.category_id`,
  },
  customer: {
    key: sql`case when i.company_id is null then 'contact-' || i.contact_id else 'company-' || i.company_id end`,
    name: sql`coalesce(companies.name, ${nameText})`,
    joins: sql`join invoices i on i.id = l.invoice_id left join companies on companies.id = i.company_id
      left join contacts on contacts.id = i.contact_id`,
  },
}

/**
 * Turnover in a period and in the one before, in one query over the days of both. A period of more than a year shares days
 * with the one before: what is of both counts in both.
 */
export async function listTurnover(
  db: Db,
  by: Dimension,
  now: ReportPeriod,
  before: ReportPeriod,
): Promise<Turnover[]> {
  const { key, name, joins } = BY[by]
  const within = ({ from, until }: ReportPeriod) => sql`l.invoice_date between ${from}::date and ${until}::date`
  const { rows } = await sql<Turnover>`
    select ${key} as key, min(${name}) as name,
      coalesce(sum(l.net) filter (where part.is_now), 0)::float8 as now,
      coalesce(sum(l.net) filter (where not part.is_now), 0)::float8 as before
    from report_lines l
      cross join lateral (
        select true as is_now, l.invoice_date::timestamp as day where ${within(now)}
        union all select false, l.invoice_date + interval '1 year' where ${within(before)}) part ${joins}
    where (${within(now)} or ${within(before)})
    group by 1 order by ${by === 'month' ? sql`1` : sql`3 desc, 2`}`.execute(db)
  return rows
}

export interface VatBox {
  box: Box
  base: number
  vat: number
}

/** What invoices of a period put into each box. */
export async function listVat(db: Db, { from, until }: ReportPeriod): Promise<VatBox[]> {
  const { rows } = await sql<VatBox>`
    select box, sum(base)::float8 as base, sum(vat)::float8 as vat from report_taxes
    where invoice_date between ${from}::date and ${until}::date group by box`.execute(db)
  return rows
}

export interface IcpLine {
  vat_id: string | null
  customer: string
  goods: number
  services: number
}

/** What was supplied within the EU, per btw-id as invoices said it: the list that goes with the return. */
export async function listIcp(db: Db, { from, until }: ReportPeriod): Promise<IcpLine[]> {
  const { rows } = await sql<IcpLine>`
    select vat_id, max(customer) as customer,
      coalesce(sum(base) filter (where category = 'K'), 0)::float8 as goods,
      coalesce(sum(base) filter (where category <> 'K'), 0)::float8 as services
    from report_taxes where box = '3b' and invoice_date between ${from}::date and ${until}::date
    group by vat_id order by max(customer) collate "nl-x-icu", vat_id`.execute(db)
  return rows
}

/** Lines of definitive invoices, whose nets are the turnover. */
export const listReportLines = (db: Db) =>
  db
    .selectFrom('report_lines')
    .innerJoin('invoices', 'invoices.id', 'report_lines.invoice_id')
    .leftJoin('companies', 'companies.id', 'invoices.company_id')
    .leftJoin('contacts', 'contacts.id', 'invoices.contact_id')
    .leftJoin('products', 'products.id', 'report_lines.product_id')
    .select([
      'report_lines.id',
      'report_lines.invoice_id',
      'report_lines.invoice_date',
      'report_lines.name',
      'report_lines.count',
      'report_lines.net',
      'invoices.uid',
      sql<string>`coalesce(companies.name, ${nameText})`.as('customer'),
    ])

/** What invoices said of VAT, kind by kind. */
export const listReportTaxes = (db: Db) =>
  db
    .selectFrom('report_taxes')
    .innerJoin('invoices', 'invoices.id', 'report_taxes.invoice_id')
    .select([
      'report_taxes.id',
      'report_taxes.invoice_id',
      'report_taxes.invoice_date',
      'report_taxes.name',
      'report_taxes.percentage',
      'report_taxes.base',
      'report_taxes.vat',
      'report_taxes.customer',
      'report_taxes.vat_id',
      'invoices.uid',
      sql<Box>`report_taxes.box`.as('box'),
    ])
