/** The price engine over what is stored: prices of many lines at once, in a number of queries that does not grow with them. */
import { sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { type DiscountType, listPricedProducts, productLabelSql } from '../products/index.ts'
import type { TaxCategory } from '../vat/index.ts'
import type { OwnPrice, PriceQuestion, PriceRule } from './candidates.rules.ts'
import { type Buyer, agreedVatOf, customersOf } from '../customers/index.ts'
import { type Priced, priceOf } from './prices.rules.ts'
import { inModeOf, withVat } from './vat.rules.ts'

/** What is bought, by whom, on which day (yyyy-mm-dd), and how much of it. */
export interface Asked extends Buyer {
  product_id: number
  day: string
  count: string
  unit?: PriceQuestion['unit']
  own?: readonly OwnPrice[]
}

/** A price with the VAT that it bears. */
export interface Answer extends Priced {
  product_id: number
  name: string
  taxes_included: boolean
  tax_type_id: number
  tax_category: TaxCategory
  tax_id: number | null
  /** In percents; null before the first day of this VAT. */
  tax: string | null
  tax_label: string
  /** Why it is not the VAT of the product; null where it is. */
  tax_why: string | null
}

/** @throws NotFound where a product does not exist */
export async function pricesFor(db: Db | Trx, asked: readonly Asked[]): Promise<Answer[]> {
  const customers = await customersOf(db, asked)
  const rules = await rulesOf(
    db,
    asked.map(({ product_id }) => product_id),
    {
      companies: customers.flatMap(({ companies }) => companies.map(({ id }) => id)),
      contacts: customers.flatMap(({ contact }) => contact?.id ?? []),
    },
  )
  const agreed = await agreedVatOf(
    db,
    customers,
    asked.map(({ day }) => day),
  )
  const products = new Map((await productsOn(db, asked)).map((product) => [`${product.day} ${product.id}`, product]))
  return asked.map((one, at) => {
    const product = products.get(`${one.day} ${one.product_id}`)
    if (!product) throw new NotFound('Product')
    const question = {
      customer: customers[at]!,
      day: one.day,
      count: one.count,
      ...(one.unit ? { unit: one.unit } : {}),
    }
    const { label } = product
    const priced = priceOf({ ...product, name: label }, question, {
      rules,
      own: (one.own ?? []).map((own) => ({ ...own, price: inModeOf(product, own.price) })),
    })
    return {
      product_id: product.id,
      name: label,
      ...withVat(priced, { product, agreed: agreed[at]!, count: one.count }),
    }
  })
}

/** Prices and VAT are those of a day, mostly one for all lines; of however many days, in one query. */
async function productsOn(db: Db | Trx, asked: readonly Pick<Asked, 'product_id' | 'day'>[]) {
  if (asked.length === 0) return []
  const pairs = [...new Map(asked.map((one) => [`${one.day} ${one.product_id}`, one])).values()]
  const ids = pairs.map(({ product_id }) => product_id)
  const days = pairs.map(({ day }) => day)
  const on = sql<{ product_id: number; day: string }>`unnest(${ids}::integer[], ${days}::date[])`
  const rows = await listPricedProducts(db, sql`asked.day`)
    .innerJoin(on.as<'asked'>(sql`asked(product_id, day)`), 'asked.product_id', 'products.id')
    .select(['product_categories.discount as category_discount', productLabelSql.as('label')])
    .select(sql<string>`asked.day::text`.as('day'))
    .execute()
  return rows.map((row) => ({
    ...row,
    discount_type: row.discount_type as DiscountType,
    tax_category: row.tax_category as TaxCategory,
  }))
}

/** The steps of these products, and what was agreed on them with these customers. */
async function rulesOf(
  db: Db | Trx,
  products: number[],
  { companies, contacts }: { companies: number[]; contacts: number[] },
): Promise<PriceRule[]> {
  if (products.length === 0) return []
  return db
    .selectFrom('price_rules')
    .select([
      'id',
      'product_id',
      'company_id',
      'contact_id',
      'from_count',
      'price',
      'percentage',
      'valid_from',
      'valid_until',
    ])
    .select(sql<PriceRule['type']>`type`.as('type'))
    .where('product_id', 'in', [...new Set(products)])
    .where(
      sql<boolean>`(num_nonnulls(company_id, contact_id) = 0 or company_id = any(${companies}) or contact_id = any(${contacts}))`,
    )
    .orderBy('id')
    .execute()
}
