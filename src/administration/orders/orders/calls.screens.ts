import { action } from '../../../platform/screens/call/calls.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import type { Saved } from '../../../platform/screens/form/save.ts'
import { attachContact, copyOrder, deleteOrder, deliverAll, deliverLine, detachContact } from './orders.commands.ts'
import { CopyForm, DeliveredForm } from './orders.forms.ts'
import { ordersArea } from './rights.ts'

const access = { area: ordersArea, record: 'order', right: 'change' } as const
const changed = (id: number, str: string): Saved => ({
  changed: [{ type: 'order', id }],
  flash: { str, type: 'success' },
})

/** Everything of an order was delivered. */
export const orderMarkAllDelivered = action({
  ...access,
  path: '/administration/order/markAllDelivered/:id',
  save: async ({ trx, params, services }) => {
    await deliverAll(trx, services.registry, params.id)
    return changed(params.id, 'Alles is geleverd')
  },
  example: (story) => ({ params: { id: story.orders.open } }),
})

/** One line of an order was delivered, or was not after all. */
export const orderLineDelivered = action({
  ...access,
  path: '/administration/order/delivered/:id',
  form: DeliveredForm,
  save: async ({ trx, params, form, services }) => {
    await deliverLine(trx, services.registry, params.id, form)
    return changed(params.id, 'Wijziging opgeslagen')
  },
  example: (story) => ({ params: { id: story.orders.open }, form: { line: story.orders.openLine, delivered: '1' } }),
})

export const orderDelete = deletion({
  area: ordersArea,
  record: 'order',
  path: '/administration/order/delete',
  flash: 'Order verwijderd',
  remove: deleteOrder,
  example: (story) => ({ form: { id: story.orders.loose } }),
})

/** The same order once more, of today. */
export const orderCopy = action({
  ...access,
  recordParam: null,
  path: '/administration/order/copy',
  form: CopyForm,
  formRecords: { id: 'order' },
  noUndo: 'number given',
  save: async ({ trx, form, services }) => {
    const id = await copyOrder(trx, services.registry, form.id, form.prices)
    return {
      ...changed(id, 'Order gekopieerd'),
      close: true,
      open: `/administration/order/view/${id}`,
      body: { id },
    }
  },
  example: (story) => ({ form: { id: story.orders.open } }),
})

const contacts = { ...access, alsoRecords: { contact_id: 'contact' } } as const

/** Somebody who has to do with an order beside its customer. */
export const orderContactAttach = action({
  ...contacts,
  path: '/administration/order/attachContactToOrder/:order_id/:contact_id',
  save: async ({ trx, params }) => {
    await attachContact(trx, params.order_id, params.contact_id)
    return changed(params.order_id, 'Contact gekoppeld')
  },
  example: (story) => ({ params: { order_id: story.orders.open, contact_id: story.contacts.gerrit } }),
})

export const orderContactDetach = action({
  ...contacts,
  path: '/administration/order/detachContactFromOrder/:order_id/:contact_id',
  save: async ({ trx, params }) => {
    await detachContact(trx, params.order_id, params.contact_id)
    return changed(params.order_id, 'Contact losgemaakt')
  },
  example: (story) => ({ params: { order_id: story.orders.open, contact_id: story.contacts.anouk } }),
})
