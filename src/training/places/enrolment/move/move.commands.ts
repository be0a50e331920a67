import { sql } from 'kysely'
import { Invalid, NotFound } from '../../../../platform/errors.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import type { Services } from '../../../../platform/services.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { placesFollow } from '../../../money/agreements/index.ts'
import { type Appointment, getAppointment, lockParts } from '../../../planning/appointments/index.ts'
import { ordersMove } from '../../../money/ordering/index.ts'
import { refuseClosed } from '../enrolment.commands.ts'
import { type LockedPart, type Person, getPeople, partIdsOf, withHeld } from '../enrolment.queries.ts'
import { type WhatAppointments, samePart, shortageText, shortagesOf } from '../enrolment.rules.ts'
import { refuseUnsubscribing } from '../unsubscribing/unsubscribing.commands.ts'
import { mailMoved } from './move.mails.ts'
import { type Waived, refuseUnfit } from '../unsubscribing/waiving.commands.ts'

export interface MoveInput {
  appointmentId: number
  contactIds: number[]
  /** A part of the planning they go to. */
  targetId: number
  /** All parts, and then also to another course; or this part only, to the same part of another planning. */
  whatAppointments: WhatAppointments
  /** Into a planning that has been: corrects the administration, so nobody gets a message (T-098). */
  historical: boolean
  sendMessage: boolean
  /** Why those come all the same who do not meet what the course asks. */
  waiver: string
}

export interface Moved {
  people: number
  enrolmentIds: number[]
  partIds: number[]
}

interface Step {
  id: number
  contactId: number
  from: number
  to: number
}

/**
 * Moves people to another planning: the note and the company go along, results do not. The parts of both plannings are
 * locked in id order, so that two moves against each other wait instead of deadlocking.
 * @throws Invalid on `appointment_id` when the planning does not fit or has too few places, on `students` when a part
 *   they leave is finished; NotFound when none of them is enrolled
 */
export async function move(trx: Trx, viewer: Viewer, input: MoveInput, services: Services): Promise<Moved> {
  const [from, to] = [await getAppointment(trx, input.appointmentId), await getAppointment(trx, input.targetId)]
  refuseMisfit(from, to, input)
  const [fromIds, toIds] = [
    await partIdsOf(trx, [from.id], input.whatAppointments),
    await partIdsOf(trx, [to.id], input.whatAppointments),
  ]
  const locked = await lockParts(trx, [...fromIds, ...toIds])
  const sources = locked.filter(({ id }) => fromIds.includes(id))
  const targets = locked.filter(({ id }) => toIds.includes(id))
  const people = await getPeople(trx, viewer, input.contactIds)
  const enrolled = await trx
    .selectFrom('enrolments')
    .select(['id', 'appointment_id', 'contact_id'])
    .where('appointment_id', 'in', fromIds)
    .where('contact_id', 'in', input.contactIds)
    .execute()
  if (enrolled.length === 0) throw new NotFound('Inschrijving')
  await refuseUnsubscribing(trx, viewer, withAny(sources, enrolled), enrolled)
  const steps =
    from.course_id === to.course_id ? byComponent(enrolled, sources, targets) : intoWholePlanning(enrolled, targets)
  await refuseTargets(trx, viewer, targets, steps, input.historical)
  const sameCourse = from.course_id === to.course_id
  const waived = await judge(trx, viewer, input, { planningId: to.group_id, sameCourse })
  const enrolmentIds = await carryOut(trx, steps, { waived, sameCourse })
  const contactIds = [...new Set(enrolled.map(({ contact_id }) => contact_id))]
  await placesFollow(trx, { planningId: from.group_id, contactIds }, { planningId: to.group_id })
  await ordersMove(trx, from.group_id, to.group_id, contactIds)
  const moved = people.filter(({ id }) => enrolled.some(({ contact_id }) => contact_id === id))
  if (input.sendMessage && !input.historical)
    await mailMoved(trx, services, { viewer, course: to.course_description, partId: to.id }, stepsOf(moved, steps))
  return {
    people: moved.length,
    enrolmentIds: [...enrolmentIds, ...enrolled.map(({ id }) => id)],
    partIds: [...new Set(steps.flatMap((step) => [step.from, step.to]))],
  }
}

const stepsOf = (people: Person[], steps: Step[]) =>
  people.map((person) => ({
    ...person,
    partIds: [...new Set(steps.filter(({ contactId }) => contactId === person.id).map(({ to }) => to))],
  }))

const misfit = (message: string) => new Invalid({ appointment_id: [message] })

function refuseMisfit(from: Appointment, to: Appointment, { whatAppointments }: MoveInput): void {
  if (from.group_id === to.group_id) throw misfit('Kies een andere planning.')
  if (whatAppointments === 'all') return
  if (from.course_id !== to.course_id)
    throw misfit('Eén onderdeel verplaatsen kan alleen binnen dezelfde opleiding. Kies Alle onderdelen.')
  if (!samePart(from, to)) throw misfit(`Kies een planning met het onderdeel ${from.description}.`)
}

const withAny = (parts: LockedPart[], rows: { appointment_id: number }[]) =>
  parts.filter(({ id }) => rows.some(({ appointment_id }) => appointment_id === id))

type Row = { id: number; appointment_id: number; contact_id: number }

/** Within a course everyone goes to the same parts as they were in. */
function byComponent(rows: Row[], sources: LockedPart[], targets: LockedPart[]): Step[] {
  return rows.map((row) => {
    const source = sources.find(({ id }) => id === row.appointment_id)!
    const target = targets.find((part) => samePart(part, source))
    if (!target) throw misfit(`De gekozen planning heeft geen onderdeel ${source.description}.`)
    return { id: row.id, contactId: row.contact_id, from: source.id, to: target.id }
  })
}

/** Another course has other parts: everyone goes to all of them. */
function intoWholePlanning(rows: Row[], targets: LockedPart[]): Step[] {
  return rows.flatMap((row) =>
    targets.map((target) => ({ id: row.id, contactId: row.contact_id, from: row.appointment_id, to: target.id })),
  )
}

async function refuseTargets(
  trx: Trx,
  viewer: Viewer,
  targets: LockedPart[],
  steps: Step[],
  historical: boolean,
): Promise<void> {
  const used = targets.filter(({ id }) => steps.some(({ to }) => to === id))
  await refuseClosed(trx, viewer, used).catch((error: unknown) => {
    throw error instanceof Invalid ? misfit(error.message) : error
  })
  const begun = used.find(({ starts_at }) => starts_at <= new Date())
  if (begun && !historical)
    throw misfit('Deze planning is al begonnen. Zet Historische planningen aan om daarheen te verplaatsen.')
  const present = await trx
    .selectFrom('enrolments')
    .select(['appointment_id', 'contact_id'])
    .where(
      'appointment_id',
      'in',
      used.map(({ id }) => id),
    )
    .execute()
  const placed = new Set(present.map(({ appointment_id, contact_id }) => `${appointment_id}:${contact_id}`))
  const wanted = new Set(steps.map(({ to, contactId }) => `${to}:${contactId}`))
  const missing = [...wanted].filter((place) => !placed.has(place))
  const shortages = shortagesOf(
    await withHeld(trx, viewer, used),
    ({ id }) => missing.filter((place) => place.startsWith(`${id}:`)).length,
  )
  if (shortages.length > 0) throw misfit(shortageText(shortages))
}

/** Judges by what the course asks on its new day; who was let in all the same stays so within the course. */
async function judge(
  trx: Trx,
  viewer: Viewer,
  input: MoveInput,
  { planningId, sameCourse }: { planningId: number; sameCourse: boolean },
): Promise<Waived> {
  const before = trx
    .selectFrom('enrolments')
    .select('contact_id')
    .where('waiver', '<>', '')
    .where('contact_id', 'in', input.contactIds)
    .where('appointment_id', 'in', await partIdsOf(trx, [input.appointmentId], input.whatAppointments))
  const letIn = sameCourse ? (await before.execute()).map(({ contact_id }) => contact_id) : []
  const contactIds = input.contactIds.filter((id) => !letIn.includes(id))
  const waiver = { reason: input.waiver, by: viewer.id }
  return refuseUnfit(trx, viewer, { planningId, contactIds, waiver }, 'appointment_id')
}

async function carryOut(
  trx: Trx,
  steps: Step[],
  { waived, sameCourse }: { waived: Waived; sameCourse: boolean },
): Promise<number[]> {
  const newly = (contactId: number) => (waived.contactIds.has(contactId) ? waived.columns : {})
  const wanted = JSON.stringify(steps.map(({ id, to, contactId }) => ({ id, part: to, ...newly(contactId) })))
  const { rows } = await sql<{ id: number }>`
    insert into enrolments (appointment_id, contact_id, company_id, use_invoice_relation, invoice_relation_id,
      note, moved, waiver, waived_by, waived_at)
    select distinct on (moved.part, e.contact_id) moved.part, e.contact_id, e.company_id, e.use_invoice_relation,
      e.invoice_relation_id, e.note, true,
      coalesce(moved.waiver, case when ${sameCourse} then e.waiver end, ''),
      case when moved.waived_at is not null then moved.waived_by when ${sameCourse} then e.waived_by end,
      coalesce(moved.waived_at, case when ${sameCourse} then e.waived_at end)
    from jsonb_to_recordset(${wanted}::jsonb)
      as moved(id integer, part integer, waiver text, waived_by integer, waived_at timestamptz)
    join enrolments e on e.id = moved.id
    order by moved.part, e.contact_id, e.note desc
    on conflict (appointment_id, contact_id) do nothing
    returning id
  `.execute(trx)
  await trx
    .deleteFrom('enrolments')
    .where(
      'id',
      'in',
      steps.map(({ id }) => id),
    )
    .execute()
  return rows.map(({ id }) => id)
}
