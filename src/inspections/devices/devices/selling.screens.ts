import * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { id, idList, selectorIdOrNull, wholeNumber } from '../../../platform/forms/fields.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Saved } from '../../../platform/screens/form/save.ts'
import type { SaveCtx } from '../../../platform/screens/screen.ts'
import type { Story } from '../../../platform/story.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { deviceFields } from './devices.fields.ts'
import { setInstallDate } from './devices.commands.ts'
import { getDevice, listDeviceConsumables, listDevices } from './devices.queries.ts'
import { STATUSES, monthText } from './devices.rules.ts'
import { HOME } from './devices.screens.ts'
import { replaceDevice } from './replacing.commands.ts'
import { deviceListArea } from './rights.ts'
import { type Paper, sellInspection, sellToOwner } from './selling.commands.ts'

const access = { area: deviceListArea, record: 'device', right: 'change' } as const

/** Part of a device, or the device itself, with what it is replaced by. @throws NotFound */
async function replaced(db: Db, deviceId: number, productId: number) {
  const device = await getDevice(db, deviceId)
  if (device.product_id === productId) return { device, product: { id: productId, name: device.product! }, part: null }
  const part = (await listDeviceConsumables(db, deviceId)).find(({ product_id }) => product_id === productId)
  if (!part) throw new NotFound('Onderdeel van dit apparaat')
  return { device, product: { id: productId, name: part.name }, part }
}

/** A part, or the device, is replaced: when, and on which paper it is sold. */
export const deviceReplace = formPopup({
  ...access,
  recordParam: null,
  alsoRecords: { deviceId: 'device', productId: 'product' },
  path: '/inspections/devices/getReplaceConsumableOrDeviceView/:deviceId/:productId',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => ({
    ...(await replaced(db, params.deviceId, params.productId)),
    replace_date: today(),
  }),
  title: ({ product, part }) => (part ? `${product.name} vervangen` : `Apparaat vervangen: ${product.name}`),
  subtitle: ({ device }) => [device.number, device.name, device.owner].join(' · '),
  view: 'inspections/devices/replace',
  form: z.object(
    parsersOf(deviceFields, 'replace_date', 'expires_on', 'serial_number', 'paper', 'order_id', 'invoice_id'),
  ),
  formRecords: { order_id: 'order', invoice_id: 'invoice' },
  submits: [{ label: 'Vervangen' }],
  save: async ({ trx, params, form, services, viewer }) => {
    const { device, part } = await replaced(trx, params.deviceId, params.productId)
    if (part) await setInstallDate(trx, device.id, params.productId, form.replace_date, form.expires_on)
    const id = part
      ? device.id
      : await replaceDevice(trx, device, { day: form.replace_date, serial_number: form.serial_number })
    const paper = form.paper === 'none' ? null : { type: form.paper, id: form[`${form.paper}_id`] }
    if (paper)
      await sellToOwner(trx, services.registry, device, [{ product_id: params.productId, count: '1' }], {
        paper,
        employee_id: viewer.id,
      })
    return {
      changed: [
        { type: 'device', id: device.id },
        { type: 'device', id },
        ...(paper ? [{ type: paper.type, id: paper.id ?? 0 }] : []),
      ],
      flash: { str: part ? 'Onderdeel vervangen' : 'Apparaat vervangen', type: 'success' },
      ...(part ? {} : { open: `/inspections/devices/view/${id}` }),
      ...(paper?.type === 'order' && paper.id === null ? { noUndo: 'number given' as const } : {}),
      body: { id },
    }
  },
  example: (story) => ({
    params: { deviceId: story.devices.extinguisher, productId: story.products.powder },
    form: { replace_date: '01-03-2026', paper: 'none' },
  }),
})

const sold = { product_id: id, count: wholeNumber(1, 1000).default(1) }
const SoldForm = z.object({
  ...sold,
  order_id: selectorIdOrNull.default(null),
  invoice_id: selectorIdOrNull.default(null),
})

type SellCtx = SaveCtx<{ id: number }, unknown, z.output<typeof SoldForm>>
async function sell({ trx, params, form, services, viewer }: SellCtx, type: Paper['type']): Promise<Saved> {
  const device = await getDevice(trx, params.id)
  const parts = await listDeviceConsumables(trx, params.id)
  if (!parts.some(({ product_id }) => product_id === form.product_id))
    throw new Invalid({ product_id: ['Dit product is geen onderdeel van dit apparaat.'] })
  const added = [{ product_id: form.product_id, count: String(form.count) }]
  const paper = { type, id: form[`${type}_id`] }
  const saleId = await sellToOwner(trx, services.registry, device, added, { paper, employee_id: viewer.id })
  return {
    changed: [{ type, id: saleId }],
    flash: { str: type === 'order' ? 'Op de order gezet' : 'Op de factuur gezet', type: 'success' },
    open: `/administration/${type}/view/${saleId}`,
    ...(type === 'order' && paper.id === null ? { noUndo: 'number given' as const } : {}),
    body: { id: saleId },
  }
}

const selling = {
  ...access,
  form: SoldForm,
  formRecords: { product_id: 'product', order_id: 'order', invoice_id: 'invoice' },
  example: (story: Story) => ({
    params: { id: story.devices.extinguisher },
    form: { product_id: story.products.powder, count: '1', order_id: story.devices.order },
  }),
} as const

/** Something that is used up in a device, onto an order of its owner: an open one, or a new one. */
export const consumableToOrder = action({
  ...selling,
  path: '/inspections/devices/addConsumableToOrder/:id',
  save: (ctx) => sell(ctx, 'order'),
})

/** Likewise onto a concept of an invoice. */
export const consumableToInvoice = action({
  ...selling,
  path: '/inspections/devices/addConsumableToInvoice/:id',
  save: (ctx) => sell(ctx, 'invoice'),
})

/** Whose debtor number this is. @throws NotFound */
async function ownerOfNumber(db: Db, number: number) {
  const company = await db.selectFrom('companies').select(['id', 'companies.name']).where('client_id', '=', number).executeTakeFirst() // prettier-ignore
  if (company) return { column: 'devices.company_id' as const, ...company }
  const contact = await db.selectFrom('contacts').select(['id', nameText.as('name')]).where('client_id', '=', number).executeTakeFirst() // prettier-ignore
  if (contact) return { column: 'devices.contact_id' as const, ...contact }
  throw new NotFound('Klant')
}

const MOST_CHOSEN = 500

/** The devices of one customer, of which some are chosen to be inspected. */
export const deviceChoice = formPopup({
  ...access,
  recordParam: null,
  path: '/inspections/devices/getChoiceList/:clientId',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => {
    const owner = await ownerOfNumber(db, params.clientId)
    const devices = await listDevices(db)
      .where(owner.column, '=', owner.id)
      .where('devices.status', 'in', ['in_use', 'rejected'])
      .orderBy('devices.walking_route_number')
      .orderBy('devices.number')
      .limit(MOST_CHOSEN)
      .execute()
    return {
      owner,
      devices: devices.map(({ next_on, status, ...device }) => ({
        ...device,
        status: STATUSES[status],
        month: next_on === null ? '' : monthText(next_on),
      })),
    }
  },
  title: 'Apparaten kiezen',
  subtitle: ({ owner }) => owner.name,
  view: 'inspections/devices/choice',
  form: z.object({
    devices: idList(MOST_CHOSEN).refine((ids) => ids.length > 0, 'Selecteer minimaal één apparaat om verder te gaan'),
  }),
  formRecords: { devices: 'device' },
  submits: [{ label: 'Order maken' }],
  noUndo: 'number given',
  save: async ({ trx, params, form, services, viewer }) => {
    const owner = await ownerOfNumber(trx, params.clientId)
    const theirs = await listDevices(trx).where(owner.column, '=', owner.id).where('devices.id', 'in', form.devices).execute() // prettier-ignore
    if (theirs.length !== form.devices.length) throw new Invalid({ devices: ['Kies apparaten van deze klant.'] })
    const order = await sellInspection(trx, services.registry, form.devices, viewer.id)
    return {
      changed: [{ type: 'order', id: order }],
      flash: { str: 'Order gemaakt', type: 'success' },
      open: `/administration/order/view/${order}`,
      body: { id: order },
    }
  },
  example: (story) => ({
    params: { clientId: story.devices.client_id },
    form: { 'devices[]': story.devices.extinguisher },
  }),
})
