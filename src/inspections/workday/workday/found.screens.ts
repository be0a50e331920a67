import type * as z from 'zod'
import type { Trx } from '../../../platform/database/types.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { categoryNames } from '../../catalogue/device-categories/index.ts'
import { addDevice } from '../../devices/devices/index.ts'
import { attachToOrder, attachableDevices } from '../../orders/order-devices/index.ts'
import { lockOpenVisit } from '../../planning/visits/index.ts'
import { workdayArea } from '../../rights.ts'
import { FoundForm } from './inspecting.forms.ts'
import { type Work, chosenVisit } from './workday.queries.ts'
import { HOME, VisitQuery } from './workday.screens.ts'

const access = { area: workdayArea, record: 'order', recordParam: 'order_id', right: 'change' } as const

const MOST_OFFERED = 500

/** A device that nobody had put on the order: one of the customer, or one that nobody knew. */
export const deviceFound = formPopup({
  ...access,
  fieldsOf: 'order_device',
  path: '/workday/:order_id/found',
  home: HOME,
  size: 'medium',
  query: VisitQuery,
  load: async ({ db, viewer, params, query }) => ({
    work: await chosenVisit(db, viewer, params.order_id, query.visit),
    offered: (await attachableDevices(db, params.order_id)).slice(0, MOST_OFFERED),
  }),
  title: 'Apparaat gevonden',
  subtitle: ({ work }) => work.customer,
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
