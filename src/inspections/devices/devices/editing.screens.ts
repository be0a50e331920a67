import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/database/types.ts'
import { idOrNone, selectorIdOrNull } from '../../../platform/forms/fields.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { type Owner, addDevice, deleteDevice, editDevice } from './devices.commands.ts'
import { DeviceEditForm, DeviceForm, deviceRecords } from './devices.forms.ts'
import { type Device, getDevice } from './devices.queries.ts'
import { HOME } from './devices.screens.ts'
import { metaControls, metasFor } from './metas/metas.queries.ts'
import { ownerOf } from './owners.queries.ts'
import { deviceListArea } from './rights.ts'

const access = { area: deviceListArea, record: 'device', right: 'change', home: HOME } as const

const chosen = (id: number | null, label: string | null) => (id === null ? [] : [{ id, label: label! }])
const chosenOf = (device: Device) => ({
  device_category_id: chosen(device.device_category_id, device.category),
  product_id: chosen(device.product_id, device.product),
  replaces_device_id: chosen(device.replaces_device_id, device.replaces),
})

/** What a new device takes over from the one that it replaces, or from the one before it in a row. */
const query = z.object({
  replaces_device_id: z.string().default('').transform(idOrNone),
  like: z.string().default('').transform(idOrNone),
  company_id: z.string().default('').transform(idOrNone),
  contact_id: z.string().default('').transform(idOrNone),
})

async function prefilled(db: Db, request: z.output<typeof query>) {
  const from = request.replaces_device_id || request.like
  const model = from === 0 ? null : await getDevice(db, from).catch(() => null)
  if (model === null)
    return { device: null, metas: [], chosen: { device_category_id: [], product_id: [], replaces_device_id: [] } }
  const isReplaced = request.replaces_device_id !== 0
  const { name, brand, model: type, production_year, production_month, buy_date, installed_on } = model
  const { location_description, walking_route_number } = model
  return {
    metas: metaControls(await metasFor(db, model.device_category_id, null)),
    device: {
      ...{ name, brand, model: type },
      // A row of the same kind was bought together; what replaces another hangs where that hung.
      ...(isReplaced
        ? { location_description, walking_route_number }
        : { production_year, production_month, buy_date, installed_on, location_description }),
    },
    chosen: {
      ...chosenOf(model),
      replaces_device_id: isReplaced ? [{ id: model.id, label: `${model.number} ${model.name}` }] : [],
    },
  }
}

/** `more`: the form comes again for the next one like it. */
const saved = (id: number, owner: Owner, isNext: boolean) => ({
  changed: [{ type: 'device', id }],
  flash: { str: 'Apparaat toegevoegd', type: 'success' as const },
  open: isNext
    ? `/inspections/devices/add/${owner.company_id === null ? 'contact' : 'company'}/${owner.company_id ?? owner.contact_id}?like=${id}`
    : `/inspections/devices/view/${id}`,
  body: { id },
})

const adding = {
  ...access,
  recordParam: null,
  size: 'medium',
  title: 'Apparaat toevoegen',
  view: 'inspections/devices/form',
  query,
} as const
const submits = [{ label: 'Apparaat toevoegen' }, { label: 'Toevoegen en volgende', name: 'next', value: '1' }]
const next = z.string().optional().transform((value) => value === '1') // prettier-ignore

/** A device of a customer who is known. */
export const deviceAdd = formPopup({
  ...adding,
  submits,
  path: '/inspections/devices/add/:type(word)/:id',
  load: async ({ db, params, query }) => ({
    ...(await prefilled(db, query)),
    owner: await ownerOf(db, params.type, params.id),
    buyers: null,
  }),
  subtitle: ({ owner }) => owner.name,
  form: DeviceForm.and(z.object({ next })),
  formRecords: deviceRecords,
  save: async ({ trx, params, form: { next: isNext, ...form } }) => {
    const owner = await ownerOf(trx, params.type, params.id)
    const id = await addDevice(trx, { company_id: owner.company_id, contact_id: owner.contact_id }, form)
    return saved(id, owner, isNext)
  },
  example: (story) => ({
    params: { type: 'company', id: story.companies.deLinde },
    form: {
      name: 'Schuimblusser 6 l',
      device_category_id: story.deviceCategories.extinguishers,
      production_year: '2024',
    },
  }),
})

/** A device, and whose it is. */
export const deviceAddAny = formPopup({
  ...adding,
  submits,
  path: '/inspections/devices/add',
  load: async ({ db, query }) => {
    const buyers = { company_id: query.company_id || null, contact_id: query.contact_id || null }
    const [company, contact] = await Promise.all([
      buyers.company_id === null ? null : ownerOf(db, 'company', buyers.company_id).catch(() => null),
      buyers.contact_id === null ? null : ownerOf(db, 'contact', buyers.contact_id).catch(() => null),
    ])
    return {
      ...(await prefilled(db, query)),
      owner: null,
      buyers: {
        company_id: company ? [{ id: company.company_id!, label: company.name }] : [],
        contact_id: contact ? [{ id: contact.contact_id!, label: contact.name }] : [],
      },
    }
  },
  form: DeviceForm.and(z.object({ next, company_id: selectorIdOrNull, contact_id: selectorIdOrNull })),
  formRecords: { ...deviceRecords, company_id: 'company', contact_id: 'contact' },
  save: async ({ trx, form: { next: isNext, company_id, contact_id, ...form } }) => {
    if (company_id === null && contact_id === null)
      throw new Invalid({ company_id: ['Kies een bedrijf of een contact.'] })
    // Of a company and a person of it the company owns what hangs there.
    const owner = { company_id, contact_id: company_id === null ? contact_id : null }
    return saved(await addDevice(trx, owner, form), owner, isNext)
  },
  example: (story) => ({ form: { name: 'Schuimblusser 6 l', company_id: story.companies.deLinde } }),
})

export const deviceEdit = formPopup({
  ...access,
  path: '/inspections/devices/edit/:id',
  size: 'medium',
  load: async ({ db, params }) => {
    const device = await getDevice(db, params.id)
    const metas = metaControls(await metasFor(db, device.device_category_id, device.id))
    return { device, metas, chosen: chosenOf(device), owner: { name: device.owner }, buyers: null }
  },
  title: ({ device }) => `${device.name} wijzigen`,
  subtitle: ({ device }) => device.owner,
  view: 'inspections/devices/form',
  form: DeviceEditForm,
  formRecords: deviceRecords,
  version: ({ device }) => device.version,
  save: async ({ trx, params, form }) => {
    await editDevice(trx, params.id, form)
    return { changed: [{ type: 'device', id: params.id }], flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.devices.extinguisher }, form: { location_description: 'Keuken' } }),
})

export const deviceDelete = deletion({
  ...access,
  path: '/inspections/devices/delete',
  flash: 'Apparaat verwijderd',
  remove: deleteDevice,
  example: (story) => ({ form: { id: story.devices.loose } }),
})
