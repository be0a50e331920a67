/** Lines that are typed where they stand. */
import { formatMoney } from '../../../platform/format/format.ts'
import { formatPrice } from '../../../platform/format/price.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { editLine } from './line-edit.commands.ts'
import { lineShown } from './line-forms.screens.ts'
import { priceLines } from './lines.commands.ts'
import { RowForm, TypedForm } from './lines.forms.ts'
import { getLineOf } from './lines.queries.ts'
import { discountText } from './lines.rules.ts'
import { unstoredSale } from './unstored.queries.ts'
import { savedText } from './repricing.commands.ts'
import { saleLinesArea } from './rights.ts'
import { getSaleHead, saleTypeOf } from './sales.queries.ts'
import { pathsOf } from './sales.rules.ts'
import { shownTotals } from './lines.shown.rules.ts'
import { addTypedLine, findFreeProduct } from './typed-lines.commands.ts'

const access = { area: saleLinesArea, record: 'sale_line', right: 'change' } as const
const ofSale = { ...access, recordParam: null, alsoRecords: { id: ':object' } } as const
const TYPED = { product_id: 'product', tax_type_id: 'tax_type' } as const

/** The empty row below the lines; once it is saved it is there anew. */
export const lineTyped = formFragment({
  ...ofSale,
  path: '/administration/:object(word)/add_line/:id',
  pageAddress: ({ object, id }) => `/administration/${object}/view/${id}`,
  title: 'Regel toevoegen',
  view: 'administration/sales/row',
  form: TypedForm,
  formRecords: TYPED,
  submits: [{ label: 'Toevoegen' }],
  load: async ({ db, params }) => {
    const sale = { type: saleTypeOf(params.object), id: params.id }
    return { line: null, sale, free: await findFreeProduct(db), chosen: [], priceUrl: pathsOf(sale).typedPrice }
  },
  save: async ({ trx, params, form, services }) => {
    const key = { type: saleTypeOf(params.object), id: params.id }
    await addTypedLine(trx, services.registry, key, form)
    return { changed: [key], flash: { str: 'Regel toegevoegd', type: 'success' } }
  },
  example: (story) => ({
    params: { object: 'order', id: story.sales.order },
    form: { product_id: story.products.free, count: '1', name: 'Parkeerkosten', price: '12,00' },
  }),
})

/** A line in its row; all else that it has stands in its popup. */
export const lineRow = formFragment({
  ...access,
  path: '/administration/:object(word)/edit_line/:id',
  pageAddress: ({ object, id }) => `${pathsOf({ type: saleTypeOf(object), id: 0 }).line}${id}`,
  title: 'Regel wijzigen',
  view: 'administration/sales/row',
  form: RowForm,
  formRecords: { tax_type_id: 'tax_type' },
  load: async (ctx) => ({ ...(await lineShown(ctx, ctx.params.id, saleTypeOf(ctx.params.object))), free: null }),
  version: ({ line }) => line.version,
  save: async ({ trx, params, form: { prices, ...row }, services }) => {
    const line = await getLineOf(trx, saleTypeOf(params.object), params.id)
    const { description, taxes_included, optional } = line
    const { sale, repriced } = await editLine(trx, services.registry, line, { description, taxes_included, optional, ...row }, { prices }) // prettier-ignore
    return { changed: [sale], flash: { str: savedText(repriced), type: 'success' } }
  },
  example: (story) => ({
    params: { object: 'order', id: story.sales.orderLines[0]! },
    form: { price: '99,00' },
  }),
})

/** What a product costs this customer, before its line is saved. */
export const typedPrice = preview({
  ...ofSale,
  path: '/administration/:object(word)/line_price/:id',
  form: TypedForm,
  formRecords: TYPED,
  view: 'administration/sales/row-price',
  load: async ({ db, params, form: { product_id, count }, services }) => {
    const type = saleTypeOf(params.object)
    const { company_id, contact_id, day } = await getSaleHead(db, services.registry, { type, id: params.id })
    const sale = { type, company_id, contact_id, day }
    const [line] = await priceLines(db, sale, [{ product_id, count }])
    const { taxes } = await unstoredSale(db, sale, { lines: [{ product_id, count, source_id: null }], sources: [] })
    return {
      price: formatPrice(line!.price),
      off: discountText(line!),
      vat: shownTotals(taxes)
        .taxes.map(({ label }) => label)
        .join(', '),
      excl: formatMoney(taxes.reduce((sum, { base }) => sum + base, 0)),
      why: line!.why,
      included: line!.taxes_included,
    }
  },
  example: (story) => ({
    params: { object: 'order', id: story.sales.order },
    form: { product_id: story.products.sign, count: '2', name: '', price: '', discount: '', tax_type_id: '' },
  }),
})
