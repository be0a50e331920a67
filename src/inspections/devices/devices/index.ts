import { sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { layoutKinds } from '../../../system/layouts/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { importTargets } from '../../../system/importing/points.ts'
import { deviceFields, deviceScheduleFields } from './devices.fields.ts'
import { countDevicesOf, deviceLabelSql, deviceNames, devicesVisibleTo } from './devices.queries.ts'
import { handOver } from './devices.commands.ts'
import * as bulk from './bulk.screens.ts'
import * as editing from './editing.screens.ts'
import * as importing from './import/import.screens.ts'
import { deviceTarget } from './import/target.plan.ts'
import * as list from './devices.screens.ts'
import { deviceSearch } from './devices.search.ts'
import { deviceSelector } from './devices.selectors.ts'
import { deviceListArea, devicesArea } from './rights.ts'
import { deviceLabels } from './device-labels.ts'
import { seedDevices } from './story.ts'
import * as metas from './metas/metas.screens.ts'
import * as selling from './selling.screens.ts'
import * as view from './view.screens.ts'

export { devicesVisibleTo } from './devices.queries.ts'
export { calibratedUntil, isOfOwnFirm, listInstruments, refuseUncalibrated } from './instruments.queries.ts'
export { addDevice, logDevices, setInstallDate, setStatus } from './devices.commands.ts'
export { replaceDevice } from './replacing.commands.ts'
export { countedLines } from './selling.commands.ts'
export { markInspected } from './inspecting.commands.ts'
export { deviceData } from './person-data.ts'
export {
  checklistOfDevices,
  getDevice,
  listDeviceConsumables,
  listDeviceSchedules,
  listDevices,
} from './devices.queries.ts'
export { measuredProperties, metaLines } from './metas/metas.queries.ts'
export { STATUSES, dueState, monthText } from './devices.rules.ts'

const { HOME, ...listScreens } = list
const owners = ['company', 'contact'] as const

const usedBy = (column: 'product_id' | 'device_category_id') => async (db: Db | Trx, id: number) => [
  {
    label: 'Apparaten',
    one: 'apparaat',
    count: await countOf(db.selectFrom('devices').select('id').where(column, '=', id)),
    url: `${HOME}?${column}=${id}`,
  },
]

const answersOf = (column: 'id' | 'category_id') => async (db: Db | Trx, id: number) => [
  {
    label: 'Apparaten waarvan dit is ingevuld',
    one: 'apparaat waarvan dit is ingevuld',
    count: await countOf(
      db
        .selectFrom('device_metas')
        .innerJoin('device_fields', 'device_fields.id', 'device_metas.field_id')
        .select('device_metas.id')
        .where(`device_fields.${column}`, '=', id),
    ),
  },
]

/** What customers own, what of it is due when, and why. */
export const devices: ModulePart = {
  screens: [listScreens, bulk, editing, metas, view, selling, importing].flatMap((declared) => Object.values(declared)),
  selectors: [deviceSelector],
  records: [
    {
      type: 'device',
      label: { one: 'apparaat', many: 'apparaten' },
      area: devicesArea,
      table: 'devices',
      visibleTo: devicesVisibleTo,
      open: '/inspections/devices/view/{id}',
      fields: deviceFields,
      nameSql: deviceLabelSql,
      names: deviceNames,
      carries: ['notes', 'documents', 'messages', 'tasks'],
    },
    {
      type: 'device_schedule',
      label: { one: 'schema van een apparaat', many: 'schema’s van apparaten' },
      area: devicesArea,
      table: 'device_schedules',
      visibleTo: (viewer) =>
        sql`device_schedules.device_id in (select devices.id from devices where ${devicesVisibleTo(viewer)})`,
      open: null,
      fields: deviceScheduleFields,
    },
  ],
  navGroups: [{ key: 'inspections', label: 'Keuringen', icon: 'fire-extinguisher', order: 70 }],
  nav: [
    {
      group: 'inspections',
      label: 'Apparaten',
      icon: 'fire-extinguisher',
      href: HOME,
      area: devicesArea,
      order: 1,
      lists: { teacher: 8, supervisor: 9 },
    },
  ],
  create: [
    {
      action: { label: 'Apparaat', icon: 'fire-extinguisher', kind: 'popup', url: '/inspections/devices/add' },
      command: 'Nieuw apparaat',
      area: deviceListArea,
    },
  ],
  constraints: {
    devices_number: { field: 'number', message: 'Deze klant heeft al een apparaat met dit nummer.' },
    devices_production: { field: 'production_year', message: 'Vul ook het productiejaar in.' },
    devices_replaces: { field: 'replaces_device_id', message: 'Een apparaat vervangt zichzelf niet.' },
    devices_replaces_device_id_key: {
      field: 'replaces_device_id',
      message: 'Dit apparaat is al door een ander vervangen.',
    },
  },
  story: seedDevices,
  gifts: [
    give(importTargets, [deviceTarget]),
    give(layoutKinds, deviceLabels),
    give(searchSources, [deviceSearch]),
    give(historyLabels, [
      {
        device: {
          label: 'Apparaat',
          fields: {
            device_id: 'Apparaat',
            field_id: { label: 'Eigen veld', record: 'device_field' },
            value: 'Waarde',
            text: 'Wat er gebeurde',
            notes: 'Notitie',
            happened_at: 'Wanneer',
            replace_after: 'Gaat mee, in maanden',
          },
        },
      },
    ]),
    give(
      popupTabs,
      owners.map((record) => ({
        record,
        key: 'devices',
        label: 'Apparaten',
        icon: 'fire-extinguisher',
        area: devicesArea,
        order: 36,
        url: (id: number) => `${HOME}?embed=1&${record}_id=${id}`,
        count: (_viewer: Viewer, id: number) => countDevicesOf(`${record}_id`, id),
      })),
    ),
    give(blockers, [
      { record: 'product', what: 'delete', reasons: usedBy('product_id') },
      { record: 'device_category', what: 'delete', reasons: usedBy('device_category_id') },
      { record: 'device_field', what: 'delete', reasons: answersOf('id') },
      { record: 'device_category', what: 'delete', reasons: answersOf('category_id') },
      ...(['device_category', 'inspection_schedule'] as const).map((record) => ({
        record,
        what: 'delete' as const,
        reasons: async (db: Db | Trx, id: number) => [
          {
            label: 'Apparaten die zo zijn gekeurd',
            one: 'apparaat dat zo is gekeurd',
            count: await countOf(
              db
                .selectFrom('device_schedules')
                .select('id')
                .where('last_on', 'is not', null)
                .where(
                  (eb) =>
                  record === 'inspection_schedule'
                    ? eb('schedule_id', '=', id)
                    : eb('schedule_id', 'in', eb.selectFrom('inspection_schedules').select('inspection_schedules.id').where('category_id', '=', id)), // prettier-ignore
                ),
            ),
          },
        ],
      })),
      ...owners.map((record) => ({
        record,
        what: 'delete' as const,
        reasons: async (db: Db | Trx, id: number) => [
          {
            label: 'Apparaten',
            one: 'apparaat',
            count: await countOf(db.selectFrom('devices').select('id').where(`${record}_id`, '=', id)),
            url: `${HOME}?${record}_id=${id}`,
          },
        ],
      })),
    ]),
    give(
      mergeStrategies,
      owners.map((record) => ({
        record,
        table: 'devices',
        column: `${record}_id`,
        // Two customers each have a number 1: what comes along gets the next one.
        merges: (trx: Trx, { row, keptId }: { row: { id: number }; keptId: number }) =>
          handOver(trx, [row.id], record === 'company' ? { company_id: keptId, contact_id: null } : { company_id: null, contact_id: keptId }), // prettier-ignore
      })),
    ),
  ],
}
