import { type PersonDataSource, personRows } from '../../../system/privacy/points.ts'
import { deviceFields } from './devices.fields.ts'
import { listDevices } from './devices.queries.ts'
import { STATUSES } from './devices.rules.ts'
import { metasText } from './metas/metas.queries.ts'

const owned = personRows({
  key: 'devices',
  label: 'Uw apparaten',
  rows: (db, contactId) =>
    listDevices(db).select(metasText.as('metas')).where('devices.contact_id', '=', contactId).orderBy('devices.id'),
  show: (device) => ({
    [deviceFields.number.label]: String(device.number),
    [deviceFields.name.label]: device.name,
    [deviceFields.serial_number.label]: device.serial_number,
    [deviceFields.location_description.label]: device.location_description,
    [deviceFields.status.label]: STATUSES[device.status].label,
    'Eigen velden': device.metas,
  }),
  empties: [{ what: ['apparaat', 'apparaten'] }],
  deletes: ['devices'],
  history: { device: deviceFields },
})

/** What somebody owns who buys alone. */
export const deviceData: Required<Omit<PersonDataSource, 'byName'>> = {
  ...owned,
  anonymise: async (trx, contactId, ...rest) => {
    // One that came in the place of theirs may be somebody else's by now.
    await trx
      .updateTable('devices')
      .set({ replaces_device_id: null })
      .where('replaces_device_id', 'in', (eb) =>
        eb.selectFrom('devices as d').select('d.id').where('d.contact_id', '=', contactId),
      ) // prettier-ignore
      .execute()
    await owned.anonymise(trx, contactId, ...rest)
  },
}
