import * as z from 'zod'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { checkbox, wholeNumber } from '../../../platform/forms/fields.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { Saved } from '../../../platform/screens/form/save.ts'
import { addLines, listSaleLines, lockSale, setDelivered } from '../../../administration/sales/sales/index.ts'
import { orderDeviceFields, setActionDone } from '../../orders/order-devices/index.ts'
import { DONE_STAYS, lockOpenVisit } from '../../planning/visits/index.ts'
import { workdayArea } from '../../rights.ts'
import { chosenVisit, getOrderAction, getWork, productsToDeliver, visitMeant } from './workday.queries.ts'
import { HOME, VisitQuery } from './workday.screens.ts'

const access = { area: workdayArea, record: 'order', recordParam: 'order_id', right: 'change' } as const

const saved = (id: number): Saved => ({
  changed: [{ type: 'order', id }],
  flash: { str: 'Wijziging opgeslagen', type: 'success' },
})

/** What of a product the order delivers was delivered, or was not after all. */
export const productDelivered = action({
  ...access,
  alsoRecords: { product_id: 'product' },
  path: '/workday/:order_id/products/:product_id/markDelivered',
  query: VisitQuery,
  form: z.object({ delivered: checkbox }),
  save: async ({ trx, viewer, params: { order_id, product_id }, query, form, services }) => {
    const meant = await visitMeant(trx, viewer, order_id, query.visit)
    if (meant !== null) await lockOpenVisit(trx, meant)
    await lockSale(trx, services.registry, { type: 'order', id: order_id })
    const lines = (await listSaleLines(trx, { type: 'order', id: order_id })).filter(
      (line) => line.product_id === product_id,
    )
    if (lines.length === 0) throw new NotFound('Product op deze order')
    const open = lines.filter(({ destination }) => destination === null)
    if (open.length === 0) throw new HttpError(409, 'Dit is al afgehandeld.')
    await setDelivered(trx, open.map(({ id }) => id), form.delivered) // prettier-ignore
    const product = (await productsToDeliver(trx, order_id)).find(({ id }) => id === product_id)
    return { ...saved(order_id), body: product }
  },
  example: (story) => ({
    params: { order_id: story.orders.ofTeacher, product_id: story.workday.product },
    query: { visit: String(story.visits.ofTeacher) },
    form: { delivered: '1' },
    foreign: { order_id: story.visits.unplanned, product_id: story.workday.product },
  }),
})

/** Something from the van that was not on the order. */
export const productAdd = formPopup({
  ...access,
  fieldsOf: 'order_device',
  path: '/workday/:order_id/products/add',
  home: HOME,
  size: 'small',
  query: VisitQuery,
  load: async ({ db, viewer, params, query }) => {
    const meant = await visitMeant(db, viewer, params.order_id, query.visit)
    return { work: meant === null ? null : await getWork(db, meant) }
  },
  title: 'Geleverd',
  subtitle: ({ work }) => work?.customer ?? null,
  refusal: ({ work }) => (work?.done ? DONE_STAYS : undefined),
  view: 'inspections/workday/product-add',
  form: z.object({ ...parsersOf(orderDeviceFields, 'product_id'), count: wholeNumber(1, 1000).default(1) }),
  formRecords: { product_id: 'product' },
  submits: [{ label: 'Toevoegen' }],
  save: async ({ trx, viewer, params: { order_id }, query, form, services }) => {
    const meant = await visitMeant(trx, viewer, order_id, query.visit)
    if (meant !== null) await lockOpenVisit(trx, meant)
    const sale = await lockSale(trx, services.registry, { type: 'order', id: order_id })
    await setDelivered(
      trx,
      await addLines(trx, sale, [{ product_id: form.product_id, count: String(form.count) }]),
      true,
    )
    return { changed: [{ type: 'order', id: order_id }], flash: { str: 'Product geleverd', type: 'success' } }
  },
  example: (story) => ({
    params: { order_id: story.orders.ofTeacher },
    query: { visit: String(story.visits.ofTeacher) },
    form: { product_id: story.workday.product, count: '1' },
    foreign: { order_id: story.visits.unplanned },
  }),
})

/** An action at a device was done at a visit, or was not after all. */
export const actionDone = action({
  area: workdayArea,
  // By the order that it stands on.
  record: null,
  right: 'change',
  path: '/workday/doneAction/:order_action_id',
  query: VisitQuery,
  form: z.object({ done: checkbox }),
  save: async ({ trx, viewer, params, query, form, services }) => {
    const of = await getOrderAction(trx, params.order_action_id)
    await services.registry.assertVisible(trx, viewer, 'order', of.order_id)
    // What is done is billed with its visit.
    const { id } = await chosenVisit(trx, viewer, of.order_id, query.visit)
    await lockOpenVisit(trx, id)
    await setActionDone(trx, of, form.done, id)
    return {
      ...saved(of.order_id),
      changed: [
        { type: 'order', id: of.order_id },
        { type: 'device', id: of.device_id },
      ],
    }
  },
  example: (story) => ({
    params: { order_action_id: story.workday.action },
    query: { visit: String(story.visits.ofTeacher) },
    form: { done: '1' },
  }),
})
