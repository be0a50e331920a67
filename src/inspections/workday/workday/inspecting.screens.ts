import { formatDate } from '../../../platform/format/format.ts'
import { HttpError } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { action, file } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { getDevice, listDeviceConsumables, listDeviceSchedules, metaLines } from '../../devices/devices/index.ts'
import { RESULTS, type Result, orderDevicesOf, photoOf, photosOf } from '../../orders/order-devices/index.ts'
import { DONE_STAYS } from '../../planning/visits/index.ts'
import { workdayArea } from '../../rights.ts'
import { takeBack } from './inspecting.commands.ts'
import { InspectionForm } from './inspecting.forms.ts'
import { RESULT_CHOICES, askedOf, saveInspection } from './inspection-form.ts'
import { instrumentsFor } from './instruments.queries.ts'
import { chosenVisit, lastTime, partsPutIn } from './workday.queries.ts'
import { HOME, VisitQuery } from './workday.screens.ts'

const access = { area: workdayArea, record: 'order', recordParam: 'order_id', right: 'change' } as const
const withDevice = { ...access, alsoRecords: { device_id: 'device' } } as const

const photoUrl = (order: number, device: number, file: number) => `/workday/${order}/devices/${device}/photo/${file}`

/** Parts of a device, and which of them do not reach the next time somebody comes. */
async function partsOf(db: Db, orderId: number, deviceId: number) {
  const [parts, schedules, put] = await Promise.all([
    listDeviceConsumables(db, deviceId),
    listDeviceSchedules(db, deviceId),
    partsPutIn(db, orderId, deviceId),
  ])
  const rhythm = Math.min(
    ...schedules.flatMap(({ repeat_after, applies }) => (applies ? (repeat_after ?? []) : [])),
    12,
  )
  // Whoever comes now comes again after the shortest of its rhythms.
  const next = addDays(today(), Math.round(rhythm * 30.4))
  return parts.map((part) => ({
    ...part,
    due: part.due_on === null ? null : formatDate(part.due_on),
    isTooShort: part.due_on !== null && part.due_on < next,
    isPutIn: put.has(part.product_id),
    printed: formatDate(put.get(part.product_id) ?? null),
  }))
}

const example: OwnExample = (story) => ({
  params: { order_id: story.orders.ofTeacher, device_id: story.workday.device },
  query: { visit: String(story.visits.ofTeacher) },
  form: { result: 'not_found' },
  foreign: { order_id: story.visits.unplanned, device_id: story.workday.device },
})

/** How a device is inspected at a visit. It is kept where there is no network, and sent later. */
export const deviceDoneForm = formPopup({
  ...withDevice,
  fieldsOf: 'order_device',
  path: '/workday/:order_id/devices/:device_id/doneForm',
  home: HOME,
  size: 'medium',
  query: VisitQuery,
  load: async ({ db, viewer, params: { order_id, device_id }, query }) => {
    const work = await chosenVisit(db, viewer, order_id, query.visit)
    const rows = await orderDevicesOf(db, order_id)
    const at = rows.findIndex(({ id }) => id === device_id)
    const row = rows[at]
    if (!row) throw new HttpError(404, 'Dit apparaat staat niet op deze order.')
    const [device, metas, asked, parts, last, photos, instruments] = await Promise.all([
      getDevice(db, device_id),
      metaLines(db, device_id),
      askedOf(db, device_id, row, (file) => photoUrl(order_id, device_id, file)),
      partsOf(db, order_id, device_id),
      lastTime(db, order_id, device_id),
      photosOf(db, { order_id, device_id }),
      instrumentsFor(db, viewer, row.instrument_id),
    ])
    const isBefore = row.result !== null && row.visit_id !== work.id
    const next =
      rows.find((other, i) => i > at && other.result === null && !other.checked && other.destination === null) ?? null
    return {
      work,
      device,
      row,
      metas,
      asked,
      parts,
      ...instruments,
      photos: photos.map(({ file_id }) => ({
        id: file_id,
        url: photoUrl(order_id, device_id, file_id),
      })),
      results: RESULT_CHOICES,
      isFound: false,
      isBefore,
      place: `Apparaat ${at + 1} van ${rows.length}`,
      last:
        last === null ? null : { text: RESULTS[last.result as Result].label.toLowerCase(), day: formatDate(last.day) },
      quotes: device.product_id !== null,
      next,
      nextUrl: next === null ? null : `/workday/${order_id}/devices/${next.id}/doneForm?visit=${work.id}`,
    }
  },
  title: ({ device }) => device.name,
  subtitle: ({ device }) =>
    [device.serial_number ?? `nummer ${device.number}`, device.location_description].filter(Boolean).join(' · '),
  kept: ({ device, work }) => `Keuring van ${device.number} ${device.name} bij ${work.customer}`,
  refusal: ({ work }) => (work.done ? DONE_STAYS : undefined),
  view: 'inspections/workday/done-form',
  form: InspectionForm,
  formRecords: { instrument_id: 'device' },
  version: ({ row }) => row.row_version,
  submits: ({ next }) =>
    next ? [{ label: 'Opslaan en volgende', name: 'next' }, { label: 'Opslaan' }] : [{ label: 'Opslaan' }],
  failText: 'Er ging iets mis bij het opslaan.',
  save: async ({ trx, params: { order_id, device_id }, query, form, viewer, services }) => {
    return saveInspection({ trx, viewer, services, orderId: order_id, visit: query.visit }, device_id, form)
  },
  example,
})

/** Takes back what was said of a device: the tick goes. */
const taken = action({
  ...withDevice,
  path: '/inspections/:order_id/:device_id/delete',
  methods: ['POST', 'DELETE'],
  save: async ({ trx, params: { order_id, device_id }, services }) => {
    await takeBack(trx, services, order_id, device_id)
    return {
      changed: [
        { type: 'order', id: order_id },
        { type: 'device', id: device_id },
      ],
      flash: { str: 'Keuring teruggezet', type: 'success' },
    }
  },
  example: (story) => ({
    ...example(story, 0 as never)!,
    first: [
      {
        path: `/workday/${story.orders.ofTeacher}/devices/${story.workday.device}/doneForm?visit=${story.visits.ofTeacher}`,
        form: { result: 'not_found' },
      },
    ],
  }),
})
export const inspectionDelete = { ...taken, deletes: true }

/** A photo of a device at an order, or a drawing among what its category asks. */
export const devicePhoto = file({
  ...withDevice,
  right: 'view',
  path: '/workday/:order_id/devices/:device_id/photo/:file',
  open: async ({ db, params: { order_id, device_id, file: id }, services }) => {
    const found = await photoOf(db, { order_id, device_id }, id)
    const extension = found.mime_type.slice('image/'.length)
    return {
      name: `apparaat-${device_id}-${id}.${extension}`,
      mimeType: found.mime_type,
      content: await services.files.open(found.storage_key),
      inline: true,
    }
  },
  example: (story) => ({
    params: { order_id: story.orders.ofTeacher, device_id: story.workday.device, file: story.workday.photo },
    foreign: { order_id: story.visits.unplanned, device_id: story.workday.device, file: story.workday.photo },
  }),
})
