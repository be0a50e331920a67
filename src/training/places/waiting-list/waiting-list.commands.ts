import { sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { Services } from '../../../platform/services.ts'
import { contactsVisibleTo, nameColumns, nameText } from '../../../relations/contacts/index.ts'
import { type NewStep, addSteps, askSoon, factsOf, lockLine, lockPlanning, makeOffer } from './offer.commands.ts'
import { waitingListArea } from './rights.ts'
import { type Entry, type WaitedFor, getPlanning, listLine } from './waiting-list.queries.ts'
import { lineAtPlace, whyNot } from './waiting-list.rules.ts'
import { mailPlaced } from './waiting-list.mails.ts'
import { whyText } from './why.rules.ts'

export interface Wishes {
  weekdays: number[]
  establishment_id: number | null
  from_date: string | null
  until_date: string | null
}

/** What people wait for: a planning, or any of a course. */
export type For = { planningId: number } | { courseId: number }

/** Who pays, where it is not the company that they belong to. */
export interface WaitingPayer {
  pays_alone?: boolean
  invoice_relation_id?: number | null
}

export interface Placed {
  entryIds: number[]
  /** Who waited already, or is in the planning. */
  already: number
}

/**
 * Puts people at the end of a line, each with the company they belong to; who waits already stays where they are.
 * @throws Invalid on `students` when one of them is not active, or is none of an in-company planning; on `planning_id`
 *   when the planning does not come any more; NotFound for people outside the viewer's scope
 */
export async function placeInLine(
  trx: Trx,
  viewer: Viewer,
  services: Services,
  what: For,
  {
    contactIds,
    wishes,
    tell,
    payer = {},
  }: { contactIds: number[]; wishes: Wishes; tell: boolean; payer?: WaitingPayer },
): Promise<Placed> {
  const planning = 'planningId' in what ? await getPlanning(trx, what.planningId) : null
  if (planning) refuseOver(planning)
  const courseId = planning?.course_id ?? (what as { courseId: number }).courseId
  const people = await getPeople(trx, viewer, contactIds, planning?.id ?? null)
  const inactive = people.filter(({ active }) => !active)
  if (inactive.length > 0)
    throw new Invalid({
      students: [`${inactive.map(({ name }) => name).join(', ')}: niet actief. Activeer het contact eerst.`],
    })
  const strangers = people.filter(({ company_id }) => !takesCompany(planning, company_id))
  if (strangers.length > 0)
    throw new Invalid({
      students: [`${strangers.map(({ name }) => name).join(', ')}: deze planning is incompany voor een ander bedrijf.`],
    })
  const coming = people.filter(({ enrolled }) => !enrolled)
  const rows =
    coming.length === 0
      ? []
      : await trx
          .insertInto('waiting_entries')
          .values(
            coming.map(({ id, company_id }, i) => ({
              course_id: courseId,
              group_id: planning?.id ?? null,
              contact_id: id,
              company_id,
              ...wishes,
              ...payer,
              // Those who come together stand in the order in which they were chosen.
              line_at: sql<Date>`clock_timestamp() + ${i} * interval '1 millisecond'`,
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning(['id', 'contact_id'])
          .execute()
  await addSteps(
    trx,
    rows.map(({ id }) => ({ entry_id: id, group_id: planning?.id ?? null, kind: 'placed', actor_id: viewer.id })),
  )
  if (planning && rows.length > 0 && planning.free > 0) await askSoon(trx, planning.id)
  if (tell) {
    const course = planning?.course ?? (await courseName(trx, courseId))
    for (const { id, contact_id } of rows) {
      const person = people.find((person) => person.id === contact_id)!
      await mailPlaced(trx, services, course, { ...person, id, contact_id })
    }
  }
  return { entryIds: rows.map(({ id }) => id), already: people.length - rows.length }
}

const takesCompany = (planning: WaitedFor | null, companyId: number | null): boolean =>
  !planning?.offered.companyIds || (companyId !== null && planning.offered.companyIds.includes(companyId))

/** @throws Invalid on `planning_id` for a planning that nobody can wait for any more */
function refuseOver(planning: WaitedFor): void {
  if (
    planning.parts.length === 0 ||
    planning.begins <= new Date() ||
    planning.parts.some(({ status }) => status === 'done')
  )
    throw new Invalid({ planning_id: ['Deze planning is begonnen, afgerond of geannuleerd.'] })
}

async function courseName(trx: Trx, id: number): Promise<string> {
  const course = await trx.selectFrom('courses').select('description').where('id', '=', id).executeTakeFirst()
  if (!course) throw new NotFound('Opleiding')
  return course.description
}

/** In the order in which they were chosen. @throws NotFound */
async function getPeople(trx: Trx, viewer: Viewer, contactIds: number[], planningId: number | null) {
  const chosen = [...new Set(contactIds)]
  const rows = await trx
    .selectFrom('contacts')
    .select(['contacts.id', 'contacts.active', ...nameColumns, 'contacts.email', 'contacts.company_id'])
    .select([
      nameText.as('name'),
      sql<boolean>`exists (select from enrolments e join appointments a on a.id = e.appointment_id
        where e.contact_id = contacts.id and a.group_id = ${planningId}::integer)`.as('enrolled'),
    ])
    .where('contacts.id', 'in', chosen)
    .where(contactsVisibleTo(viewer))
    .orderBy('contacts.id')
    .forShare()
    .execute()
  if (rows.length < chosen.length) throw new NotFound('Cursist')
  return rows.toSorted((a, b) => chosen.indexOf(a.id) - chosen.indexOf(b.id))
}

/** Other wishes of somebody who waits. @throws Stale */
export async function changeWishes(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { version, ...wishes }: Wishes & { version: number },
): Promise<void> {
  const entry = await lockVersion(trx, 'waiting_entries', id, version, wishes)
  refuseGone(entry)
  await trx.updateTable('waiting_entries').set(wishes).where('id', '=', id).execute()
  await addSteps(trx, [{ entry_id: id, group_id: entry.group_id, kind: 'wishes', actor_id: viewer.id }])
  if (entry.group_id !== null) await askSoon(trx, entry.group_id)
}

/** @throws HttpError (409) when somebody does not wait any more */
function refuseGone({ state }: { state: string }): void {
  if (state !== 'waiting') throw new HttpError(409, 'Deze persoon staat niet meer op de wachtlijst.')
}

/** Moves somebody to another place in the line of a planning, for a reason that stays with it. */
export async function moveInLine(
  trx: Trx,
  viewer: Viewer,
  entry: Entry,
  { planningId, place, reason }: { planningId: number; place: number; reason: string },
): Promise<void> {
  await lockLine(trx, planningId)
  const line = await listLine(trx, planningId)
  const here = line.findIndex(({ id }) => id === entry.id)
  if (here < 0) refuseGone({ state: 'left' })
  if (place > line.length)
    throw new Invalid({ place: [`De rij heeft ${formatCount(line.length, 'plaats', 'plaatsen')}.`] })
  if (here + 1 === place) throw new Invalid({ place: ['Hier staat deze persoon al.'] })
  const others = line.filter(({ id }) => id !== entry.id).map(({ line_at }) => line_at)
  await trx
    .updateTable('waiting_entries')
    .set({ line_at: lineAtPlace(others, place) })
    .where('id', '=', entry.id)
    .execute()
  await addSteps(trx, [
    {
      entry_id: entry.id,
      group_id: planningId,
      kind: 'moved',
      detail: `van plaats ${here + 1} naar ${place}: ${reason}`,
      actor_id: viewer.id,
    },
  ])
}

/** What it takes to offer somebody a place by hand, and who is passed over by it. */
export async function planOffer(db: Trx, planningId: number, entryId: number) {
  const planning = await getPlanning(db, planningId)
  const line = await listLine(db, planningId)
  const who = line.find(({ id }) => id === entryId)
  const before = who ? line.slice(0, line.indexOf(who)) : []
  const verdicts = before.map((other) => ({ other, why: whyNot(other.facts, planning.offered) }))
  return {
    planning,
    who,
    place: before.length + 1,
    /** Whom the place fits too, and who stand before them. */
    passed: verdicts.filter(({ why }) => why === null).map(({ other }) => other),
    verdicts,
    why: who ? whyNot(who.facts, planning.offered) : null,
    refusal: refusalOf(planning, who),
  }
}

function refusalOf(planning: WaitedFor, who: { open: unknown; active: boolean } | undefined): string | null {
  if (!who) return 'Deze persoon staat niet meer in de rij.'
  if (who.open) return 'Deze persoon heeft al een aanbod.'
  if (!who.active) return 'Dit contact is niet actief.'
  if (!planning.isOpen || planning.begins <= new Date()) return 'Deze planning neemt geen cursisten meer aan.'
  if (planning.free <= 0) return 'Er is geen plaats vrij om aan te bieden.'
  return null
}

/**
 * Offers somebody a place by hand. Who stand before them and would take it are passed over by the planner, for a reason
 * that he gives.
 * @throws Invalid on `reason` without one; HttpError (409) when there is nothing to offer
 */
export async function offerPlace(
  trx: Trx,
  viewer: Viewer,
  services: Services,
  { planningId, entryId, reason }: { planningId: number; entryId: number; reason: string },
): Promise<{ partIds: number[] }> {
  if (viewerScope(viewer, waitingListArea, 'change') !== 'all') throw new NotFound('Wachtende')
  await lockPlanning(trx, planningId)
  await lockLine(trx, planningId)
  const { planning, who, verdicts, passed, why, refusal, place } = await planOffer(trx, planningId, entryId)
  if (refusal !== null || !who) throw new HttpError(409, refusal ?? '')
  if ((passed.length > 0 || why !== null) && reason === '') throw new Invalid({ reason: ['Vul een reden in.'] })
  const offer_id = await makeOffer(trx, services, planning, who, { now: new Date(), atOnce: false, reason })
  const steps = verdicts.map(({ other, why: theirs }): NewStep => ({
    entry_id: other.id,
    group_id: planningId,
    offer_id,
    kind: theirs === null ? 'passed_over' : 'skipped',
    why: theirs,
    detail: theirs === null ? reason : whyText(theirs, factsOf(other), planning.offered),
    actor_id: theirs === null ? viewer.id : null,
  }))
  const detail = [`plaats ${place}`, why && whyText(why, factsOf(who), planning.offered), reason]
    .filter(Boolean)
    .join(', ')
  await addSteps(trx, [
    ...steps,
    { entry_id: entryId, group_id: planningId, offer_id, kind: 'offered', detail, actor_id: viewer.id },
  ])
  return { partIds: planning.parts.map(({ id }) => id) }
}

/** How many places the people of one company get of a planning by its waiting list: as the settings say, its own, or all. */
export async function setQuota(
  trx: Trx,
  planningId: number,
  { limit, company_quota }: { limit: 'standard' | 'own' | 'none'; company_quota: number | null },
): Promise<void> {
  if (limit === 'standard') await trx.deleteFrom('waiting_rules').where('group_id', '=', planningId).execute()
  else {
    const own = { company_quota: limit === 'own' ? company_quota : null }
    await trx
      .insertInto('waiting_rules')
      .values({ group_id: planningId, ...own })
      .onConflict((conflict) => conflict.column('group_id').doUpdateSet(own))
      .execute()
  }
  await askSoon(trx, planningId)
}
