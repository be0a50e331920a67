import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { formatEuros } from '../../../platform/format/price.ts'
import type { PlanCtx } from '../../../platform/screens/table/bulk.ts'
import { type BulkPlan, planOf } from '../../../platform/screens/table/bulk-plan.ts'
import { byProduct, listPriceOn } from './products.queries.ts'
import { type DiscountType, discountProblem, samePrice } from './products.rules.ts'
import { type Repricing, repriced } from './repricing.rules.ts'

type Asking<Form = object> = PlanCtx<object, { ids: number[] } & Form>
export type RepricingForm = Repricing & { valid_from: string }

/** Locks them in the order of their ids. */
export const lockProducts = (trx: Trx, ids: number[]) =>
  trx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Those chosen, in Dutch order. @throws Invalid when there are none */
async function listChosen({ db, form }: Asking, day?: string) {
  const rows = await db
    .selectFrom('products')
    .leftJoin('product_categories', 'product_categories.id', 'products.category_id')
    .select([
      'products.id',
      'products.name',
      'products.active',
      'products.category_id',
      'product_categories.name as category_name',
      'products.discount',
      'products.discount_type',
      listPriceOn(day === undefined ? undefined : sql`${day}::date`).as('price'),
      sql<string | null>`(select min(p.valid_from) from product_prices p
        where p.product_id = products.id and p.valid_from > ${day ?? null}::date)`.as('later'),
    ])
    .where('products.id', 'in', form.ids)
    .orderBy(byProduct)
    .orderBy('products.id')
    .execute()
  if (rows.length === 0) throw new Invalid({ ids: ['Vink minimaal één product aan.'] })
  return rows
}

export const planDeactivating = async (asking: Asking): Promise<BulkPlan> =>
  planOf(await listChosen(asking), ({ active }) => (active ? {} : { why: 'is al niet actief' })).plan

/** In which category each of them comes. */
export async function planCategory(asking: Asking<{ category_id: number | null }>): Promise<BulkPlan> {
  const { category_id } = asking.form
  const to = await asking.db
    .selectFrom('product_categories')
    .select('name')
    .where('id', '=', category_id)
    .executeTakeFirst()
  return planOf(await listChosen(asking), (product) =>
    product.category_id === category_id
      ? { why: 'staat al in deze categorie' }
      : { change: { from: product.category_name ?? 'Geen', to: to?.name ?? 'Geen' } },
  ).plan
}

type Chosen = Awaited<ReturnType<typeof listChosen>>[number]

/** Why the price of one stays as it is, or what it becomes. */
function judge(product: Chosen, form: Repricing) {
  const price = repriced(product.price, form)
  if (price === null) return { why: 'zou minder dan € 0,00 kosten' }
  if (samePrice(price, product.price)) return { why: 'kost dan al zoveel' }
  const discount = { discount: product.discount, discount_type: product.discount_type as DiscountType }
  if (discountProblem({ ...discount, price }) !== null)
    return { why: `heeft een korting van ${formatEuros(product.discount)}, meer dan de nieuwe prijs` }
  return { change: { from: formatEuros(product.price), to: formatEuros(price) }, price }
}

/** What each of them costs from a day, with the prices as they are kept. */
export async function planPrices(asking: Asking<RepricingForm>) {
  const { form } = asking
  const rows = await listChosen(asking, form.valid_from)
  const { plan, going } = planOf(rows, (product) => {
    const { why, change } = judge(product, form)
    return why === undefined ? { change } : { why }
  })
  const later = going.filter((product) => product.later !== null)
  return {
    plan: {
      ...plan,
      about: `vanaf ${formatDate(form.valid_from)}`,
      outcomes: later.map(({ name, later: day }) => ({
        icon: 'calendar-event',
        lead: name,
        text: `heeft vanaf ${formatDate(day)} al een andere prijs; die blijft.`,
      })),
    } satisfies BulkPlan,
    prices: going.map((product) => ({ product_id: product.id, price: repriced(product.price, form)! })),
  }
}
