import { personRows } from '../../../system/privacy/points.ts'
import { deviceFields } from './devices.fields.ts'
import { listDevices } from './devices.queries.ts'
import { STATUSES } from './devices.rules.ts'

/** What somebody owns who buys alone. */
export const deviceData = personRows({
  key: 'devices',
  label: 'Uw apparaten',
  rows: (db, contactId) => listDevices(db).where('devices.contact_id', '=', contactId).orderBy('devices.id'),
  show: (device) => ({
    [deviceFields.number.label]: String(device.number),
    [deviceFields.name.label]: device.name,
    [deviceFields.serial_number.label]: device.serial_number,
    [deviceFields.location_description.label]: device.location_description,
    [deviceFields.status.label]: STATUSES[device.status].label,
  }),
  empties: [{ what: ['apparaat', 'apparaten'] }],
  deletes: ['devices'],
  history: { device: deviceFields },
})
