import type { Viewer } from '../../../platform/access/viewer.ts'
import { expiringSources } from '../../../administration/orders/expiring/points.ts'
import { expiringDevices } from './expiring.ts'
import { sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { personData, retentionKinds } from '../../../system/privacy/points.ts'
import { ordersArea } from '../../../administration/orders/orders/rights.ts'
import { orderDeviceFields } from './order-devices.fields.ts'
import { countOrderDevices, orderDeviceNames } from './order-devices.queries.ts'
import { inspectionPhotoRetention, orderDeviceData } from './person-data.ts'
import { visitRestorings } from './restoring.ts'
import { RESULT_LABELS } from './results.ts'
import * as screens from './order-devices.screens.ts'
import { seedOrderDevices } from './story.ts'

export {
  type AttachedDevice,
  attachDevices,
  attachToOrder,
  carriesDevices,
  coverDevices,
  decideDevices,
  passDevices,
} from './order-devices.commands.ts'
export { setActionDone } from './order-actions.commands.ts'
export {
  type InspectedDevice,
  type Inspection,
  type LockedDevice,
  inspectedAt,
  lockOrderDevice,
  photoOf,
  photosOf,
  recordInspection,
  resetInspection,
  settleDevices,
} from './inspecting.commands.ts'
export { type OrderDevice, atOpenVisit, attachableDevices, orderDevicesOf } from './order-devices.queries.ts'
export { orderDeviceFields } from './order-devices.fields.ts'
export { RESULTS, type Result } from './results.ts'

const onOrders = async (table: 'order_devices' | 'order_actions', column: string, db: Db | Trx, id: number) => [
  {
    label: 'Orders',
    one: 'order',
    count: await countOf(
      db
        .selectFrom(table)
        .select('order_id')
        .distinct()
        .where((eb) => eb(eb.ref(column as 'device_id'), '=', id)),
    ),
  },
]

/** Which devices an order carries, and what is done to them. */
export const orderDevices: ModulePart = {
  screens: Object.values(screens).flat(),
  records: [
    {
      type: 'order_device',
      label: { one: 'gekeurd apparaat', many: 'gekeurde apparaten' },
      area: ordersArea,
      table: 'order_devices',
      visibleTo: (viewer, records) => records.sees(viewer, 'order', sql.ref('order_devices.order_id')),
      open: null,
      fields: orderDeviceFields,
      names: orderDeviceNames,
      history: false,
      carries: ['checklists'],
    },
  ],
  story: seedOrderDevices,
  gifts: [
    give(expiringSources, [expiringDevices]),
    give(personData, [orderDeviceData]),
    give(retentionKinds, [inspectionPhotoRetention]),
    give(restorings, visitRestorings),
    give(popupTabs, [
      {
        record: 'order',
        key: 'devices',
        label: 'Apparaten',
        icon: 'fire-extinguisher',
        area: ordersArea,
        order: 15,
        url: (id: number) => `/administration/order/devices/${id}`,
        count: (_viewer: Viewer, id: number) => countOrderDevices(id),
      },
    ]),
    give(blockers, [
      { record: 'device', what: 'delete', reasons: (db, id) => onOrders('order_devices', 'device_id', db, id) },
      { record: 'action', what: 'delete', reasons: (db, id) => onOrders('order_actions', 'action_id', db, id) },
    ]),
    give(historyLabels, [
      {
        order: {
          fields: {
            device_id: { label: 'Apparaat', record: 'device' },
            schedule_id: { label: 'Schema', record: 'inspection_schedule' },
            checked: 'Gekeurd',
            checked_on: 'Gekeurd op',
            covered: 'Valt onder contract',
            destination: {
              label: 'Ging naar',
              values: { invoice: 'Factuur', order: 'Nieuwe order', quote: 'Offerte' },
            },
            action_id: { label: 'Actie', record: 'action' },
            done: 'Gedaan',
            done_on: 'Gedaan op',
            should_disable_device: 'Keurt het apparaat af',
            visit_id: { label: 'Bezoek', record: 'visit' },
            result: { label: 'Uitslag', values: RESULT_LABELS },
            remark: 'Opmerking',
            follow_up: { label: 'Daarna', values: { quote: 'Offerte' } },
            new_serial_number: 'Serienummer van het nieuwe apparaat',
            instrument_id: { label: 'Meetmiddel', record: 'device' },
            inspected_by: { label: 'Gekeurd door', record: 'user' },
            inspected_at: 'Beoordeeld op',
            product_id: { label: 'Onderdeel', record: 'product' },
            expires_on: 'Opdruk',
            file_id: 'Foto',
          },
        },
      },
    ]),
  ],
}
