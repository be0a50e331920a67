import type * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { formatPercentage, formatPrice } from '../../../platform/format/price.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { SaveCtx } from '../../../platform/screens/screen.ts'
import type { Services } from '../../../platform/services.ts'
import { whyUrl } from '../../catalogue/prices/index.ts'
import { addLines, addText, lockSale } from './lines.commands.ts'
import { editLine, editText } from './line-edit.commands.ts'
import { AddForm, LineForm, TextEditForm, TextForm, addingProducts } from './lines.forms.ts'
import { type SaleKey, countAlike, getLineOf, saleOf } from './lines.queries.ts'
import { countText } from './lines.rules.ts'
import { awaitPlaces } from './places.commands.ts'
import type { SaleType } from './points.ts'
import { savedText } from './repricing.commands.ts'
import { saleLinesArea } from './rights.ts'
import { getSaleHead, saleTypeOf } from './sales.queries.ts'
import { saleLabel } from './sales.rules.ts'

const access = { area: saleLinesArea, record: 'sale_line', right: 'change', home: '/administration/orders' } as const
const OF_INVOICE = { home: '/administration/invoices' } as const
const ofSale = { ...access, recordParam: null } as const

/** Orders and quotations have the addresses that the contract names; an invoice has its own. */
function named(word: string): SaleType {
  const type = saleTypeOf(word)
  if (type === 'invoice') throw new NotFound()
  return type
}

const ADD = [{ label: 'Toevoegen' }]

type Reading = Pick<SaveCtx<object, object, object>, 'services'> & { db: Db }
type Saving<F extends z.ZodType> = { services: Services } & Pick<SaveCtx<object, object, z.output<F>>, 'trx' | 'form'>

const adding = {
  size: 'medium',
  title: 'Producten toevoegen',
  view: 'administration/sales/add',
  form: AddForm,
  submits: ADD,
} as const

const saleAbout = async ({ db, services }: Reading, sale: SaleKey) => {
  const head = await getSaleHead(db, services.registry, sale)
  return { label: saleLabel(head), refusal: head.refusal }
}

const addingTo = async (ctx: Reading, sale: SaleKey) => ({
  ...(await saleAbout(ctx, sale)),
  repeat: addingProducts('lines', sale.type === 'quotation'),
})

async function added({ trx, form, services }: Saving<typeof AddForm>, key: SaleKey) {
  const ids = await addLines(trx, await lockSale(trx, services.registry, key), form.lines)
  if (key.type === 'order') await awaitPlaces(trx, services.registry, key.id, ids)
  const str = form.lines.length === 1 ? 'Product toegevoegd' : `${form.lines.length} producten toegevoegd`
  return { changed: [key], flash: { str, type: 'success' as const } }
}

type About = Awaited<ReturnType<typeof saleAbout>>
const frame = {
  subtitle: ({ label }: About) => label,
  refusal: ({ refusal }: About) => refusal ?? undefined,
}

export const productsToSale = formPopup({
  ...ofSale,
  ...adding,
  ...frame,
  alsoRecords: { id: ':object' },
  path: '/administration/:object(word)/add_products/:id',
  load: (ctx) => addingTo(ctx, { type: named(ctx.params.object), id: ctx.params.id }),
  save: (ctx) => added(ctx, { type: named(ctx.params.object), id: ctx.params.id }),
  example: (story) => ({
    params: { object: 'order', id: story.sales.order },
    form: { 'lines[0][product_id]': story.products.sign, 'lines[0][count]': '2' },
  }),
})

export const productsToInvoice = formPopup({
  ...ofSale,
  ...adding,
  ...frame,
  ...OF_INVOICE,
  alsoRecords: { id: 'invoice' },
  path: '/administration/invoice/add_lines/:id',
  load: (ctx) => addingTo(ctx, { type: 'invoice', id: ctx.params.id }),
  save: (ctx) => added(ctx, { type: 'invoice', id: ctx.params.id }),
  example: (story) => ({
    params: { id: story.sales.invoice },
    form: { 'lines[0][product_id]': story.products.travel, 'lines[0][count]': '1' },
  }),
})

/** A heading, with or without a text below it, between the lines. */
export const textToSale = formPopup({
  ...ofSale,
  ...frame,
  alsoRecords: { id: ':object' },
  path: '/administration/:object(word)/add_text/:id',
  size: 'small',
  title: 'Kop of tekst toevoegen',
  view: 'administration/sales/text',
  form: TextForm,
  submits: ADD,
  load: async (ctx) => ({
    ...(await saleAbout(ctx, { type: saleTypeOf(ctx.params.object), id: ctx.params.id })),
    line: null,
  }),
  save: async ({ trx, params, form, services }) => {
    const key = { type: saleTypeOf(params.object), id: params.id }
    await addText(trx, await lockSale(trx, services.registry, key), form)
    return { changed: [key], flash: { str: 'Kop toegevoegd', type: 'success' } }
  },
  example: (story) => ({
    params: { object: 'quotation', id: story.sales.quotation },
    form: { name: 'Opties' },
  }),
})

const editing = {
  size: 'medium',
  view: 'administration/sales/line',
  form: LineForm,
  formRecords: { tax_type_id: 'tax_type' },
} as const

/** A line as its forms show it. */
export async function lineShown(ctx: Reading, id: number, type: SaleType) {
  const line = await getLineOf(ctx.db, type, id)
  const sale = saleOf(line)
  const head = await getSaleHead(ctx.db, ctx.services.registry, sale)
  return {
    sale,
    label: saleLabel(head),
    refusal: head.refusal,
    isOption: sale.type === 'quotation',
    alike: line.product_id === null ? 0 : await countAlike(ctx.db, line),
    whyUrl: line.product_id === null ? null : whyUrl(line.product_id, head),
    line: {
      ...line,
      count: countText(line.count),
      price: formatPrice(line.price),
      discount: line.discount_type === 'money' ? formatPrice(line.discount) : formatPercentage(line.discount),
    },
    chosen: line.tax_type_id === null ? [] : [{ id: line.tax_type_id, label: line.tax_name! }],
  }
}
type Shown = Awaited<ReturnType<typeof lineShown>>

const lineFrame = {
  ...frame,
  title: ({ line }: Shown) => line.name,
  version: ({ line }: Shown) => line.version,
}

async function edited({ trx, form, services }: Saving<typeof LineForm>, id: number, type: SaleType) {
  const { all, prices, ...input } = form
  const line = await getLineOf(trx, type, id)
  const { sale, count, repriced } = await editLine(trx, services.registry, line, input, { all, prices })
  const str = count === 1 ? savedText(repriced) : `${count} regels gewijzigd`
  return { changed: [sale], flash: { str, type: 'success' as const } }
}

export const saleLineView = formPopup({
  ...access,
  ...editing,
  ...lineFrame,
  path: '/administration/:object(word)/view_single_product/:id',
  load: (ctx) => lineShown(ctx, ctx.params.id, named(ctx.params.object)),
  save: (ctx) => edited(ctx, ctx.params.id, named(ctx.params.object)),
  example: (story) => ({
    params: { object: 'order', id: story.sales.orderLines[0]! },
    form: { price: '99,00', name: 'BHV basis, voor de nachtploeg' },
  }),
})

export const invoiceLineView = formPopup({
  ...access,
  ...editing,
  ...lineFrame,
  ...OF_INVOICE,
  path: '/administration/invoice/view_line/:id',
  load: (ctx) => lineShown(ctx, ctx.params.id, 'invoice'),
  save: (ctx) => edited(ctx, ctx.params.id, 'invoice'),
  example: (story) => ({ params: { id: story.sales.invoiceLine }, form: { count: '3' } }),
})

/** A heading, and the text below it. */
export const saleTextEdit = formPopup({
  ...access,
  ...frame,
  path: '/administration/:object(word)/edit_text/:id',
  size: 'small',
  title: 'Kop of tekst wijzigen',
  view: 'administration/sales/text',
  form: TextEditForm,
  load: async (ctx) => {
    const line = await getLineOf(ctx.db, saleTypeOf(ctx.params.object), ctx.params.id)
    return { ...(await saleAbout(ctx, saleOf(line))), line }
  },
  version: ({ line }) => line.version,
  save: async ({ trx, params, form, services }) => {
    const line = await getLineOf(trx, saleTypeOf(params.object), params.id)
    await editText(trx, services.registry, line, form)
    return { changed: [saleOf(line)], flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story) => ({
    params: { object: 'quotation', id: story.sales.heading },
    form: { name: 'Waaruit u kiest' },
  }),
})
