import type * as z from 'zod'
import type { Trx } from '../../../platform/database/types.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { id } from '../../../platform/forms/fields.ts'
import { categoryChoices, categoryNames } from '../../catalogue/device-categories/index.ts'
import { addDevice } from '../../devices/devices/index.ts'
import { attachToOrder, attachableDevices } from '../../orders/order-devices/index.ts'
import { DONE_STAYS, lockOpenVisit } from '../../planning/visits/index.ts'
import { workdayArea } from '../../rights.ts'
import { FoundForm, FoundInspectionForm } from './inspecting.forms.ts'
import { RESULT_CHOICES, blankAsked, saveInspection } from './inspection-form.ts'
import { instrumentsFor } from './instruments.queries.ts'
import { type Work, blankUrl, chosenVisit } from './workday.queries.ts'
import { HOME, VisitQuery } from './workday.screens.ts'

const access = { area: workdayArea, record: 'order', recordParam: 'order_id', right: 'change' } as const

const MOST_OFFERED = 500
/** Of what stands on an order and nobody looked at. */
const FIRST_VERSION = 1

/** A device that nobody had put on the order: one of the customer, or one that nobody knew. */
export const deviceFound = formPopup({
  ...access,
  fieldsOf: 'order_device',
  path: '/workday/:order_id/found',
  home: HOME,
  size: 'medium',
  query: VisitQuery,
  load: async ({ db, viewer, params, query }) => {
    const work = await chosenVisit(db, viewer, params.order_id, query.visit)
    const [offered, categories] = await Promise.all([attachableDevices(db, params.order_id), categoryChoices(db)])
    return {
      work,
      offered: offered.slice(0, MOST_OFFERED),
      categories: [
        { value: '', label: 'Geen' },
        ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
      blank: blankUrl(work, '{device_category_id}'),
    }
  },
  title: 'Apparaat gevonden',
  subtitle: ({ work }) => work.customer,
  kept: ({ work }) => `Apparaat gevonden bij ${work.customer}`,
  refusal: ({ work }) => (work.done ? DONE_STAYS : undefined),
  view: 'inspections/workday/found',
  form: FoundForm,
  formRecords: { device_id: 'device', device_category_id: 'device_category' },
  submits: [{ label: 'Verder' }],
  save: async ({ trx, viewer, params: { order_id }, query, form, services }) => {
    const work = await chosenVisit(trx, viewer, order_id, query.visit)
    await lockOpenVisit(trx, work.id)
    const device = form.kind === 'known' ? form.device_id! : await addFound(trx, work, form)
    await attachToOrder(trx, services.registry, order_id, [device])
    return {
      changed: [
        { type: 'order', id: order_id },
        { type: 'device', id: device },
      ],
      flash: { str: 'Apparaat op de order gezet', type: 'success' },
      open: `/workday/${order_id}/devices/${device}/doneForm?visit=${work.id}`,
      body: { id: device },
    }
  },
  example: (story) => ({
    params: { order_id: story.orders.ofTeacher },
    query: { visit: String(story.visits.ofTeacher) },
    form: { kind: 'new', name: 'Blusdeken keuken' },
    foreign: { order_id: story.visits.unplanned },
  }),
})

const BlankQuery = VisitQuery.extend({ category: id.optional().catch(undefined) })

/**
 * The inspection of a device that was found, as its category asks it of one that nobody looked at: a phone without network
 * fills it in before the server gave the device its id.
 */
export const deviceFoundForm = formPopup({
  ...access,
  fieldsOf: 'order_device',
  path: '/workday/:order_id/found/doneForm',
  home: HOME,
  size: 'medium',
  query: BlankQuery,
  load: async ({ db, viewer, params, query }) => {
    const work = await chosenVisit(db, viewer, params.order_id, query.visit)
    const category = (await categoryChoices(db)).find((one) => one.id === query.category)
    const [asked, instruments] = await Promise.all([
      blankAsked(db, category?.checklist_id ?? null),
      instrumentsFor(db, viewer, null),
    ])
    return {
      work,
      isFound: true,
      device: { name: category?.name ?? 'Apparaat', production_year: null },
      row: { result: null, remark: '', new_serial_number: null, follow_up: null },
      asked,
      ...instruments,
      ...{ metas: [], parts: [], photos: [], results: RESULT_CHOICES },
      ...{ isBefore: false, place: 'Gevonden apparaat', last: null, quotes: false, nextUrl: null },
    }
  },
  title: ({ device }) => device.name,
  subtitle: ({ work }) => work.customer,
  kept: ({ device, work }) => `Keuring van gevonden ${device.name} bij ${work.customer}`,
  refusal: ({ work }) => (work.done ? DONE_STAYS : undefined),
  view: 'inspections/workday/done-form',
  form: FoundInspectionForm,
  formRecords: { device_id: 'device', instrument_id: 'device' },
  version: () => FIRST_VERSION,
  submits: [{ label: 'Opslaan' }],
  failText: 'Er ging iets mis bij het opslaan.',
  save: ({ trx, params: { order_id }, query, form, viewer, services }) =>
    saveInspection({ trx, viewer, services, orderId: order_id, visit: query.visit }, form.device_id, form),
  example: (story) => ({
    params: { order_id: story.orders.ofTeacher },
    query: { visit: String(story.visits.ofTeacher) },
    form: { device_id: story.workday.found, result: 'not_found' },
    foreign: { order_id: story.visits.unplanned },
  }),
})

/** A device that nobody knew, of the customer of a visit. */
async function addFound(trx: Trx, work: Work, form: z.output<typeof FoundForm>): Promise<number> {
  const { company_id, contact_id } = work
  const category =
    form.device_category_id === null
      ? undefined
      : (await categoryNames(trx, [form.device_category_id])).get(form.device_category_id)
  return addDevice(
    trx,
    { company_id, contact_id: company_id === null ? contact_id : null },
    {
      ...{
        number: null,
        name: form.name ?? category ?? 'Apparaat',
        description: null,
        serial_number: form.serial_number,
      },
      ...{ device_category_id: form.device_category_id, product_id: null, brand: null, model: null },
      ...{ production_year: null, production_month: null, buy_date: null, installed_on: null, last_on: null },
      ...{ location_description: form.location_description, walking_route_number: null },
      ...{ replaces_device_id: null, calibration_days: null },
    },
  )
}
