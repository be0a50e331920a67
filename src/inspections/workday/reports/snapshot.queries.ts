import { sql } from 'kysely'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { formatTime } from '../../../platform/format/format.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { answerText, answersOf, isAsked, isNotable, limitsText, takesFiles } from '../../../system/checklists/index.ts'
import { calibratedUntil } from '../../devices/devices/index.ts'
import { listVisits } from '../../planning/visits/index.ts'
import type { Result } from '../../orders/order-devices/index.ts'
import type { ReportSnapshot, ReportedDevice } from './snapshot.ts'

interface DeviceRow {
  row_id: number
  id: number
  number: number
  name: string
  brand: string | null
  model: string | null
  serial_number: string | null
  place: string | null
  category: string | null
  production_year: number | null
  production_month: number | null
  next_on: string | null
  result: Result
  remark: string
  follow_up: string | null
  norm: string | null
  instrument: ReportedDevice['instrument']
  replaced_by: ReportedDevice['replaced_by']
  parts: ReportedDevice['parts']
  photos: string[]
}

/** The devices that were looked at at a visit, with all that is told of each, in walking order. */
async function devicesAt(trx: Trx, visitId: number): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select o.id as row_id, d.id, d.number, d.name, d.brand, d.model, d.serial_number, d.location_description as place,
      c.name as category, d.production_year, d.production_month, d.next_on::text as next_on, o.result, o.remark, o.follow_up,
      coalesce(nullif(s.norm, ''), (select string_agg(distinct i.norm, ', ') from device_schedules r
        join inspection_schedules i on i.id = r.schedule_id
        where r.device_id = d.id and r.applies and i.norm is not null)) as norm,
      case when m.id is not null then jsonb_build_object('name', m.name, 'serial_number', m.serial_number,
        'calibrated_until', ${calibratedUntil}) end as instrument,
      (select jsonb_build_object('number', n.number, 'serial_number', n.serial_number) from devices n
        where n.replaces_device_id = d.id) as replaced_by,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.name, 'expires_on', op.expires_on) order by p.name)
        from order_device_parts op join products p on p.id = op.product_id
        where op.order_id = o.order_id and op.device_id = o.device_id), '[]') as parts,
      coalesce((select jsonb_agg(f.storage_key order by of.id)
        from order_device_files of join stored_files f on f.id = of.file_id
        where of.order_id = o.order_id and of.device_id = o.device_id), '[]') as photos
    from order_devices o join devices d on d.id = o.device_id
      left join device_categories c on c.id = d.device_category_id
      left join devices m on m.id = o.instrument_id
      left join checklist_submissions s on s.object_type = 'order_device' and s.object_id = o.id
    where o.visit_id = ${visitId} and o.result is not null
    order by d.walking_route_number, d.number, d.id`.execute(trx)
  return rows
}

const productionOf = ({ production_year: year, production_month: month }: DeviceRow): string =>
  year === null ? '' : month === null ? String(year) : `${String(month).padStart(2, '0')}-${year}`

async function reportedDevices(trx: Trx, visitId: number): Promise<ReportedDevice[]> {
  const rows = await devicesAt(trx, visitId)
  const answers = await answersOf(trx, 'order_device', rows.map(({ row_id }) => row_id)) // prettier-ignore
  return rows.map((row) => {
    const blocks = answers.get(row.row_id) ?? []
    return {
      ...{ id: row.id, number: row.number, name: row.name, serial_number: row.serial_number, place: row.place },
      make: [row.brand, row.model].filter(Boolean).join(' '),
      category: row.category,
      production: productionOf(row),
      ...{ result: row.result, remark: row.remark, parts: row.parts, replaced_by: row.replaced_by, norm: row.norm },
      answers: blocks
        .filter((block) => isAsked(block) && !takesFiles(block) && block.answer !== '')
        .map((block) => ({
          label: block.label,
          text: answerText(block, block.answer),
          limits: limitsText(block),
          isNotable: isNotable(block, block.answer),
        })),
      next_on: row.next_on,
      isQuoted: row.follow_up === 'quote',
      instrument: row.instrument,
      photos: [
        ...row.photos,
        ...blocks.flatMap(({ kind, files }) => (kind === 'photo' ? files.map(({ key }) => key) : [])),
      ],
    }
  })
}

/** What the report of a visit tells, as things stand now. */
export async function readSnapshot(trx: Trx, visitId: number): Promise<Omit<ReportSnapshot, 'number' | 'replaces'>> {
  const visit = await listVisits(trx)
    .leftJoin('contract_orders', 'contract_orders.order_id', 'orders.id')
    .leftJoin('inspection_contracts', 'inspection_contracts.id', 'contract_orders.contract_id')
    .leftJoin('stored_files as signature', 'signature.id', 'visits.signature_id')
    .select([
      ...([
        'orders.street',
        'orders.street_no',
        'orders.street_no_adding',
        'orders.postal_code',
        'orders.country_code',
      ] as const),
      'inspection_contracts.name as contract',
      'visits.worked_from',
      'visits.worked_until',
      'visits.remark',
      'visits.signed_by',
      'visits.unsigned_reason',
      'signature.storage_key as signature',
      sql<number | null>`coalesce(companies.client_id, contacts.client_id)`.as('client_id'),
    ])
    .where('visits.id', '=', visitId)
    .executeTakeFirstOrThrow()
  const [devices, actions, delivered] = [
    await reportedDevices(trx, visitId),
    await sql<{ device: string; name: string }>`
      select d.number || ' ' || d.name as device, a.name from order_actions o join actions a on a.id = o.action_id
        join devices d on d.id = o.device_id where o.visit_id = ${visitId} and o.done order by d.number, a.name`.execute(
      trx,
    ),
    await sql<{ name: string; count: string }>`
      select name, trim_scale(count)::text as count from sale_lines
      where order_id = ${visit.order_id} and kind = 'product' and delivered and has_to_be_delivered
      order by position, id`.execute(trx),
  ]
  return {
    ...{ customer: visit.customer, client_id: visit.client_id, order: visit.uid, contract: visit.contract },
    address: [streetLine(visit), cityLine(visit)].filter(Boolean),
    day: wallClock(visit.starts_at).day,
    from: formatTime(visit.worked_from ?? visit.starts_at),
    until: formatTime(visit.worked_until ?? visit.ends_at),
    inspector: visit.employee ?? '',
    devices,
    actions: actions.rows,
    delivered: delivered.rows,
    ...{ remark: visit.remark, signed_by: visit.signed_by, unsigned_reason: visit.unsigned_reason },
    signature: visit.signature,
  }
}
