import type * as z from 'zod'
import { ROLE } from '../../../platform/access/roles.ts'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { action, fragment } from '../../../platform/screens/call/calls.ts'
import type { OwnExample, SaveCtx } from '../../../platform/screens/screen.ts'
import type { Services } from '../../../platform/services.ts'
import { whyUrl } from '../../catalogue/prices/index.ts'
import { pricesArea } from '../../catalogue/products/rights.ts'
import { lockSale } from './lines.commands.ts'
import { orderLines, removeLine } from './line-edit.commands.ts'
import { OrderForm, RemoveForm } from './lines.forms.ts'
import { type SaleKey, getLineOf, listSaleLines, listSaleTaxes } from './lines.queries.ts'
import { shownLines, shownTotals } from './lines.shown.rules.ts'
import { takenOf } from './places.commands.ts'
import type { SaleType } from './points.ts'
import { saleLinesArea } from './rights.ts'
import { getSaleHead, saleTypeOf } from './sales.queries.ts'
import { pathsOf } from './sales.rules.ts'

const access = { area: saleLinesArea, record: 'sale_line', recordParam: null } as const

/** The lines of a sale with what they come to, and what its viewer may do with them. */
async function linesOf({ db, viewer, services }: { db: Db; viewer: Viewer; services: Services }, sale: SaleKey) {
  const [head, lines, taxes] = await Promise.all([
    getSaleHead(db, services.registry, sale),
    listSaleLines(db, sale),
    listSaleTaxes(db, sale),
  ])
  const places = await takenOf(db, services.registry, sale.type === 'order' ? lines.map(({ id }) => id) : [])
  return {
    sale,
    paths: pathsOf(sale),
    edits: may(viewer, saleLinesArea, 'change') && head.refusal === null,
    refusal: may(viewer, saleLinesArea, 'change') ? head.refusal : null,
    // What a customer agreed on is told by the office alone.
    lines: shownLines(lines)
      .map((line) => ({ ...line, places: places.get(line.id)?.text ?? null }))
      .map((line) =>
        may(viewer, pricesArea)
          ? { ...line, whyUrl: line.product_id === null ? null : whyUrl(line.product_id, head) }
          : { ...line, why: null, whyUrl: null },
      ),
    totals: shownTotals(taxes),
  }
}

const ofQuotation: OwnExample = (story, role) => ({
  params: { object: 'quotation', id: role === ROLE.supervisor ? story.sales.sentQuotation : story.sales.quotation },
  foreign: { object: 'quotation', id: story.sales.foreignQuotation },
})

export const saleLines = fragment({
  ...access,
  right: 'view',
  alsoRecords: { id: ':object' },
  path: '/administration/:object(word)/lines/:id',
  pageAddress: ({ object, id }) => `/administration/${object}/view/${id}`,
  view: 'administration/sales/lines',
  load: (ctx) => linesOf(ctx, { type: saleTypeOf(ctx.params.object), id: ctx.params.id }),
  example: ofQuotation,
})

/** Lines in the order of their ids. */
export const saleLinesOrder = action({
  ...access,
  right: 'change',
  alsoRecords: { id: ':object' },
  path: '/administration/:object(word)/order_lines/:id',
  form: OrderForm,
  save: async ({ trx, params, form, services }) => {
    const type = saleTypeOf(params.object)
    await orderLines(trx, await lockSale(trx, services.registry, { type, id: params.id }), form.ids)
    return { changed: [{ type, id: params.id }], done: 'Volgorde van de regels gewijzigd' }
  },
  example: (story) => ({
    params: { object: 'order', id: story.sales.order },
    form: { ids: String(story.sales.orderLines.at(-1)) },
  }),
})

async function removed({ trx, form, services }: SaveCtx<object, object, z.output<typeof RemoveForm>>, type: SaleType) {
  if (form[`new_${type}`]) return {}
  const line = await getLineOf(trx, type, form.id)
  return {
    changed: await removeLine(trx, services.registry, line),
    flash: { str: line.kind === 'product' ? 'Regel verwijderd' : 'Kop verwijderd', type: 'success' as const },
  }
}

/** Takes a line out of its sale, after confirmation. */
const removing = { ...access, right: 'change', form: RemoveForm } as const

export const orderLineRemove = action({
  ...removing,
  path: '/administration/order/remove_product',
  save: (ctx) => removed(ctx, 'order'),
  example: (story) => ({ form: { id: story.sales.orderLines[0]! } }),
})

export const quotationLineRemove = action({
  ...removing,
  path: '/administration/quotation/remove_product',
  save: (ctx) => removed(ctx, 'quotation'),
  example: (story) => ({ form: { id: story.sales.quotationLine } }),
})

export const invoiceLineRemove = action({
  ...removing,
  path: '/administration/invoice/remove_product',
  save: (ctx) => removed(ctx, 'invoice'),
  example: (story) => ({ form: { id: story.sales.invoiceLine } }),
})
