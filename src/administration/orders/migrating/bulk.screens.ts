import * as z from 'zod'
import { idList } from '../../../platform/forms/fields.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { bulkAction } from '../../../platform/screens/table/bulk.ts'
import type { BulkPlan } from '../../../platform/screens/table/bulk-plan.ts'
import { makeConcept } from '../../invoices/invoices/index.ts'
import { conceptsArea } from '../../invoices/invoices/rights.ts'
import { getOrder, lockOrders } from '../orders/index.ts'
import { listSaleLines } from '../../sales/sales/index.ts'
import { planInvoicing, planMigratingMany } from './bulk.plan.ts'
import { migrateOrder } from './migrating.commands.ts'
import { USUAL, isUndelivered } from './migrating.rules.ts'

/** As many as one save changes within the time that somebody waits for it. */
const ids = idList(200).refine((chosen) => chosen.length > 0, 'Vink minimaal één order aan.')
const access = {
  area: conceptsArea,
  record: 'order',
  recordParam: null,
  right: 'change',
  home: '/administration/orders',
  form: z.object({ ids }),
  formRecords: { ids: 'order' },
} as const
const changed = (plan: BulkPlan) => [...plan.does.map(({ id }) => ({ type: 'order', id })), { type: 'invoice', id: 0 }]

/** What was delivered of an order and stands on no invoice, as a concept. */
async function invoice(trx: Trx, services: Parameters<typeof makeConcept>[1], id: number, employee: number) {
  const { company_id, contact_id, reference, employee_id } = await getOrder(trx, id)
  const lines = await listSaleLines(trx, { type: 'order', id })
  const line_ids = lines
    .filter(({ delivered, destination }) => delivered && destination === null)
    .map((line) => line.id)
  await makeConcept(trx, services, { company_id, contact_id, reference, employee_id: employee_id ?? employee, order_id: id, line_ids }) // prettier-ignore
}

/** Concepts of several orders at once, one for each. */
export const [invoiceMany, invoiceManyPreview] = bulkAction({
  ...access,
  path: '/administration/orders/bulk/invoice',
  previewPath: '/administration/orders/bulk/invoice/preview',
  words: {
    one: 'order',
    many: 'orders',
    verb: 'factureren',
    done: 'gefactureerd',
    will: { one: 'Wordt gefactureerd', many: 'Worden gefactureerd' },
  },
  plan: ({ db, form }) => planInvoicing(db, form.ids),
  lock: ({ trx, form }) => lockOrders(trx, form.ids),
  carryOut: async ({ trx, services, viewer }, plan) => {
    for (const { id } of plan.does) await invoice(trx, services.registry, id, viewer.id)
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.orders.delivered) } }),
})

/** Several orders handled to their end: what was delivered onto invoices, the rest onto new orders. */
export const [migrateMany, migrateManyPreview] = bulkAction({
  ...access,
  path: '/administration/orders/bulk/migrate',
  previewPath: '/administration/orders/bulk/migrate/preview',
  words: {
    one: 'order',
    many: 'orders',
    verb: 'afhandelen',
    done: 'afgehandeld',
    will: { one: 'Wordt afgehandeld', many: 'Worden afgehandeld' },
  },
  noUndo: 'number given',
  plan: ({ db, form, services }) => planMigratingMany(db, services.registry, form.ids),
  lock: ({ trx, form }) => lockOrders(trx, form.ids),
  carryOut: async ({ trx, services, viewer }, plan) => {
    for (const { id } of plan.does) {
      const open = (await listSaleLines(trx, { type: 'order', id })).filter(isUndelivered)
      const lines = new Map(open.map((line) => [line.id, USUAL]))
      await migrateOrder(trx, services.registry, id, { lines, carried: () => undefined, plan: undefined }, viewer.id)
    }
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.orders.open) } }),
})
