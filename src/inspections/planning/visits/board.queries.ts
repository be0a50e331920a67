import { type Expression, type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { epochSeconds, wallClock } from '../../../platform/format/zone.ts'
import { likePattern } from '../../../platform/matching/conditions.ts'
import type { Services } from '../../../platform/services.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { listOccupations } from '../../../system/occupations/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { customerName } from '../../../administration/sales/sales/index.ts'
import type { BoardBusy, BoardLane, BoardVisit, UnplannedOrder, VisitingHours } from './board.contract.ts'
import type { BoardQuery } from './visits.forms.ts'
import {
  type ListedVisit,
  isDuring,
  isEmployee,
  lastMinutesOf,
  listVisits,
  hoursOf,
  pointOf,
  visitsVisibleTo,
} from './visits.queries.ts'
import { STATES, medianOf, stateOf } from './visits.rules.ts'

type Asked = z.output<typeof BoardQuery>

/** More lanes nobody reads; filters narrow them. */
const MOST_LANES = 400
const MOST_VISITS = 5000
const MOST_UNPLANNED = 200
const WITHOUT = 'Zonder keurmeester'

const MINUTE = 60_000

function boardVisit(visit: ListedVisit & { hours: VisitingHours | null }, usual: VisitingHours): BoardVisit {
  const [begin, end] = [wallClock(visit.starts_at), wallClock(visit.ends_at)]
  return {
    id: visit.id,
    uid: visit.uid,
    employee_id: visit.employee_id,
    date: begin.day,
    start_time: begin.time,
    end_time: end.time,
    start_datetime: epochSeconds(visit.starts_at),
    end_datetime: epochSeconds(visit.ends_at),
    duration: Math.round((visit.ends_at.getTime() - visit.starts_at.getTime()) / MINUTE),
    order: {
      id: visit.order_id,
      reference: visit.reference,
      devices: visit.devices,
      city: visit.city,
      hours: visit.hours ?? usual,
    },
    customer: visit.customer,
    room_id: visit.room_id,
    done: visit.done,
    touched: visit.touched,
    'background-color': STATES[stateOf(visit)].color,
    version: visit.version,
  }
}

const isIn = (column: Expression<unknown>, city: string) =>
  sql<SqlBool>`normalise(coalesce(${column}, '')) like normalise(${likePattern(city)})`

interface Employee {
  id: number
  name: string
  contact_id: number | null
  city: string | null
}

/** Who works here, and who no longer does but has a visit then; a teacher sees the own lane. */
async function employees(db: Db, viewer: Viewer, { from, to, employee_id, skill_id, city }: Asked) {
  const then = sql`select visits.employee_id from visits join orders on orders.id = visits.order_id
    where ${isDuring(new Date(from * 1000), new Date(to * 1000))}`
  const conditions = [
    sql<SqlBool>`(${isEmployee} or users.id in (${then}))`,
    ...(viewerScope(viewer, boardArea) === 'all' ? [] : [sql<SqlBool>`users.id = ${viewer.id}`]),
    ...(employee_id === null ? [] : [sql<SqlBool>`users.id = ${employee_id}`]),
    ...(skill_id === null ? [] : [sql<SqlBool>`exists (select from contact_skills s where s.contact_id = users.contact_id and s.skill_id = ${skill_id})`]), // prettier-ignore
    // Lanes stay whole: whoever lives there, or goes there in these days.
    ...(city === '' ? [] : [sql<SqlBool>`(${isIn(sql.ref('contacts.city'), city)} or users.id in (${then} and ${isIn(sql.ref('orders.city'), city)}))`]), // prettier-ignore
  ]
  const { rows } = await sql<Employee>`
    select users.id, users.name, users.contact_id, contacts.city
    from users left join contacts on contacts.id = users.contact_id
    where ${sql.join(conditions, sql` and `)}
    order by users.name collate "nl-x-icu", users.id limit ${sql.lit(MOST_LANES)}`.execute(db)
  return rows
}

/** Lanes of who can be planned, with what is planned and what else they do: three round trips, however many there are. */
export async function readBoard(
  { db, registry }: Pick<Services, 'db' | 'registry'>,
  viewer: Viewer,
  asked: Asked,
): Promise<BoardLane[]> {
  const span = { from: new Date(asked.from * 1000), to: new Date(asked.to * 1000) }
  const [people, rows, { visit_from, visit_until }] = await Promise.all([
    employees(db, viewer, asked),
    listVisits(db)
      .select(hoursOf.as('hours'))
      .where(isDuring(span.from, span.to))
      .where(visitsVisibleTo(viewer))
      .orderBy('visits.starts_at')
      .orderBy('visits.id')
      .limit(MOST_VISITS)
      .execute(),
    readSetting(db, 'inspections'),
  ])
  const usual = { from: visit_from, until: visit_until }
  const busy = await listOccupations(db, registry, {
    spans: [span],
    of: { contact: people.flatMap(({ contact_id }) => contact_id ?? []) },
  })
  const visitsOf = Map.groupBy(
    rows.map((row) => boardVisit(row, usual)),
    ({ employee_id }) => employee_id ?? 0,
  )
  const busyOf = Map.groupBy(
    busy.filter(({ record }) => record !== 'visit'),
    ({ resource_id }) => resource_id,
  )
  const others = (contactId: number): BoardBusy[] =>
    (busyOf.get(contactId) ?? []).map(({ starts_at, ends_at, description }) => ({
      start_datetime: epochSeconds(starts_at),
      end_datetime: epochSeconds(ends_at),
      label: description,
    }))
  const seesAll = viewerScope(viewer, boardArea) === 'all'
  const isWhole = asked.employee_id === null && asked.skill_id === null && asked.city === ''
  return [
    ...(seesAll && isWhole ? [{ id: 0, title: WITHOUT, data: { city: null, visits: visitsOf.get(0) ?? [], busy: [] } }] : []), // prettier-ignore
    ...people.map(({ id, name, contact_id, city }) => ({
      id,
      title: name,
      data: { city, visits: visitsOf.get(id) ?? [], busy: contact_id === null ? [] : others(contact_id) },
    })),
  ]
}

/** How long a visit of an order takes, as far as the last ones of its customer tell. */
export async function minutesFor(db: Db, orderId: number): Promise<number> {
  const { rows } = await sql<{ last: number[] }>`select ${lastMinutesOf(sql`${orderId}::integer`)} as last`.execute(db)
  return medianOf(rows[0]?.last ?? []) ?? (await readSetting(db, 'inspections')).visit_minutes
}

/** Orders that can be planned and are not, with those first of which something is due first. */
export async function listUnplanned(db: Db, city: string): Promise<UnplannedOrder[]> {
  const { rows } = await sql<
    Omit<UnplannedOrder, 'duration' | 'hours'> & { last: number[]; hours: VisitingHours | null }
  >`
    select orders.id as order_id, orders.uid, ${customerName} as customer, orders.city,
      carried.devices, carried.due_on::text as due_on, ${lastMinutesOf(sql.ref('orders.id'))} as last,
      ${hoursOf} as hours, ${pointOf} as point
    from orders
      left join companies on companies.id = orders.company_id left join contacts on contacts.id = orders.contact_id
      left join order_places on order_places.order_id = orders.id
      cross join lateral (
        select count(*)::integer as devices, count(*) filter (where not d.checked and d.destination is null) as left_over,
          min(devices.next_on) filter (where not d.checked and d.destination is null) as due_on
        from order_devices d join devices on devices.id = d.device_id where d.order_id = orders.id) carried
    where orders.plannable and orders.status <> 'settled'
      and case when carried.devices > 0 then carried.left_over > 0
          and not exists (select from visits v where v.order_id = orders.id and not v.done)
        else orders.settled_count = 0 and not exists (select from visits v where v.order_id = orders.id) end
      and ${city === '' ? sql`true` : isIn(sql.ref('orders.city'), city)}
    order by carried.due_on nulls last, carried.devices = 0, orders.order_date desc, orders.id desc
    limit ${sql.lit(MOST_UNPLANNED)}`.execute(db)
  const { visit_minutes, visit_from, visit_until } = await readSetting(db, 'inspections')
  return rows.map(({ last, hours, ...order }) => ({
    ...order,
    duration: medianOf(last) ?? visit_minutes,
    hours: hours ?? { from: visit_from, until: visit_until },
  }))
}
