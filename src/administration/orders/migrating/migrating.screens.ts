import type { Db, Trx } from '../../../platform/database/types.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { formatMoney } from '../../../platform/format/format.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import type { Services } from '../../../platform/services.ts'
import { getOrder, listFollowing } from '../orders/index.ts'
import type { MigrationMade } from '../orders/points.ts'
import { ordersArea } from '../orders/rights.ts'
import { type Destination, countText } from '../../sales/sales/index.ts'
import { migrateOrder } from './migrating.commands.ts'
import { MigrateForm, type MigrateInput } from './migrating.forms.ts'
import { type MigrationPlan, planMigration } from './migrating.plan.ts'
import { CHOICES, USUAL } from './migrating.rules.ts'

const PATH = '/administration/order/migrate/:id'
const access = { area: ordersArea, record: 'order', right: 'change' } as const
/** What is asked first: nothing is chosen by then. */
const UNASKED = { lines: new Map(), carried: () => undefined } as const

interface Asking {
  db: Db | Trx
  services: Services
}

/** What would come of an order, for the popup and for each change of a choice. */
async function planned({ db, services }: Asking, id: number, form: Pick<MigrateInput, 'lines' | 'carried'>) {
  const order = await getOrder(db, id)
  const plan = await planMigration(db, services.registry, order, form)
  return { order, plan, title: `${order.uid} afhandelen` }
}

/** What is asked about: products that are not delivered, and what is carried beside them. */
const askedOf = ({ undelivered, carried }: MigrationPlan) => ({
  undelivered: undelivered.map(({ id, name, count, amount }) => ({
    id,
    name,
    count: countText(count),
    amount: formatMoney(amount),
  })),
  carried: carried.map(({ cargo, items }) => ({
    key: cargo.key,
    label: cargo.label,
    items: items.map(({ item }) => item),
  })),
  choices: Object.entries(CHOICES).map(([value, { label, hint }]) => ({ value, label, hint })),
  usual: USUAL,
})

/** What is opened: the invoice, or else the new order, or else what is offered; the order itself where nothing came of it. */
const opened = (id: number, { invoice, order, quotation }: MigrationMade): string =>
  invoice !== undefined
    ? `/administration/invoice/view/${invoice}`
    : order === undefined && quotation !== undefined
      ? `/administration/quotation/view/${quotation}`
      : `/administration/order/view/${order ?? id}`

const changedBy = (id: number, { invoice, order, quotation }: MigrationMade) => [
  { type: 'order', id },
  ...(invoice === undefined ? [] : [{ type: 'invoice', id: invoice }]),
  ...(order === undefined ? [] : [{ type: 'order', id: order }]),
  ...(quotation === undefined ? [] : [{ type: 'quotation', id: quotation }]),
]

const example: OwnExample = (story, role) => ({
  params: { id: role === ROLE.teacher ? story.orders.ofTeacher : story.orders.open },
  foreign: { id: story.orders.open },
})

/** What becomes of what an order holds: onto an invoice, onto a new order, or onto a quotation. */
export const orderMigrate = formPopup({
  ...access,
  path: PATH,
  home: '/administration/orders',
  size: 'large',
  load: async (ctx) => {
    const asked = await planned(ctx, ctx.params.id, UNASKED)
    return {
      ...asked,
      ...askedOf(asked.plan),
      previewPath: `/administration/order/migrate/${ctx.params.id}/preview`,
    }
  },
  title: ({ title }) => title,
  subtitle: ({ order }) => [order.customer, order.reference].filter(Boolean).join(' · '),
  view: 'administration/migrating/migrate',
  form: MigrateForm,
  back: 'question',
  submits: ({ plan }) => [{ label: plan.label }],
  refusal: ({ plan }) => plan.refusal ?? undefined,
  noUndo: 'number given',
  save: async ({ trx, params, form, services, viewer }) => {
    const made = await migrateOrder(trx, services.registry, params.id, form, viewer.id)
    return {
      changed: changedBy(params.id, made),
      flash: { str: 'Order afgehandeld', type: 'success' },
      open: opened(params.id, made),
      body: made,
    }
  },
  example,
})

/** The same under other choices. */
export const orderMigratePreview = preview({
  ...access,
  path: '/administration/order/migrate/:id/preview',
  form: MigrateForm,
  view: 'administration/migrating/outcome',
  load: (ctx) => planned(ctx, ctx.params.id, ctx.form),
  example,
})

/** The order with what is asked about it, what goes onto the invoice, and its contract where it has one. */
export const orderMigrateInfo = json({
  ...access,
  path: '/administration/order/migrate/:id/getInfo',
  answer: async ({ db, services, params, viewer }) => {
    const { order, plan } = await planned({ db, services }, params.id, UNASKED)
    const { undelivered, carried } = askedOf(plan)
    const { id, uid, reference, company_id, contact_id } = order
    const invoice = plan.outcomes.find(({ goes }) => goes === 'invoice') ?? null
    const destinations = plan.lines.map((line) => [line.id, line.destination ?? plan.going.get(line.id) ?? null])
    return {
      order: {
        ...{ id, uid, reference, company_id, contact_id, undelivered, carried },
        invoice_id: (await listFollowing(db, viewer, id, true)).find(({ type }) => type === 'invoice')?.id ?? null,
        order_product_destinations: Object.fromEntries(destinations) as Record<string, Destination | null>,
      },
      invoice: invoice && { lines: invoice.lines, base: invoice.base, vat: invoice.vat, total: invoice.total },
      contract: carried.find(({ key }) => key === 'contract')?.items[0] ?? null,
    }
  },
  example,
})
