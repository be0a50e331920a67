import type { Trx } from '../../../platform/database/types.ts'
import { addDevice } from './devices.commands.ts'
import type { Device } from './devices.queries.ts'

/** The same kind of device in the same place, from a day (ISO) on; the old one is disposed of. @returns its id */
export const replaceDevice = (
  trx: Trx,
  device: Device,
  { day, serial_number }: { day: string; serial_number: string | null },
): Promise<number> =>
  addDevice(
    trx,
    { company_id: device.company_id, contact_id: device.contact_id },
    {
      ...{ number: null, name: device.name, description: null, serial_number },
      ...{ device_category_id: device.device_category_id, product_id: device.product_id },
      ...{ brand: device.brand, model: device.model, production_year: null, production_month: null },
      ...{ buy_date: day, installed_on: day, last_on: null },
      ...{ location_description: device.location_description, walking_route_number: device.walking_route_number },
      ...{ replaces_device_id: device.id, calibration_days: device.calibration_days },
    },
  )
