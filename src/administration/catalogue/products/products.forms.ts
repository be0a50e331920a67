import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { categoryFields, consumableFields, productFields, productPriceFields } from './products.fields.ts'
import { discountProblem } from './products.rules.ts'

const product = parsersOf(
  productFields,
  'name',
  'code',
  'category_id',
  'price',
  'taxes_included',
  'tax_type_id',
  'discount',
  'discount_type',
  'is_device',
  'has_lifecycle',
  'is_consumable',
  'has_to_be_delivered',
  'replace_after',
  'replace_unit',
  'replace_period_margin',
  'note',
)

type Discounted = Parameters<typeof discountProblem>[0]

/** A discount takes away all at most. */
function checkDiscount(form: Discounted, ctx: z.RefinementCtx): void {
  const message = discountProblem(form)
  if (message !== null) ctx.addIssue({ code: 'custom', path: ['discount'], message })
}

export const ProductForm = z.object(product).superRefine(checkDiscount)
export const ProductEditForm = z.object({ ...product, version }).superRefine(checkDiscount)
export type ProductInput = z.output<typeof ProductForm>
export type ProductEdit = z.output<typeof ProductEditForm>

export const PriceForm = z.object(parsersOf(productPriceFields, 'price', 'valid_from'))
export const PriceEditForm = z.object({ ...parsersOf(productPriceFields, 'price', 'valid_from'), version })
export type PriceInput = z.output<typeof PriceForm>

const consumable = parsersOf(consumableFields, 'count', 'replace_after', 'replace_unit', 'replace_period_margin')
export const ConsumableForm = z.object(consumable)
export const ConsumableAddForm = z.object({ ...consumable, ...parsersOf(consumableFields, 'consumable_id') })
export type ConsumableInput = z.output<typeof ConsumableForm>

const category = parsersOf(categoryFields, 'name', 'discount')
export const CategoryForm = z.object(category)
export const CategoryEditForm = z.object({ ...category, version })
export type CategoryInput = z.output<typeof CategoryForm>
