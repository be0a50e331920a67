import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { lastEditor, lockRow } from '../../../platform/database/versioned.ts'
import { HttpError } from '../../../platform/errors.ts'
import { instantOf } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type ConflictsRead, permitDoubles, refuseUnread } from '../../../relations/bookings/index.ts'
import { holdForPlanning } from '../../../system/occupations/index.ts'
import { customerName } from '../../../administration/sales/sales/index.ts'
import { plannedAlready } from './already.queries.ts'
import { type Assessed, type PlannedVisit, type Taken, findTaken, assessVisits } from './assessment.queries.ts'
import { type FieldOf, Refusals } from './refusals.ts'
import type { Draft } from './visits.forms.ts'
import { isTouched } from './visits.queries.ts'
import { DONE_STAYS, NOT_PLANNABLE, NO_SUCH_TIME, SETTLED, cancelRefusal } from './visits.rules.ts'

const GONE = 'Een van deze bezoeken is zojuist geannuleerd. Laad het planbord opnieuw.'

/** The orders of drafts, with whose they are. */
async function ordersOf(db: Db | Trx, drafts: readonly Draft[]) {
  const { rows } = await sql<{ id: number; plannable: boolean; status: string; customer: string }>`
    select orders.id, orders.plannable, orders.status, ${customerName} as customer
    from orders left join companies on companies.id = orders.company_id left join contacts on contacts.id = orders.contact_id
    where orders.id = any(${drafts.map(({ order_id }) => order_id)})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Drafts as visits. @throws Invalid for a time that a day does not have, or an order that is not there */
export async function asVisits(db: Db | Trx, drafts: readonly Draft[], fieldOf: FieldOf): Promise<PlannedVisit[]> {
  const orders = await ordersOf(db, drafts)
  const refused = new Refusals(fieldOf)
  const visits = drafts.flatMap(({ id, order_id, employee_id, room_id, date, ...times }, i) => {
    const [starts_at, ends_at] = [instantOf(date, times.start_time), instantOf(date, times.end_time)]
    const order = orders.get(order_id)
    if (!order) refused.add(i, 'order_id', 'Deze order bestaat niet meer.')
    else if (id === null && order.status === 'settled') refused.add(i, 'order_id', SETTLED)
    else if (id === null && !order.plannable) refused.add(i, 'order_id', NOT_PLANNABLE)
    if (!starts_at) refused.add(i, 'start_time', NO_SUCH_TIME)
    if (!ends_at) refused.add(i, 'end_time', NO_SUCH_TIME)
    return starts_at && ends_at && order
      ? [{ id, order_id, employee_id, room_id, date, starts_at, ends_at, customer: order.customer }]
      : []
  })
  refused.tell()
  return visits
}

type Stored = Awaited<ReturnType<typeof lockStored>>

/** The visits that are planned anew, as they are. @throws HttpError (409) where somebody moved, finished or cancelled one */
async function lockStored(trx: Trx, drafts: readonly Draft[]) {
  const ids = drafts.flatMap(({ id }) => id ?? [])
  const rows = ids.length === 0 ? [] : await trx.selectFrom('visits').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute() // prettier-ignore
  const stored = new Map(rows.map((row) => [row.id, row]))
  const orders = await ordersOf(trx, drafts)
  for (const draft of drafts) {
    if (draft.id === null) continue
    const row = stored.get(draft.id)
    if (!row || row.order_id !== draft.order_id) throw new HttpError(409, GONE)
    if (row.done) throw new HttpError(409, DONE_STAYS)
    if (row.version !== draft.version) {
      const by = await lastEditor(trx, 'visits', row.id)
      throw new HttpError(409, `${by} verzette het bezoek bij ${orders.get(row.order_id)!.customer} zojuist. Laad het planbord opnieuw.`) // prettier-ignore
    }
  }
  return stored
}

/** @throws Invalid for who and what cannot be chosen, unless it stays as it was, and for what overlaps */
function refuseImpossible(
  visits: readonly PlannedVisit[],
  { stored, taken, assessed, already }: { stored: Stored; taken: Taken; assessed: readonly Assessed[]; already: Map<number, string> }, // prettier-ignore
  fieldOf: FieldOf,
): void {
  // prettier-ignore
  const refused = new Refusals(fieldOf)
  visits.forEach(({ id, order_id, employee_id, room_id }, i) => {
    const twice = id === null ? already.get(order_id) : undefined
    if (twice !== undefined) refused.add(i, 'order_id', twice)
    const before = id === null ? undefined : stored.get(id)
    if (
      employee_id !== null &&
      employee_id !== before?.employee_id &&
      taken.employees.get(employee_id)?.offered !== true
    )
      refused.add(i, 'employee_id', 'Kies een medewerker die actief is.')
    if (room_id !== null && room_id !== before?.room_id && taken.rooms.get(room_id)?.offered !== true)
      refused.add(i, 'room_id', 'Kies een lokaal dat in gebruik is.')
    const found = assessed[i]!.refused
    if (found) refused.add(i, found.field, found.text)
  })
  refused.tell()
}

/**
 * Plans visits, all or none of them. It waits for whoever plans with the same people and rooms at this moment, and they
 * for this.
 * @param read what the planner read of who is busy or away
 * @param once whether new ones are of orders that wait, which are not planned a second time
 * @returns their ids, in their order
 * @throws Invalid for what overlaps and who cannot go; Unconfirmed for what was not read; HttpError (409) for what
 *   somebody changed since
 */
export async function planVisits(
  trx: Trx,
  registry: Registry,
  drafts: readonly Draft[],
  { read, fieldOf, once = false }: { read: ConflictsRead; fieldOf: FieldOf; once?: boolean },
): Promise<number[]> {
  const stored = await lockStored(trx, drafts)
  const visits = await asVisits(trx, drafts, fieldOf)
  const taken = await findTaken(trx, visits)
  const contacts = [...taken.employees.values()].flatMap(({ contact_id }) => contact_id ?? [])
  const order = drafts.flatMap(({ id, order_id }) => (id === null ? [order_id] : []))
  await holdForPlanning(trx, registry, { contact: contacts, order, room: [...taken.rooms.keys()], user: [...taken.employees.keys()] }) // prettier-ignore
  const assessed = await assessVisits(trx, registry, visits, taken)
  const already = once ? await plannedAlready(trx, drafts) : new Map<number, string>()
  refuseImpossible(visits, { stored, taken, assessed, already }, fieldOf)
  const conflicts = refuseUnread(
    assessed.flatMap((found, i) =>
      found.conflicts.map((conflict) => ({
        findings: [{ ...conflict, taken: true, conflicts: [conflict] }],
        fieldOf: ({ resource }: { resource: string }) => fieldOf(i, resource === 'room' ? 'room_id' : 'employee_id'),
        ...(visits.length > 1 ? { about: visits[i]!.customer } : {}),
      })),
    ),
    read,
  )
  const ids: number[] = []
  for (const { id, date: _date, customer: _customer, ...values } of visits) {
    if (id === null)
      ids.push((await trx.insertInto('visits').values(values).returning('id').executeTakeFirstOrThrow()).id)
    else {
      await trx.updateTable('visits').set(values).where('id', '=', id).execute()
      ids.push(id)
    }
  }
  if (conflicts.length > 0)
    await permitDoubles(trx, registry, 'visit', ids, (double, other) =>
      conflicts.some(
        ({ resource, resource_id, record, record_id, from, to }) =>
          resource === double.resource &&
          resource_id === double.resource_id &&
          record === other.record &&
          record_id === other.id &&
          from <= double.starts_at &&
          double.ends_at <= to,
      ),
    )
  return ids
}

/** Takes a visit off the board; its order can be planned again. @throws HttpError (409) when it is done, or worked on */
export async function cancelVisit(trx: Trx, id: number): Promise<{ order_id: number }> {
  const visit = await lockRow(trx, 'visits', id)
  const { rows } = await sql<{ touched: boolean }>`select ${isTouched(sql`${visit.order_id}::integer`)} as touched`.execute(trx) // prettier-ignore
  const refusal = cancelRefusal({ done: visit.done, touched: rows[0]!.touched })
  if (refusal !== null) throw new HttpError(409, refusal)
  await trx.deleteFrom('visits').where('id', '=', id).execute()
  return visit
}

/** What is known when a visit is over. */
export interface VisitDone {
  worked_from: Date
  worked_until: Date
  remark: string
  /** Who signed for it; without a signature why there is none. */
  signed_by: string | null
  signature_id: number | null
  unsigned_reason: string | null
}

/** The visit, locked. @throws NotFound; HttpError (409) when it is finished */
export async function lockOpenVisit(trx: Trx, id: number) {
  const visit = await lockRow(trx, 'visits', id)
  if (visit.done) throw new HttpError(409, DONE_STAYS)
  return visit
}

/** From now on it is not changed. */
export const endVisit = (trx: Trx, id: number, done_by: number, values: VisitDone) =>
  trx
    .updateTable('visits')
    .set({ ...values, done: true, done_at: new Date(), done_by })
    .where('id', '=', id)
    .execute()
