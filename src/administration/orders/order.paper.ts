import type { Db } from '../../platform/database/types.ts'
import { firmDetails } from '../firm/index.ts'
import { type PaperFacts, type PaperSource, dayFact, saleFacts } from '../papers/index.ts'
import { orderFields } from './orders.fields.ts'
import { type Order, getOrder } from './orders.queries.ts'
import { ordersArea } from './rights.ts'

const factsOf = (order: Order): PaperFacts['facts'] => [
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
async function workOrder(db: Db, id: number): Promise<PaperFacts> {
  const order = await confirmation(db, id)
  return {
    ...order,
    kind: 'work_order',
    title: order.title.replace('Orderbevestiging', 'Werkbon'),
    fileName: order.fileName.replace('orderbevestiging', 'werkbon'),
    texts: { header: '', footer: '' },
    signing: 'Voor akkoord, het werk is uitgevoerd:',
  }
}

export const orderPapers: PaperSource[] = [
  { kind: 'order', record: 'order', area: ordersArea, facts: confirmation },
  { kind: 'work_order', record: 'order', area: ordersArea, facts: workOrder },
]
