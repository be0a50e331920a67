import { type Expression, type SqlBool, sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { listPriceOn, productLabelSql } from '../products/index.ts'
import { type RuleType, effectText } from './candidates.rules.ts'

const customerName = sql<
  string | null
>`coalesce(companies.name, case when contacts.id is not null then ${nameText} end)`

/** Agreements and quantity steps, with what the product costs today without them. */
export const listPriceRules = (db: Db | Trx) =>
  db
    .selectFrom('price_rules')
    .innerJoin('products', 'products.id', 'price_rules.product_id')
    .leftJoin('companies', 'companies.id', 'price_rules.company_id')
    .leftJoin('contacts', 'contacts.id', 'price_rules.contact_id')
    .select([
      'price_rules.id',
      'price_rules.product_id',
      'price_rules.company_id',
      'price_rules.contact_id',
      'price_rules.from_count',
      'price_rules.price',
      'price_rules.percentage',
      'price_rules.valid_from',
      'price_rules.valid_until',
      'price_rules.version',
      sql<RuleType>`price_rules.type`.as('type'),
      productLabelSql.as('product'),
      listPriceOn().as('list_price'),
      customerName.as('customer'),
      sql<number | null>`coalesce(companies.client_id, contacts.client_id)`.as('client_id'),
    ])

/** @throws NotFound */
export async function getPriceRule(db: Db | Trx, id: number) {
  const row = await listPriceRules(db).where('price_rules.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Prijsafspraak')
  return row
}
export type PriceRuleRow = Awaited<ReturnType<typeof getPriceRule>>

/** For the history and for questions: 'Cursusboek BHV: 10% korting'. */
export async function priceRuleNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listPriceRules(db).where('price_rules.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, `${row.product}: ${effectText(row)}`]))
}

/** What was agreed with a customer; of a company also what companies above it agreed on. */
export const ruleIsOf = (whose: 'company' | 'contact', id: number) =>
  whose === 'contact'
    ? sql<SqlBool>`price_rules.contact_id = ${id}`
    : sql<SqlBool>`price_rules.company_id in (
        with recursive above as (
          select c.id, c.parent_id from companies c where c.id = ${id}
          union select c.id, c.parent_id from companies c join above on c.id = above.parent_id
        ) select above.id from above)`

const countWhere = (condition: Expression<SqlBool>): Expression<number> =>
  sql<number>`select count(*) from price_rules where ${condition}`

export const countRulesOf = {
  customer: (whose: 'company' | 'contact', id: number) => countWhere(ruleIsOf(whose, id)),
  steps: (id: number) => countWhere(sql`product_id = ${id} and num_nonnulls(company_id, contact_id) = 0`),
  agreements: (id: number) => countWhere(sql`product_id = ${id} and num_nonnulls(company_id, contact_id) = 1`),
}
