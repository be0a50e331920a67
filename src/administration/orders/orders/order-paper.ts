import type { Db } from '../../../platform/database/types.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { assertFormRecords } from '../../../platform/screens/form/form-records.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import {
  type PaperFacts,
  type PaperSource,
  dayFact,
  inLayout,
  saleFacts,
  unstoredFacts,
} from '../../sales/papers/index.ts'
import { refuseStrangers } from '../../sales/sales/index.ts'
import { draftOrder } from './draft.rules.ts'
import { orderFields } from './orders.fields.ts'
import { NewOrderForm } from './orders.forms.ts'
import { type Order, getOrder } from './orders.queries.ts'
import { headRecords } from './orders.rules.ts'
import { ordersArea } from './rights.ts'

type DraftCtx = Parameters<NonNullable<PaperSource['draft']>>[0]

const factsOf = (order: Pick<Order, 'order_date' | 'quotation' | 'employee'>): PaperFacts['facts'] => [
  dayFact(orderFields.order_date.label, order.order_date),
  ...(order.quotation === null ? [] : [['Offerte', order.quotation] as [string, string]]),
  ...(order.employee === null ? [] : [['Behandeld door', order.employee] as [string, string]]),
]

async function confirmation(db: Db, id: number): Promise<PaperFacts> {
  const order = await getOrder(db, id)
  const firm = await firmDetails(db)
  return {
    kind: 'order',
    title: `Orderbevestiging ${order.uid}`,
    fileName: `orderbevestiging-${order.uid}.pdf`,
    sale: await saleFacts(db, { type: 'order', id }, order, firm),
    facts: factsOf(order),
    texts: { header: firm.texts.order_header, footer: firm.texts.order_footer },
    payment: null,
    createdAt: order.updated_at,
  }
}

/** What is done for an order, for who does it: no prices, and a place to sign. */
const workOrderOf = (order: PaperFacts): PaperFacts => ({
  ...order,
  kind: 'work_order',
  title: order.title.replace('Orderbevestiging', 'Werkbon'),
  fileName: order.fileName.replace('orderbevestiging', 'werkbon'),
  texts: { header: '', footer: '' },
  signing: 'Voor akkoord, het werk is uitgevoerd:',
})

/** The same of an order that is not stored yet, from the fields of its wizard. */
async function unstored({ db, viewer, services, fields }: DraftCtx): Promise<PaperFacts> {
  const form = parseForm(NewOrderForm, fields)
  await assertFormRecords(db, { viewer, services, form }, headRecords)
  await refuseStrangers(db, form)
  const { head, employee, quotation, lines, taxes } = await draftOrder(db, form)
  const firm = await firmDetails(db)
  return {
    kind: 'order',
    title: 'Orderbevestiging',
    fileName: 'orderbevestiging-voorbeeld.pdf',
    sale: await unstoredFacts(db, { lines, taxes }, head, firm),
    facts: factsOf({ order_date: head.order_date, employee, quotation }),
    texts: { header: firm.texts.order_header, footer: firm.texts.order_footer },
    notice: 'Dit is een voorbeeld. De order is nog niet opgeslagen.',
    payment: null,
    createdAt: new Date(),
  }
}

export const orderPapers: PaperSource[] = [
  {
    kind: 'order',
    record: 'order',
    area: ordersArea,
    facts: async (db, id) => inLayout(db, await confirmation(db, id)),
    draft: async (ctx) => inLayout(ctx.db, await unstored(ctx)),
  },
  {
    kind: 'work_order',
    record: 'order',
    area: ordersArea,
    facts: async (db, id) => inLayout(db, workOrderOf(await confirmation(db, id))),
    draft: async (ctx) => inLayout(ctx.db, workOrderOf(await unstored(ctx))),
  },
]
