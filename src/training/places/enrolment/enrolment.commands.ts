import { sql } from 'kysely'
import { AS_AGREED, type InvoiceTo, goingKey } from '../../../administration/catalogue/customers/index.ts'
import { Invalid } from '../../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { isOpenPart, isOpenPartFor } from '../../planning/appointments/index.ts'
import { takePlaces } from '../../money/agreements/index.ts'
import { followEnrolments } from '../../money/ordering/index.ts'
import { makeRoom, tooFewPlaces } from './capacity.commands.ts'
import { freed, keptFor, useKept } from './reservations/reserved-places.commands.ts'
import { type LockedPart, getPeople, lockChosen } from './enrolment.queries.ts'
import { CLOSED, type WhatAppointments, sentenceOf, shortagesOf, takesPeople, whoText } from './enrolment.rules.ts'
import { keptAs, redirect } from './move/redirect.commands.ts'
import { enrolmentArea } from '../../rights.ts'
import { lockResults, setResults } from './results.commands.ts'
import { type Waived, type Waiver, refuseUnfit } from './unsubscribing/waiving.commands.ts'

export interface EnrolInput {
  appointmentId: number
  contactIds: number[]
  whatAppointments: WhatAppointments
  /**
   * It answers an offer of the waiting list, for whom the place was held, and who was judged when it was made; with why
   * a planner offered it all the same.
   */
  fromLine?: { waiver: Waiver | null }
  /** The reservation whose places these people take, in every part that it is kept in. */
  reservationId?: number | undefined
  /** Make room for everyone where there are fewer places; for planners only. */
  raiseMaximum?: boolean
  /** Why those come all the same who do not meet what the course asks; for planners only. */
  waiver?: string
  /** The company that enrols its own people by a link: theirs, in what is open to it, whoever the viewer is. */
  forCompany?: number
  /** The parts, where the caller locked them. */
  locked?: LockedPart[]
  /** What a participant list said about a person, for the note of the enrolment. */
  notes?: ReadonlyMap<number, string>
  /** Who gets the invoice; as agreed when left out. */
  invoiceTo?: InvoiceTo | undefined
  /** They come and pay for themselves, whatever company they belong to. */
  alone?: boolean
}

export interface Enrolled {
  /** Who got a place that they did not have, and who had one already. */
  people: number
  already: number
  /** Of how many who were in already it was chosen otherwise who gets the invoice. */
  redirected: number
  enrolmentIds: number[]
  partIds: number[]
}

/**
 * Enrols people in all parts of a planning or in one; whoever is in already stays as they are. The parts are locked in
 * id order, so that everyone who enrols, moves or reserves at the same moment waits and then sees what is left.
 * @throws Invalid on `students` when there are fewer free places than people, when a part is closed, or when somebody
 *   is not active any more; NotFound for people outside the viewer's scope
 */
export async function enrol(trx: Trx, viewer: Viewer, input: EnrolInput): Promise<Enrolled> {
  if (input.contactIds.length === 0) throw new Invalid({ students: ['Kies minimaal één cursist.'] })
  const locked = input.locked ?? (await lockChosen(trx, viewer, input.appointmentId, input.whatAppointments))
  const kept = await keptFor(trx, input.reservationId, locked)
  const parts = freed(input.fromLine ? locked.map((part) => ({ ...part, promised_count: 0 })) : locked, kept)
  const contactIds = [...new Set(input.contactIds)]
  // Whoever deactivates one of them meanwhile waits, and then is told of the enrolment.
  await trx.selectFrom('contacts').select('id').where('id', 'in', contactIds).orderBy('id').forShare().execute()
  const people = await getPeople(trx, viewer, contactIds, input.forCompany)
  const partIds = parts.map(({ id }) => id)
  const present = await trx
    .selectFrom('enrolments')
    .select(['appointment_id', 'contact_id'])
    .where('appointment_id', 'in', partIds)
    .where('contact_id', 'in', contactIds)
    .execute()
  const missingIn = (part: { id: number }) =>
    contactIds.length - present.filter(({ appointment_id }) => appointment_id === part.id).length
  const full = parts.filter((part) => missingIn(part) > 0)
  const redirected = await chosenOtherwise(trx, parts[0]!.group_id, contactIds, input.invoiceTo)
  if (full.length === 0) return { people: 0, already: contactIds.length, redirected: redirected.people, enrolmentIds: redirected.ids, partIds } // prettier-ignore

  await refuseClosed(trx, viewer, full, input.forCompany)
  refuseInactive(people)
  await makeRoom(trx, viewer, shortagesOf(full, missingIn), input.raiseMaximum ?? false, tooFewPlaces)
  const waived = await judge(trx, viewer, input, parts[0]!.group_id)
  await useKept(trx, kept, missingIn)
  // By its own link a company takes its places itself.
  if (input.forCompany === undefined && !input.alone)
    await takePlaces(trx, parts[0]!.group_id, contactIds, input.invoiceTo)
  const enrolmentIds = await addEnrolments(trx, partIds, contactIds, { ...input, waived })
  // By its own link a company may take places that it bought before: who enrols by it lets the orders follow after that.
  if (input.forCompany === undefined) await followEnrolments(trx, parts[0]!.group_id, contactIds)
  const complete = contactIds.filter(
    (contact) => present.filter(({ contact_id }) => contact_id === contact).length === parts.length,
  )
  return {
    people: contactIds.length - complete.length,
    already: complete.length,
    redirected: redirected.people,
    enrolmentIds: [...enrolmentIds, ...redirected.ids],
    partIds,
  }
}

/** A choice holds for a person in the planning, so for the parts too in which they are already; none leaves it as it is. */
const chosenOtherwise = async (trx: Trx, planningId: number, contactIds: number[], to: InvoiceTo = AS_AGREED) =>
  goingKey(to) === null ? { ids: [], people: 0 } : redirect(trx, planningId, contactIds, to)

async function judge(trx: Trx, viewer: Viewer, input: EnrolInput, planningId: number): Promise<Waived | null> {
  if (input.fromLine && input.fromLine.waiver === null) return null
  const waiver = input.fromLine?.waiver ?? { reason: input.waiver ?? '', by: viewer.id }
  return refuseUnfit(trx, viewer, { planningId, contactIds: [...new Set(input.contactIds)], waiver }, 'students')
}

/** Every person in every part, with the company they belong to at this moment, unless they come for themselves. */
async function addEnrolments(
  trx: Trx,
  partIds: number[],
  contactIds: number[],
  {
    notes,
    invoiceTo = AS_AGREED,
    alone = false,
    waived,
  }: Pick<EnrolInput, 'notes' | 'invoiceTo' | 'alone'> & { waived: Waived | null },
): Promise<number[]> {
  const wanted = JSON.stringify(
    contactIds.map((id) => ({
      id,
      note: notes?.get(id) ?? '',
      waiver: '',
      ...(waived?.contactIds.has(id) ? waived.columns : {}),
    })),
  )
  const going = keptAs(invoiceTo)
  const chosen = goingKey(invoiceTo) !== null
  const { rows } = await sql<{ id: number }>`
    insert into enrolments (appointment_id, contact_id, company_id, note, waiver, waived_by, waived_at,
      use_invoice_relation, invoice_relation_id)
    select part.id, contacts.id, case when not ${alone}::boolean then contacts.company_id end, wanted.note, wanted.waiver, wanted.waived_by, wanted.waived_at,
      ${chosen ? going.use_invoice_relation : sql`earlier.use_invoice_relation`}::boolean,
      ${chosen ? going.invoice_relation_id : sql`earlier.invoice_relation_id`}::integer
    from jsonb_to_recordset(${wanted}::jsonb)
      as wanted(id integer, note text, waiver text, waived_by integer, waived_at timestamptz)
    join contacts on contacts.id = wanted.id
    cross join unnest(${partIds}::integer[]) as part(id)
    left join lateral (
      select bool_and(e.use_invoice_relation) as use_invoice_relation, max(e.invoice_relation_id) as invoice_relation_id
      from enrolments e where e.contact_id = contacts.id
        and e.appointment_id in (select a.id from appointments a
          where a.group_id = (select here.group_id from appointments here where here.id = part.id))
    ) earlier on ${!chosen}
    order by part.id, contacts.id
    on conflict (appointment_id, contact_id) do nothing
    returning id
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** Somebody who took a part that was held elsewhere, and passed: no place is asked, no order follows and nobody is told. */
export async function recordPast(trx: Trx, partId: number, contactId: number): Promise<number> {
  await addEnrolments(trx, [partId], [contactId], { waived: null })
  const own = (await lockResults(trx, [partId])).find(({ contact_id }) => contact_id === contactId)!
  await setResults(trx, [{ ...own, present: 1, passed: 1 }])
  return own.id
}

type DescribedPart = Pick<LockedPart, 'id' | 'description' | 'status'>

/** @throws Invalid on `students` for a part that is cancelled or finished */
export function refuseOver(parts: DescribedPart[]): void {
  const closed = parts.find((part) => !takesPeople(part))
  if (closed)
    throw new Invalid({
      students: [`${closed.description} is ${CLOSED[closed.status]}; daarvoor kunt u niet meer inschrijven.`],
    })
}

/** @throws Invalid on `students` when one of them is not active */
export function refuseInactive(people: { name: string; active: boolean }[]): void {
  const inactive = people.filter(({ active }) => !active)
  if (inactive.length > 0)
    throw new Invalid({
      students: [`${whoText(inactive.map(({ name }) => name))}: niet actief. Activeer het contact eerst.`],
    })
}

/** Nobody gets into a part that is cancelled or finished; a supervisor, or a company by its link, only into open ones. */
export async function refuseClosed(
  trx: Trx,
  viewer: Viewer,
  parts: DescribedPart[],
  forCompany?: number,
): Promise<void> {
  refuseOver(parts)
  if (viewerScope(viewer, enrolmentArea, 'change') === 'all') return
  const open = await trx
    .selectFrom('appointments')
    .select('appointments.id')
    .where(
      'appointments.id',
      'in',
      parts.map(({ id }) => id),
    )
    .where(forCompany === undefined ? isOpenPart : isOpenPartFor(forCompany))
    .execute()
  const shut = parts.filter((part) => !open.some(({ id }) => id === part.id))
  if (shut.length > 0)
    throw new Invalid({
      students: [`Er is geen plaats meer, of u kunt niet meer inschrijven voor ${sentenceOf(shut.map(describe))}.`],
    })
}

const describe = ({ description }: { description: string }): string => description
