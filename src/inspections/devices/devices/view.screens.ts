import * as z from 'zod'
import { may } from '../../../platform/access/viewer.ts'
import { formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { date, longText } from '../../../platform/forms/fields.ts'
import { today } from '../../../platform/format/zone.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { BASES, type ScheduleBasis, rhythmText } from '../../catalogue/device-categories/index.ts'
import { setInstallDate, setLogNotes } from './devices.commands.ts'
import { DeviceScheduleForm } from './devices.forms.ts'
import {
  getDevice,
  getDeviceSchedule,
  listDeviceConsumables,
  listDeviceLogs,
  listDeviceSchedules,
} from './devices.queries.ts'
import { STATUSES, dueState, endsBeforeVisit, monthText, productionText } from './devices.rules.ts'
import { metaLines } from './metas/metas.queries.ts'
import { HOME } from './devices.screens.ts'
import { deviceListArea, devicesArea } from './rights.ts'
import { editDeviceSchedule } from './schedules.commands.ts'
import { whySteps } from './why.rules.ts'

const access = { area: devicesArea, record: 'device' } as const
const change = { area: deviceListArea, right: 'change' } as const

const NO_DATE = 'Vul een datum in als dd-mm-jjjj.'

const dueOf = (day: string | null) =>
  day === null ? null : { day: formatDate(day), month: monthText(day), state: dueState(day, today()) }

/** A device: when it is due for what, what is used up in it, and what happened to it. */
export const deviceView = popup({
  ...access,
  right: 'view',
  path: '/inspections/devices/view/:id',
  home: HOME,
  load: async ({ db, params, viewer }) => {
    const [device, schedules, consumables, logs, metas] = await Promise.all([
      getDevice(db, params.id),
      listDeviceSchedules(db, params.id),
      listDeviceConsumables(db, params.id),
      listDeviceLogs(db, params.id),
      metaLines(db, params.id),
    ])
    return {
      device,
      metas,
      changes: may(viewer, deviceListArea, 'change'),
      production: productionText(device.production_year, device.production_month),
      schedules: schedules.map((row) => ({
        ...{ id: row.id, name: row.name, norm: row.norm, applies: row.applies },
        rhythm: rhythmText(row),
        basis: BASES[row.basis as ScheduleBasis],
        last: row.last_on === null ? null : formatDate(row.last_on),
        due: dueOf(row.next_on),
      })),
      consumables: consumables.map((row) => ({
        ...{ id: row.product_id, name: row.name },
        installed: formatDate(row.installed_on),
        expires: formatDate(row.expires_on),
        due: dueOf(row.due_on),
        isTooShort: endsBeforeVisit(row.due_on, schedules),
      })),
      logs: logs.map((row) => ({ ...row, at: formatDateTime(row.happened_at) })),
    }
  },
  title: ({ device }) => device.name,
  subtitle: ({ device }) => ['Apparaat', device.number, device.owner, device.location_description].filter(Boolean).join(' · '), // prettier-ignore
  status: ({ device }) => STATUSES[device.status],
  actions: ({ device }) => [
    { ...change, label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/inspections/devices/edit/${device.id}` },
  ],
  nextSteps: ({ device, schedules }) => {
    const first = schedules.find(({ due }) => due?.state === 'late' || due?.state === 'now')
    return first && (device.status === 'in_use' || device.status === 'rejected')
      ? [
          {
            ...change,
            label: `${first.name} vastleggen`,
            icon: 'clipboard-check',
            kind: 'popup',
            url: `/inspections/devices/schedule/edit/${first.id}`,
            next: true,
          },
        ]
      : []
  },
  options: ({ device }) => [
    {
      ...change,
      label: 'Vervangen',
      icon: 'replace',
      kind: 'popup',
      url:
        device.product_id === null
          ? `/inspections/devices/add/${device.company_id === null ? 'contact' : 'company'}/${device.company_id ?? device.contact_id}?replaces_device_id=${device.id}`
          : `/inspections/devices/getReplaceConsumableOrDeviceView/${device.id}/${device.product_id}`,
    },
    ...(device.client_id === null
      ? []
      : [
          {
            ...change,
            label: 'Apparaten op een order',
            icon: 'shopping-cart',
            kind: 'popup' as const,
            url: `/inspections/devices/getChoiceList/${device.client_id}`,
          },
        ]),
    { ...change, label: 'Label', icon: 'qrcode', kind: 'popup', url: `/print/sheets/device_label?ids=${device.id}` },
    deleteOption('/inspections/devices/delete', { type: 'device', id: device.id }, deviceListArea),
  ],
  footnote: ({ device }) => `Laatst gewijzigd op ${formatDateTime(device.updated_at)}`,
  layout: 'tabs',
  rail: { todo: () => [] },
  parts: [{ key: 'overview', label: 'Overzicht', icon: 'fire-extinguisher', view: 'inspections/devices/overview' }],
  example: (story) => ({
    params: { id: story.devices.extinguisher },
    foreign: { id: story.devices.foreign },
  }),
})

/** 'Waarom deze datum?' */
export const deviceWhy = popup({
  ...access,
  recordParam: null,
  alsoRecords: { id: 'device_schedule' },
  right: 'view',
  path: '/inspections/devices/why/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => {
    const schedule = await getDeviceSchedule(db, params.id)
    return { schedule, steps: whySteps(schedule) }
  },
  title: ({ schedule }) =>
    schedule.next_on === null ? 'Waarom geen datum?' : `Waarom ${monthText(schedule.next_on)}?`,
  subtitle: ({ schedule }) => `${schedule.name} · ${schedule.device}`,
  view: 'inspections/devices/why',
  example: (story) => ({
    params: { id: story.devices.schedule },
    foreign: { id: story.devices.foreignSchedule },
  }),
})

/** When it was done last, and how often it applies to this device. */
export const deviceScheduleEdit = formPopup({
  area: deviceListArea,
  record: 'device_schedule',
  right: 'change',
  path: '/inspections/devices/schedule/edit/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ schedule: await getDeviceSchedule(db, params.id) }),
  title: ({ schedule }) => schedule.name,
  subtitle: ({ schedule }) => schedule.device,
  view: 'inspections/devices/schedule',
  form: DeviceScheduleForm,
  version: ({ schedule }) => schedule.version,
  save: async ({ trx, params, form }) => {
    const device = await editDeviceSchedule(trx, params.id, form)
    return { changed: [{ type: 'device', id: device }], flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story) => ({
    params: { id: story.devices.schedule },
    form: { last_on: formatDate(today()), applies: '1' },
  }),
})

/** What somebody adds to a line of the log; it is sent a second after the last key. */
export const deviceLogNotes = action({
  area: deviceListArea,
  record: 'device',
  right: 'change',
  path: '/inspections/devices/:id/updateLogNotes/:logId',
  form: z.object({ notes: longText(4000) }),
  save: async ({ trx, params, form }) => {
    await setLogNotes(trx, params.id, params.logId, form.notes)
    return { changed: [{ type: 'device', id: params.id }], done: 'Logboek van een apparaat opgeslagen' }
  },
  example: (story) => ({
    params: { id: story.devices.extinguisher, logId: story.devices.log },
    form: { notes: 'Hangt hoog' },
  }),
})

/**
 * When a part was installed: dd-mm-yyyy with a day up to 31, a month up to 12 and a year from 1900 to 3000. What is no
 * such day changes nothing, and the field shows what was there.
 */
export const deviceInstallDate = action({
  area: deviceListArea,
  record: 'device',
  recordParam: null,
  alsoRecords: { deviceId: 'device', productId: 'product' },
  right: 'change',
  path: '/inspections/devices/setConsumableProductInstallDate/:deviceId/:productId',
  form: z.object({ installDate: date.refine((day) => day >= '1900-01-01' && day <= '3000-12-31', NO_DATE) }),
  save: async ({ trx, params, form }) => {
    await setInstallDate(trx, params.deviceId, params.productId, form.installDate)
    return { changed: [{ type: 'device', id: params.deviceId }], done: 'Plaatsing van een onderdeel opgeslagen' }
  },
  example: (story) => ({
    params: { deviceId: story.devices.extinguisher, productId: story.products.powder },
    form: { installDate: '01-03-2026' },
  }),
})
