import * as z from 'zod'
import { ROLE, type RoleId } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import { checkbox, idList } from '../../../platform/forms/fields.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { action, fragment } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { Saved } from '../../../platform/screens/form/save.ts'
import type { Story } from '../../../platform/story.ts'
import { getOrder } from '../../../administration/orders/orders/index.ts'
import { ordersArea } from '../../../administration/orders/orders/rights.ts'
import { STATUSES, dueState, monthText } from '../../devices/devices/index.ts'
import { makeActions, placeActions, setActionDone } from './order-actions.commands.ts'
import { attachToOrder, removeFromOrder } from './order-devices.commands.ts'
import { type OrderDevice, attachableDevices, offeredActions, orderDevicesOf } from './order-devices.queries.ts'

const access = { area: ordersArea, record: 'order', right: 'change' } as const
const HOME = '/administration/orders'
const NONE = 'Selecteer minimaal één apparaat om verder te gaan'
const chosenDevices = idList(500).refine((ids) => ids.length > 0, NONE)

const changed = (id: number, str: string): Saved => ({
  changed: [{ type: 'order', id }],
  flash: { str, type: 'success' },
})

const WENT = { invoice: 'Naar de factuur', order: 'Naar een nieuwe order', quote: 'Naar een offerte' } as const

const shown = ({ next_on, checked_on, destination, status, ...device }: OrderDevice) => ({
  ...device,
  status: STATUSES[status],
  isFree: !device.checked && destination === null && !device.actions.some(({ done }) => done),
  due: next_on === null ? null : { month: monthText(next_on), state: dueState(next_on, today()) },
  checkedOn: checked_on === null ? null : formatDate(checked_on),
  went: destination === null || device.checked ? null : WENT[destination as keyof typeof WENT],
})

const ofOrder = (story: Story, role: RoleId) => ({
  params: { id: role === ROLE.teacher ? story.orders.ofTeacher : story.orderDevices.order },
  foreign: { id: story.orders.open },
})

/** The devices of an order with what is done to each: a tab of its popup. */
export const orderDevices = fragment({
  ...access,
  right: 'view',
  path: '/administration/order/devices/:id',
  pageAddress: '/administration/order/view/:id?item=devices',
  view: 'inspections/order-devices/tab',
  load: async ({ db, params, viewer }) => {
    const order = await getOrder(db, params.id)
    const devices = await orderDevicesOf(db, params.id)
    const changes = may(viewer, ordersArea, 'change')
    const isOpen = changes && order.status !== 'settled'
    const ids = devices.filter(({ checked, destination }) => !checked && destination === null).map(({ id }) => id)
    return {
      order,
      devices: devices.map(shown),
      changes,
      isOpen,
      offered: isOpen ? await offeredActions(db, params.id, ids) : [],
    }
  },
  example: ofOrder,
})

/** Devices of the customer that come onto an order. */
export const orderDevicesAdd = formPopup({
  ...access,
  path: '/administration/order/devices/add/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => {
    const [order, devices] = await Promise.all([getOrder(db, params.id), attachableDevices(db, params.id)])
    return {
      order,
      devices: devices.map(({ next_on, ...device }) => ({
        ...device,
        month: next_on === null ? '' : monthText(next_on),
      })),
    }
  },
  title: 'Apparaten op de order',
  subtitle: ({ order }) => order.uid,
  view: 'inspections/devices/choice',
  form: z.object({ devices: chosenDevices }),
  formRecords: { devices: 'device' },
  submits: [{ label: 'Toevoegen' }],
  save: async ({ trx, params, form, services }) => {
    await attachToOrder(trx, services.registry, params.id, form.devices)
    return changed(params.id, 'Apparaten toegevoegd')
  },
  example: (story) => ({
    params: { id: story.orderDevices.order },
    form: { 'devices[]': story.orderDevices.other },
  }),
})

const withDevice = { ...access, alsoRecords: { device_id: 'device' } } as const

export const orderDeviceAttach = action({
  ...withDevice,
  path: '/administration/order/attachDeviceToOrder/:order_id/:device_id',
  save: async ({ trx, params, services }) => {
    await attachToOrder(trx, services.registry, params.order_id, [params.device_id])
    return changed(params.order_id, 'Apparaat toegevoegd')
  },
  example: (story) => ({ params: { order_id: story.orderDevices.order, device_id: story.orderDevices.other } }),
})

export const orderDeviceRemove = action({
  ...withDevice,
  path: '/administration/order/removeDeviceFromOrder/:order_id/:device_id',
  save: async ({ trx, params, services }) => {
    await removeFromOrder(trx, services, params.order_id, params.device_id)
    return changed(params.order_id, 'Apparaat van de order gehaald')
  },
  example: (story) => ({ params: { order_id: story.orderDevices.order, device_id: story.orderDevices.device } }),
})

/** One action for several devices of its category, or of one below it. */
export const orderActionsMake = action({
  ...access,
  alsoRecords: { action_id: 'action' },
  path: '/administration/order/makeActionsForOrder/:order_id/:action_id',
  form: z.object({ device_ids: chosenDevices }),
  formRecords: { device_ids: 'device' },
  save: async ({ trx, params, form, services }) => {
    await makeActions(trx, services.registry, params.order_id, params.action_id, form.device_ids)
    return changed(params.order_id, 'Acties op de order gezet')
  },
  example: (story) => ({
    params: { order_id: story.orderDevices.order, action_id: story.orderDevices.action },
    form: { device_ids: story.orderDevices.device },
  }),
})

/** All that can be done to a device of an order. */
export const orderDeviceActions = action({
  ...access,
  alsoRecords: { deviceId: 'device' },
  path: '/administration/order/placeDeviceActionsOnOrder/:orderId/:deviceId',
  save: async ({ trx, params, services }) => {
    await placeActions(trx, services.registry, params.orderId, params.deviceId)
    return changed(params.orderId, 'Acties op de order gezet')
  },
  example: (story) => ({ params: { orderId: story.orderDevices.order, deviceId: story.orderDevices.device } }),
})

/** An action was done, or was not after all. */
export const orderActionDone = action({
  ...access,
  alsoRecords: { device_id: 'device', action_id: 'action' },
  path: '/administration/order/actionDone/:order_id/:device_id/:action_id',
  form: z.object({ done: checkbox }),
  save: async ({ trx, params, form }) => {
    await setActionDone(trx, params, form.done)
    return {
      changed: [
        { type: 'order', id: params.order_id },
        { type: 'device', id: params.device_id },
      ],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({
    params: {
      order_id: story.orderDevices.order,
      device_id: story.orderDevices.device,
      action_id: story.orderDevices.placed,
    },
    form: { done: '1' },
  }),
})
