import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { deviceData } from '../../devices/devices/index.ts'

/** The devices of somebody who buys alone: they leave the orders that they stand on before they go. */
export const orderDeviceData: PersonDataSource = {
  ...deviceData,
  anonymise: async (trx, contactId, ...rest) => {
    await trx
      .deleteFrom('order_devices')
      .where('device_id', 'in', (eb) =>
        eb.selectFrom('devices').select('devices.id').where('contact_id', '=', contactId),
      )
      .execute()
    await deviceData.anonymise(trx, contactId, ...rest)
  },
}
