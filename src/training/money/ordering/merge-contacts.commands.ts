import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { setDelivered } from '../../../administration/sales/sales/index.ts'
import { today } from '../../../platform/format/zone.ts'
import { drop, followEnrolments } from './sync-orders.commands.ts'
import { lockPlanning } from './locking.commands.ts'
import { isOrdered, listStood } from './ordering.queries.ts'
import { deliverPlaces } from './places.commands.ts'

/**
 * Lets the lines of who was moved go along to another planning of the same course, once they left the first whole; so what
 * stands on an invoice already is not asked again. Into another course they are ordered anew.
 */
export async function ordersMove(trx: Trx, from: number, to: number, contactIds: readonly number[]): Promise<void> {
  if ((await isOrdered(trx, from)) || (await isOrdered(trx, to))) await moveLines(trx, from, to, contactIds)
  await followEnrolments(trx, from, contactIds)
  await followEnrolments(trx, to, contactIds)
}

/** What people stand on in a planning, as rows of a table, once they left it whole. */
const leftWhole = sql`not exists (select 1 from enrolments e join appointments a on a.id = e.appointment_id
  where a.group_id = moving.group_id and a.status <> 'cancelled' and e.contact_id = moving.contact_id)`

async function moveLines(trx: Trx, from: number, to: number, contactIds: readonly number[]): Promise<void> {
  await lockPlanning(trx, from)
  await sql`
    update planning_order_lines moving set group_id = ${to}
    where group_id = ${from} and kind = 'student' and contact_id = any(${[...contactIds]}::integer[])
      and (select course_id from appointment_groups where id = ${from})
        = (select course_id from appointment_groups where id = ${to})
      and ${leftWhole}
      and not exists (select 1 from planning_order_lines there
        where there.group_id = ${to} and (there.kind = 'whole'
          or (there.kind = 'student' and there.contact_id = moving.contact_id)))
      and not exists (select 1 from planning_charges c where c.group_id = ${to} and c.contact_id = moving.contact_id)
  `.execute(trx)
  await sql`
    update planning_order_places moving set group_id = ${to}
    where group_id = ${from} and contact_id = any(${[...contactIds]}::integer[])
      and (select course_id from appointment_groups where id = ${from})
        = (select course_id from appointment_groups where id = ${to})
      and ${leftWhole}
      and not exists (select 1 from planning_order_lines there
        where there.group_id = ${to} and there.kind = 'student' and there.contact_id = moving.contact_id)
      and not exists (select 1 from planning_order_places there
        where there.group_id = ${to} and (there.contact_id is null or there.contact_id = moving.contact_id))
      and not exists (select 1 from planning_charges c where c.group_id = ${to} and c.contact_id = moving.contact_id)
      and not exists (select 1 from training_agreement_uses u
        where u.group_id = ${to} and u.contact_id = moving.contact_id)
  `.execute(trx)
}

/** Lets the line of somebody go to who takes the place, once the one has left the planning whole. */
export async function orderPasses(trx: Trx, planningId: number, leavingId: number, comingId: number): Promise<void> {
  if (!(await isOrdered(trx, planningId))) return
  await lockPlanning(trx, planningId)
  await sql`
    update planning_order_lines moving set contact_id = ${comingId}
    where group_id = ${planningId} and kind = 'student' and contact_id = ${leavingId} and ${leftWhole}
      and not exists (select 1 from planning_order_lines there
        where there.group_id = ${planningId} and there.kind = 'student' and there.contact_id = ${comingId})
  `.execute(trx)
  await sql`
    update planning_order_places moving set contact_id = ${comingId}
    where group_id = ${planningId} and contact_id = ${leavingId} and ${leftWhole}
      and not exists (select 1 from planning_order_lines there
        where there.group_id = ${planningId} and there.kind = 'student' and there.contact_id = ${comingId})
      and not exists (select 1 from planning_order_places there
        where there.group_id = ${planningId} and there.contact_id = ${comingId})
  `.execute(trx)
  await followEnrolments(trx, planningId, [leavingId, comingId])
}

/** What was held of a planning is delivered once all of it was, on its last day: so the end of the month takes it. */
export async function deliverPlanning(trx: Trx, planningId: number): Promise<void> {
  if (!(await isOrdered(trx, planningId))) return
  const { rows } = await sql<{ held: boolean; day: string | null }>`
    select bool_and(a.status in ('executed', 'done')) as held, max(a.ends_at)::date::text as day
    from appointments a where a.group_id = ${planningId} and a.status <> 'cancelled'`.execute(trx)
  if (!rows[0]?.held) return
  await lockPlanning(trx, planningId)
  const lines = (await listStood(trx, [planningId])).filter(
    ({ kind, destination, delivered }) => kind !== 'costs' && destination === null && !delivered,
  )
  const { day } = rows[0]
  const on = day !== null && day < today() ? day : today()
  await setDelivered(trx, lines.map(({ line_id }) => line_id), true, on) // prettier-ignore
  await deliverPlaces(trx, planningId, on)
}

/** What of a planning stands on no invoice goes off its orders when two of its people turn out to be one. */
export async function dropTwin(trx: Trx, planningId: number, contactId: number): Promise<void> {
  await lockPlanning(trx, planningId)
  await drop(
    trx,
    (await listStood(trx, [planningId])).filter(
      ({ kind, contact_id }) => kind === 'student' && contact_id === contactId,
    ),
  )
}
