import { formatDate } from '../../../platform/format/format.ts'
import type * as z from 'zod'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { file, action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import {
  findSubmission,
  fillingModel,
  getChecklist,
  listAnswers,
  listBlocks,
  unanswered,
} from '../../../system/checklists/index.ts'
import {
  addDevice,
  checklistOfDevices,
  getDevice,
  listDeviceConsumables,
  listDeviceSchedules,
  measuredProperties,
  metaLines,
} from '../../devices/devices/index.ts'
import {
  RESULTS,
  attachToOrder,
  attachableDevices,
  orderDevicesOf,
  type Result,
  photoOf,
  photosOf,
} from '../../orders/order-devices/index.ts'
import { inspect, takeBack } from './inspecting.commands.ts'
import { FoundForm, InspectionForm } from './inspecting.forms.ts'
import { workdayArea } from '../../rights.ts'
import { lockOpenVisit } from '../../planning/visits/index.ts'
import { categoryNames } from '../../catalogue/device-categories/index.ts'
import { type Work, getWork, lastTime, partsPutIn, visitMeant } from './workday.queries.ts'
import { HOME, VisitQuery } from './workday.screens.ts'

const access = { area: workdayArea, record: 'order', recordParam: 'order_id', right: 'change' } as const
const withDevice = { ...access, alsoRecords: { device_id: 'device' } } as const

/** @throws HttpError (409) where it does not say which visit is meant */
async function chosenVisit(db: Db, viewer: Viewer, orderId: number, named: number | undefined) {
  const meant = await visitMeant(db, viewer, orderId, named)
  if (meant === null) throw new HttpError(409, 'Kies eerst bij welk bezoek dit hoort.')
  return getWork(db, meant)
}

/** What its category asks, as it was filled in or as it is asked now. */
async function askedOf(db: Db, orderId: number, deviceId: number, row: { row_id: number }) {
  const submission = await findSubmission(db, { type: 'order_device', id: row.row_id })
  const known = (await measuredProperties(db, [deviceId])).get(deviceId)
  const measured = known === undefined ? {} : { measured: known }
  const fileUrl = (block: number, at: number) => `/workday/${orderId}/devices/${deviceId}/file/${block}/${at}`
  if (submission) {
    const blocks = await listAnswers(db, submission.id)
    return {
      name: submission.name,
      version: submission.version,
      filling: fillingModel(blocks, { checklistVersion: 0, fileUrl, ...measured }),
    }
  }
  const checklistId = (await checklistOfDevices(db, [deviceId])).get(deviceId)?.id
  if (checklistId === undefined) return null
  const [checklist, blocks] = await Promise.all([getChecklist(db, checklistId), listBlocks(db, checklistId)])
  return {
    name: checklist.name,
    version: 0,
    filling: fillingModel(
      blocks.map((block, i) => unanswered({ ...block, position: i + 1 })),
      { checklistVersion: checklist.version, fileUrl, ...measured },
    ),
  }
}

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
  form: { result: 'approved' },
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
    const [device, metas, asked, parts, last, photos] = await Promise.all([
      getDevice(db, device_id),
      metaLines(db, device_id),
      askedOf(db, order_id, device_id, row),
      partsOf(db, order_id, device_id),
      lastTime(db, order_id, device_id),
      photosOf(db, { order_id, device_id }),
    ])
    const isBefore = row.result !== null && row.visit_id !== work.id
    return {
      work,
      device,
      row,
      metas,
      asked,
      parts,
      photos: photos.map(({ file_id }) => ({
        id: file_id,
        url: `/workday/${order_id}/devices/${device_id}/photo/${file_id}`,
      })),
      results: Object.entries(RESULTS).map(([value, { label, icon }]) => ({ value, label, icon })),
      isBefore,
      place: `Apparaat ${at + 1} van ${rows.length}`,
      last:
        last === null ? null : { text: RESULTS[last.result as Result].label.toLowerCase(), day: formatDate(last.day) },
      quotes: device.product_id !== null,
      next:
        rows.find((other, i) => i > at && other.result === null && !other.checked && other.destination === null) ??
        null,
    }
  },
  title: ({ device }) => device.name,
  subtitle: ({ device }) =>
    [device.serial_number ?? `nummer ${device.number}`, device.location_description].filter(Boolean).join(' · '),
  kept: ({ device, work }) => `Keuring van ${device.number} ${device.name} bij ${work.customer}`,
  refusal: ({ work }) => (work.done ? 'Dit bezoek is afgerond en wordt niet meer gewijzigd.' : undefined),
  view: 'inspections/workday/done-form',
  form: InspectionForm,
  formRecords: { instrument_id: 'device' },
  version: ({ row }) => row.row_version,
  submits: ({ next }) =>
    next ? [{ label: 'Opslaan en volgende', name: 'next' }, { label: 'Opslaan' }] : [{ label: 'Opslaan' }],
  failText: 'Er ging iets mis bij het opslaan.',
  save: async ({ trx, params: { order_id, device_id }, query, form, viewer, services }) => {
    const work = await chosenVisit(trx, viewer, order_id, query.visit)
    await inspect(trx, services, viewer, { visitId: work.id, orderId: order_id, deviceId: device_id }, form)
    const rows = await orderDevicesOf(trx, order_id)
    const at = rows.findIndex(({ id }) => id === device_id)
    const next = rows.find(
      (other, i) => i > at && other.result === null && !other.checked && other.destination === null,
    )
    return {
      changed: [
        { type: 'order', id: order_id },
        { type: 'device', id: device_id },
      ],
      flash: { str: `${rows[at]!.name}: ${RESULTS[form.result].label.toLowerCase()}`, type: 'success' },
      ...(form.next && next ? { open: `/workday/${order_id}/devices/${next.id}/doneForm?visit=${work.id}` } : {}),
    }
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
        form: { result: 'approved' },
      },
    ],
  }),
})
export const inspectionDelete = { ...taken, deletes: true }

/** A photo of a device at an order. */
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
  example: () => null,
})

/** The photos or the signature of one thing that its category asks, by their order. */
export const deviceAnswerFile = file({
  ...withDevice,
  right: 'view',
  path: '/workday/:order_id/devices/:device_id/file/:block/:file',
  open: async ({ db, params: { order_id, device_id, block, file: at }, services }) => {
    const row = (await orderDevicesOf(db, order_id)).find(({ id }) => id === device_id)
    const submission = row && (await findSubmission(db, { type: 'order_device', id: row.row_id }))
    const blocks = submission ? await listAnswers(db, submission.id) : []
    const found = blocks.find(({ position }) => position === block)?.files[at - 1]
    if (!found) throw new NotFound('Bestand')
    return {
      name: `apparaat-${device_id}-${block}-${at}.${found.type.slice('image/'.length)}`,
      mimeType: found.type,
      content: await services.files.open(found.key),
      inline: true,
    }
  },
  example: () => null,
})

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
