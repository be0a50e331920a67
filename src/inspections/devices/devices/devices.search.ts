import { type SqlBool, sql } from 'kysely'
import { type SearchSource, beside } from '../../../platform/search/search.ts'
import { type DeviceStatus, STATUSES } from './devices.rules.ts'

const serial = sql<string>`coalesce(devices.serial_number, '')`

/** Devices by serial number (P-113), and by what else they are called by. */
export const deviceSearch: SearchSource = {
  type: 'Device',
  record: 'device',
  label: 'Apparaten',
  icon: 'fire-extinguisher',
  open: '/inspections/devices/view/{id}',
  name: sql<string>`devices.name`,
  exact: (typed) => [
    {
      field: 'serial_number',
      value: serial,
      where: sql<SqlBool>`devices.serial_number is not null and normalise(devices.serial_number) = normalise(${typed})`,
    },
  ],
  words: { field: 'serial_number', value: serial, text: sql<string>`devices.search_text` },
  beside: () =>
    beside(
      sql<{ number: number; owner: string | null; status: DeviceStatus }>`jsonb_build_object(
        'number', devices.number, 'status', devices.status,
        'owner', (select companies.name from companies where companies.id = devices.company_id))`,
      ({ number, owner, status }) => ({
        text: [`nummer ${number}`, owner].filter(Boolean).join(' · '),
        status: STATUSES[status],
      }),
    ),
}
