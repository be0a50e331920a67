import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { foreseeMails, foreseeReaders, passOver } from '../../../system/moments/index.ts'
import type { MomentSubject } from '../../../system/moments/points.ts'
import { CERTAIN, CONFIRMED, planningMoments, readersOf } from './planning-moments.ts'
import { partMoments } from './part-moments.ts'

/** Somebody who would be enrolled in a part. */
export interface WantedPlace {
  contactId: number
  partId: number
}

/**
 * The mails that go by themselves when these people are enrolled now: the confirmation, else what was due before.
 * @param moved whether they come from another planning, which nothing confirms
 */
export async function foreseeEnrolled(db: Db | Trx, places: readonly WantedPlace[], moved = false) {
  if (places.length === 0) return []
  const subjects = enrolledSubjects(places, moved)
  const confirmation = planningMoments.find(({ key }) => key === CONFIRMED.kind)!
  const confirmed = moved ? [] : await foreseeMails(db, confirmation, subjects('joined_at'))
  if (confirmed.length > 0) return confirmed
  const found = []
  for (const kind of [...planningMoments, ...partMoments].filter(({ side }) => side === 'before'))
    found.push(...(await foreseeMails(db, kind, subjects('begins'))))
  return found
}

/** Who is enrolled now is not told so by itself: who plans chose to leave the confirmation out. */
export const passOverConfirmed = (trx: Trx, places: readonly WantedPlace[]): Promise<void> =>
  passOver(
    trx,
    planningMoments.find(({ key }) => key === CONFIRMED.kind)!,
    enrolledSubjects(places, false)('joined_at'),
  )

function enrolledSubjects(places: readonly WantedPlace[], moved: boolean) {
  const own = sql`
    select p.group_id, wanted.contact_id, min(p.starts_at) as begins, max(p.ends_at) as ends, min(p.id) as part,
      array_remove(array[${moved ? null : 'enrolled'}::text, case when bool_and(p.status <> 'option') then ${CERTAIN.key} end], null) as meets
    from unnest(${places.map(({ contactId }) => contactId)}::integer[], ${places.map(({ partId }) => partId)}::integer[])
      wanted(contact_id, part_id)
      join appointments p on p.id = wanted.part_id and p.status <> 'cancelled'
    group by p.group_id, wanted.contact_id`
  return (anchor: 'begins' | 'joined_at') => (recipients: string) => sql<MomentSubject>`
    select own.part as record_id, own.group_id as scope_id, g.course_id as of_id, own.contact_id as subject_id,
      c.id as recipient_id, ${anchor === 'begins' ? sql`own.begins` : sql`now()`} as anchor, own.begins as until,
      now() as joined_at, now() as settled_at, own.meets, 0 as occasion, c.email::text as email
    from (${own}) own join appointment_groups g on g.id = own.group_id
    ${readersOf(own, recipients)}
    where c.active and now() <= own.ends and ${recipients !== 'responsibles'}`
}

/** Who reads of their enrolment by itself once a planning is certain, by the name of that message. */
export const foreseeConfirmed = (db: Db | Trx, planningId: number) => {
  const confirmation = planningMoments.find(({ key }) => key === CONFIRMED.kind)!
  return foreseeReaders(
    db,
    confirmation,
    (recipients) => sql<MomentSubject>`
      select one.record_id, one.scope_id, one.of_id, one.subject_id, one.recipient_id, one.anchor, one.until, one.joined_at,
        one.settled_at, one.meets || ${CERTAIN.key}::text as meets, one.occasion, one.email
      from (${confirmation.subjects({ scope: planningId }, recipients)}) one`,
  )
}

/**
 * Who came into a planning by a list, or gives it, is not told of that, nor of what should have been told before; what
 * lies ahead is told then.
 */
export async function passOverDue(trx: Trx, planningId: number, contactIds: readonly number[]): Promise<void> {
  if (contactIds.length === 0) return
  const kinds = [...planningMoments, ...partMoments].filter(({ key, side }) => side === 'before' || key === CONFIRMED.kind) // prettier-ignore
  for (const kind of kinds)
    await passOver(
      trx,
      kind,
      (recipients) => sql<MomentSubject>`select own.* from (${kind.subjects({ scope: planningId }, recipients)}) own
        where own.subject_id = any(${contactIds}::integer[])`,
    )
}
