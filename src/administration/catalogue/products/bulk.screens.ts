import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { bulkAction } from '../../../platform/screens/table/bulk.ts'
import type { BulkPlan, BulkWords } from '../../../platform/screens/table/bulk-plan.ts'
import type { RecordRef } from '../../../platform/screens/models.ts'
import { setCategory, setPrices, setProductsActive } from './products.commands.ts'
import { productFields, productPriceFields } from './products.fields.ts'
import { lockProducts, planCategory, planDeactivating, planPrices } from './products.plan.ts'
import { productsArea } from './rights.ts'

/** As many as one save changes within the time that somebody waits for it. */
const ids = idList(1000).refine((chosen) => chosen.length > 0, 'Vink minimaal één product aan.')
const access = { area: productsArea, record: 'product', recordParam: null, right: 'change', home: '/products' } as const
const words = (verb: string, done: string, will: BulkWords['will']): BulkWords => ({
  one: 'product',
  many: 'producten',
  verb,
  done,
  will,
})
const CHANGE = { one: 'Wijziging', many: 'Wijzigingen' }
const idsOf = ({ does }: BulkPlan): number[] => does.map(({ id }) => id)
const changed = (plan: BulkPlan): RecordRef[] => idsOf(plan).map((id) => ({ type: 'product', id }))
const lock = ({ trx, form }: { trx: Parameters<typeof lockProducts>[0]; form: { ids: number[] } }) =>
  lockProducts(trx, form.ids)

/** Puts products out of use. */
export const [deactivateMany, deactivateManyPreview] = bulkAction({
  ...access,
  path: '/products/bulk/deactivate',
  previewPath: '/products/bulk/deactivate/preview',
  words: words('deactiveren', 'gedeactiveerd', { one: 'Wordt gedeactiveerd', many: 'Worden gedeactiveerd' }),
  danger: true,
  form: z.object({ ids }),
  formRecords: { ids: 'product' },
  plan: planDeactivating,
  lock,
  carryOut: async ({ trx }, plan) => {
    await setProductsActive(trx, idsOf(plan), false)
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.products.sign) } }),
})

/** Puts products in another category. */
export const [categoryOfMany, categoryOfManyPreview] = bulkAction({
  ...access,
  path: '/products/bulk/category',
  previewPath: '/products/bulk/category/preview',
  words: words('indelen', 'ingedeeld', CHANGE),
  form: z.object({ ids, ...parsersOf(productFields, 'category_id') }),
  formRecords: { ids: 'product', category_id: 'product_category' },
  choices: { view: 'administration/products/bulk-category', load: () => ({}) },
  asks: ({ category_id }) => (category_id === null ? 'Kies een categorie.' : null),
  plan: planCategory,
  lock,
  carryOut: async ({ trx, form }, plan) => {
    await setCategory(trx, idsOf(plan), form.category_id)
    return { changed: changed(plan) }
  },
  example: (story) => ({
    query: { ids: String(story.products.travel) },
    form: { category_id: story.productCategories.courses },
  }),
})

/** Changes the prices of products from a day. */
export const [pricesOfMany, pricesOfManyPreview] = bulkAction({
  ...access,
  fieldsOf: 'product_price',
  path: '/products/bulk/price',
  previewPath: '/products/bulk/price/preview',
  words: words('herprijzen', 'geherprijsd', { one: 'Nieuwe prijs', many: 'Nieuwe prijzen' }),
  form: z.object({ ids, ...parsersOf(productPriceFields, 'change', 'value', 'rounding', 'from') }),
  formRecords: { ids: 'product' },
  choices: {
    view: 'administration/products/bulk-price',
    load: () => ({ tomorrow: addDays(today(), 1) }),
  },
  asks: ({ value, from }) =>
    value === null ? 'Vul in met hoeveel.' : from === null ? 'Vul in vanaf welke dag.' : null,
  plan: async (ctx) => (await planPrices(asked(ctx))).plan,
  lock,
  carryOut: async (ctx, plan) => {
    const { prices } = await planPrices(asked({ ...ctx, db: ctx.trx }))
    await setPrices(ctx.trx, prices, ctx.form.from!)
    return { changed: changed(plan) }
  },
  example: (story) => ({
    query: { ids: String(story.products.sign) },
    form: { change: 'raise_percentage', value: '4', rounding: 'five', from: '01-02-2030' },
  }),
})

/** What was typed, once all of it is there. */
function asked<Ctx extends { form: { value: string | null; from: string | null } }>(ctx: Ctx) {
  const { value, from, ...form } = ctx.form
  return {
    ...ctx,
    form: { ...form, value: value!, valid_from: from! } as Omit<Ctx['form'], 'value' | 'from'> & {
      value: string
      valid_from: string
    },
  }
}
