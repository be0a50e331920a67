import { sql } from 'kysely'
import { addJob } from '../../../platform/jobs/jobs.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { freedWhileMailWaits } from '../../../platform/undo/released.ts'
import { closedDays } from '../../../system/holidays/index.ts'
import { listParts, lockParts, offerEnds } from '../../planning/appointments/index.ts'
import { type WaitedFor, type Waiting, getPlanning, inLineOf, listLine, saidSince } from './waiting-list.queries.ts'
import { askLine } from './waiting-list.rules.ts'
import { mailOffer } from './waiting-list.mails.ts'
import { systemViewer } from './system-viewer.ts'
import { whyText } from './why.rules.ts'

/** A step that is kept of somebody in the line. */
export interface NewStep {
  entry_id: number
  group_id: number | null
  kind: string
  why?: string | null
  detail?: string
  offer_id?: number | null
  actor_id?: number | null
}

export async function addSteps(trx: Trx, steps: NewStep[]): Promise<void> {
  if (steps.length > 0) await trx.insertInto('waiting_steps').values(steps).execute()
}

/** Locks the parts of a planning, in the order that everybody keeps. */
export async function lockPlanning(trx: Trx, planningId: number): Promise<void> {
  const parts = await listParts(trx, planningId)
  if (parts.length > 0)
    await lockParts(
      trx,
      parts.map(({ id }) => id),
    )
}

/** Locks who stand in a line: somebody who waits for several plannings is offered one place at a time. */
export const lockLine = (trx: Trx, planningId: number) =>
  trx.selectFrom('waiting_entries').select('id').where(inLineOf(planningId)).orderBy('id').forUpdate().execute()

/** The line is asked soon, as something changed in what decides about it. */
export async function askSoon(trx: Trx, planningId: number): Promise<void> {
  await trx
    .insertInto('waiting_turns')
    .values({ group_id: planningId })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet({ pending: true }))
    .execute()
  await addJob(trx, 'waiting.ask', { planningId }, { key: `waiting-${planningId}`, undoable: true })
}

/** Offers somebody a place until the time for an answer has passed, and writes to them. */
export async function makeOffer(
  trx: Trx,
  services: Services,
  planning: WaitedFor,
  who: Waiting,
  { now, atOnce, reason = '' }: { now: Date; atOnce: boolean; reason?: string },
): Promise<number> {
  const { answer_hours, day_from, day_until, weekdays } = planning.rules
  const closed = await closedDays(trx)
  const time = { hours: answer_hours, from: day_from, until: day_until, weekdays }
  const expires_at = offerEnds(now, time, closed.isClosed, planning.begins)
  const { id } = await trx
    .insertInto('waiting_offers')
    .values({
      entry_id: who.id,
      group_id: planning.id,
      part_ids: planning.parts.map((part) => part.id),
      expires_at,
      reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await mailOffer(trx, services, planning, who, { until: expires_at, atOnce })
  return id
}

/** Offers whose time is over, or whose planning is not to come any more, end. */
async function endOffers(trx: Trx, planning: WaitedFor, now: Date): Promise<number> {
  const over = !planning.isOpen || planning.begins <= now
  const ended = await trx
    .updateTable('waiting_offers')
    .set({ state: over ? 'withdrawn' : 'expired', ended_at: now })
    .where('group_id', '=', planning.id)
    .where('state', '=', 'open')
    .where((eb) => (over ? eb.lit(true) : eb('expires_at', '<=', now)))
    .returning(['id', 'entry_id'])
    .execute()
  await addSteps(
    trx,
    ended.map(({ id, entry_id }) => ({
      entry_id,
      offer_id: id,
      group_id: planning.id,
      kind: over ? 'withdrawn' : 'expired',
      detail: over ? 'De planning is begonnen of gesloten' : '',
    })),
  )
  return ended.length
}

/** Free places that nobody may take back any more, in all parts. */
async function placesToOffer(trx: Trx, planning: WaitedFor): Promise<{ free: number; waits: boolean }> {
  const ids = planning.parts.map(({ id }) => id)
  const held = await freedWhileMailWaits(trx, {
    table: 'enrolments',
    column: 'appointment_id',
    ids,
    viewer: systemViewer,
  })
  const free = Math.min(...planning.parts.map((part) => part.free - (held.get(part.id) ?? 0)))
  return { free: Math.max(0, free), waits: held.size > 0 }
}

/**
 * Asks the line of a planning: offers that are over end, and each free place is offered to the first whom it fits, with
 * why those before them were passed by. Nothing happens where nothing has to: it may be done again at any moment.
 * @returns whether anything changed
 */
export async function ask(trx: Trx, services: Services, planningId: number, now: Date): Promise<boolean> {
  await lockPlanning(trx, planningId)
  if ((await listParts(trx, planningId)).length === 0) return false
  let planning = await getPlanning(trx, planningId)
  const ended = await endOffers(trx, planning, now)
  if (ended > 0) planning = await getPlanning(trx, planningId)
  await lockLine(trx, planningId)
  const line = await listLine(trx, planningId)
  const takes = planning.isOpen && planning.begins > now
  const { free, waits } = takes ? await placesToOffer(trx, planning) : { free: 0, waits: false }
  const asked = askLine(
    line.map(({ facts }) => facts),
    planning.offered,
    free,
  )
  await offerTo(trx, services, planning, { line, asked, now })
  if (!waits)
    await trx
      .updateTable('waiting_turns')
      .set({ pending: false })
      .where('group_id', '=', planningId)
      .where('pending', '=', true)
      .execute()
  const changed = ended > 0 || asked.length > 0
  if (changed) await announce(trx, services, planning, [...asked.map(({ id }) => id)])
  return changed
}

async function offerTo(
  trx: Trx,
  services: Services,
  planning: WaitedFor,
  { line, asked, now }: { line: Waiting[]; asked: ReturnType<typeof askLine>; now: Date },
): Promise<void> {
  const byId = new Map(line.map((who) => [who.id, who]))
  const held = new Map(planning.offered.held)
  let skipped: NewStep[] = []
  for (const { id, why } of asked) {
    const who = byId.get(id)!
    if (why !== null) {
      const detail = whyText(why, factsOf(who), { ...planning.offered, held })
      skipped.push({ entry_id: id, group_id: planning.id, kind: 'skipped', why, detail })
      continue
    }
    const offer_id = await makeOffer(trx, services, planning, who, { now, atOnce: true })
    const place = `plaats ${line.indexOf(who) + 1}`
    await addSteps(trx, [
      ...skipped.map((step) => ({ ...step, offer_id })),
      { entry_id: id, group_id: planning.id, kind: 'offered', detail: place, offer_id },
    ])
    skipped = []
    if (who.company_id !== null) held.set(who.company_id, (held.get(who.company_id) ?? 0) + 1)
  }
}

/** What a reason is told with, of somebody in the line. */
export const factsOf = (who: Waiting) => ({
  company: who.company,
  companyId: who.company_id,
  establishment: who.establishment,
  weekdays: who.weekdays,
  from: who.from_date,
  until: who.until_date,
})

/** Open screens of the planning and of the line hear of it. */
export async function announce(trx: Trx, services: Services, planning: WaitedFor, entryIds: number[]): Promise<void> {
  await services.changes.announce(trx, [
    ...planning.parts.map(({ id }) => ({ type: 'appointment', id })),
    ...entryIds.map((id) => ({ type: 'waiting-entry', id })),
  ])
}

/**
 * Plannings whose line has something to be asked: an offer that is over, places kept for it, or places and somebody who
 * might take one. Whoever is asked already, said no to it, or cannot be written to does not make it work each minute.
 */
export async function listToAsk(trx: Trx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.group_id as id from waiting_offers o where o.state = 'open' and (o.expires_at <= ${now} or exists (
      select from appointments a where a.id = any(o.part_ids) and a.status not in ('planned', 'confirmed')))
    union select group_id from waiting_turns where pending
    union select g.id from (
        select a.group_id as id, own.course_id from appointments a join appointment_groups own on own.id = a.group_id
        where a.group_id in (select coming.group_id from appointments coming where coming.starts_at > ${now})
          and own.course_id in (select course_id from waiting_entries where state = 'waiting') and a.status <> 'cancelled'
        group by a.group_id, own.course_id
        having min(a.starts_at) > ${now} and min(a.max_count - a.enrolled_count - a.reserved_count) > 0) g
      where exists (select from waiting_entries join contacts c on c.id = waiting_entries.contact_id
        where waiting_entries.state = 'waiting' and waiting_entries.course_id = g.course_id
          and coalesce(waiting_entries.group_id, g.id) = g.id and c.active and c.email <> ''
          and not exists (select from waiting_offers o where o.entry_id = waiting_entries.id and o.state = 'open')
          and ${saidSince(sql`g.id`)} is null)`.execute(trx)
  return rows.map(({ id }) => id)
}
