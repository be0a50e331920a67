import * as z from 'zod'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { selectorId } from '../../../platform/forms/fields.ts'
import { chosenBuyers, ownOf, savedText } from '../../sales/sales/index.ts'
import { attachContact, copyOrder, editOrder } from './orders.commands.ts'
import { CopyAskForm, OrderEditForm } from './orders.forms.ts'
import { getOrder } from './orders.queries.ts'
import { headRecords } from './orders.rules.ts'
import { ordersArea } from './rights.ts'

const HOME = '/administration/orders'
const access = { area: ordersArea, record: 'order', right: 'change', home: HOME } as const

/** Who buys, where to, and what stands around the lines. */
export const orderEdit = formPopup({
  ...access,
  path: '/administration/order/edit/:id',
  size: 'medium',
  load: async ({ db, params }) => {
    const order = await getOrder(db, params.id)
    return {
      order,
      differs: await ownOf(db, order),
      chosen: {
        ...(await chosenBuyers(db, order)),
        employees: order.employee_id === null ? [] : [{ id: order.employee_id, label: order.employee! }],
        relations: order.invoice_relation_id === null ? [] : [{ id: order.invoice_relation_id, label: order.invoice_relation! }], // prettier-ignore
        quotations: order.quotation_id === null ? [] : [{ id: order.quotation_id, label: order.quotation! }],
      },
    }
  },
  title: ({ order }) => `${order.uid} wijzigen`,
  view: 'administration/orders/form',
  form: OrderEditForm,
  formRecords: headRecords,
  takesFields: true,
  version: ({ order }) => order.version,
  save: async ({ trx, params, form, services }) => {
    const repriced = await editOrder(trx, services.registry, params.id, form)
    return { changed: [{ type: 'order', id: params.id }], flash: { str: savedText(repriced), type: 'success' } }
  },
  example: (story) => ({ params: { id: story.orders.open }, form: { reference: 'Inkoop 4711' } }),
})

/** Whether a copy keeps the prices as they are. */
export const orderCopyAsk = formPopup({
  ...access,
  path: '/administration/order/copy/:id',
  size: 'small',
  load: async ({ db, params }) => ({ order: await getOrder(db, params.id) }),
  title: ({ order }) => `${order.uid} kopiëren`,
  view: 'administration/orders/copy',
  form: CopyAskForm,
  submits: [{ label: 'Kopiëren' }],
  noUndo: 'number given',
  save: async ({ trx, params, form, services }) => {
    const id = await copyOrder(trx, services.registry, params.id, form.prices)
    return {
      changed: [{ type: 'order', id }],
      flash: { str: 'Order gekopieerd', type: 'success' },
      open: `/administration/order/view/${id}`,
      body: { id },
    }
  },
  example: (story) => ({ params: { id: story.orders.open }, form: { prices: 'new' } }),
})

/** Who has to do with an order beside its customer. */
export const orderContactAdd = formPopup({
  ...access,
  path: '/administration/order/contacts/:id',
  size: 'small',
  load: async ({ db, params }) => ({ order: await getOrder(db, params.id) }),
  title: 'Contact koppelen',
  subtitle: ({ order }) => order.uid,
  view: 'administration/orders/contact',
  form: z.object({ contact_id: selectorId }),
  formRecords: { contact_id: 'contact' },
  submits: [{ label: 'Koppelen' }],
  save: async ({ trx, params, form }) => {
    await attachContact(trx, params.id, form.contact_id)
    return { changed: [{ type: 'order', id: params.id }], flash: { str: 'Contact gekoppeld', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.orders.open }, form: { contact_id: story.contacts.gerrit } }),
})
