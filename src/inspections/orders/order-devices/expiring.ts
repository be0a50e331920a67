import { sql } from 'kysely'
import type { ExpiringSource } from '../../../administration/orders/expiring/points.ts'
import { devicesVisibleTo, isOfOwnFirm } from '../../devices/devices/index.ts'
import { devicesArea } from '../../devices/devices/rights.ts'

/** The order that a device is to be done on. */
const onOrder = sql`from order_devices od join orders o on o.id = od.order_id
  where od.device_id = devices.id and not od.checked and o.status = 'open'`
const visit = sql`(select min(v.starts_at)::date from visits v where not v.done and v.order_id in (select od.order_id ${onOrder}))`

/** Devices of customers that are in use, by what is due of them first. */
export const expiringDevices: ExpiringSource = {
  key: 'device',
  number: 2,
  label: 'Apparaat',
  heading: 'Keuringen',
  area: devicesArea,
  open: '/inspections/devices/view/{id}',
  rows: (viewer) => sql`select devices.id as record_id, devices.company_id, devices.contact_id,
    concat_ws(', ', devices.number::text, devices.location_description) as who, devices.name as what,
    devices.next_on as expires_on,
    case when ${visit} is not null then 'booked' when exists (select ${onOrder}) then 'ordered' else 'open' end as state,
    ${visit} as state_on, device_categories.product_id, null as price
    from devices left join device_categories on device_categories.id = devices.device_category_id
    where devices.status = 'in_use' and devices.next_on is not null and not ${isOfOwnFirm} and ${devicesVisibleTo(viewer)}`,
}
