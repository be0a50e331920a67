import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Restoring } from '../../../platform/undo/points.ts'
import { foreseeMails } from '../../../system/moments/index.ts'
import type { Asked, MomentKind, MomentSubject } from '../../../system/moments/points.ts'
import { partPlace } from '../../planning/appointments/index.ts'
import { ofPlannings, placeOf, readersOf } from './planning-moments.ts'

/** Parts of which something changed in the window, or all of a planning. */
const changedParts = (asked: Asked): RawBuilder<unknown> =>
  'scope' in asked
    ? sql`select id from appointments where group_id = ${asked.scope}`
    : sql`
      select id from appointments where updated_at >= ${asked.from} and updated_at < ${asked.to}
      union select appointment_id from enrolments where created_at >= ${asked.from} and created_at < ${asked.to}
      union select object_id from invitations
        where object_type = 'appointment' and left_at >= ${asked.from} and left_at < ${asked.to}`

/** What calendars were told last of these parts, with the part and the enrolment as they are now, if there is one. */
const toldOf = (parts: RawBuilder<unknown>) => sql`
  (select distinct on (i.object_id, i.recipient_id) i.* from invitations i
   where i.object_type = 'appointment' and i.object_id in (${parts})
   order by i.object_id, i.recipient_id, i.sequence desc) told
  join appointments on appointments.id = told.object_id
  left join enrolments e on e.appointment_id = told.object_id and e.contact_id = told.recipient_id`

/** @param leaving enrolments that are taken to have ended */
const isExpected = (leaving: number[] = []) =>
  sql`(e.id is not null and e.id <> all(${leaving}::integer[]) and appointments.status <> 'cancelled')`

/** Which end it is: what was told last of what it tells of now, which is told anew by it. */
const end = sql`max(told.id)`

/** Which change it is: from what students were told to how it is now, since who leads them may be told alone. */
const change = sql`hashtext(string_agg(concat_ws('|', told.id, appointments.starts_at, appointments.ends_at, ${partPlace}),
  '|' order by told.object_id))`

/** Who is expected at another time or place than they were told, or again. */
const changed = (parts: RawBuilder<unknown>) => sql`
  select appointments.group_id, told.recipient_id as contact_id, min(appointments.starts_at) as begins,
         greatest(max(appointments.updated_at), max(e.created_at)) as since, ${change} as occasion
  from ${toldOf(parts)}
  where ${isExpected()} and (told.cancelled or told.starts_at <> appointments.starts_at
    or told.ends_at <> appointments.ends_at or told.place <> ${partPlace})
  group by appointments.group_id, told.recipient_id`

/** Whether a message that waits will say in the calendar of this person what is new of the planning. */
const isBeingTold = sql`exists (
  select from mails join mailings on mailings.id = mails.mailing_id
    join appointments part on part.id = mailings.object_id
  where mails.object_type = 'contact' and mails.object_id = told.recipient_id and mails.state = 'queued'
    and mailings.calendar is not null and mailings.object_type = 'appointment' and part.group_id = appointments.group_id)`

/**
 * Who is not expected any more; of a move, and of what is cancelled with a message, that
 * tells. It is of use until the last of it begins.
 * @param leaving enrolments that are taken to end now
 */
const over = (parts: RawBuilder<unknown>, leaving: number[] = []) => sql`
  select appointments.group_id, told.recipient_id as contact_id, max(told.starts_at) as begins,
         greatest(max(told.left_at), max(appointments.updated_at) filter (where appointments.status = 'cancelled'),
           max(now()) filter (where e.id = any(${leaving}::integer[]))) as since,
         ${end} as occasion
  from ${toldOf(parts)}
  where not ${isExpected(leaving)} and not told.cancelled and not ${isBeingTold} and not exists (
    select from enrolments other where other.contact_id = told.recipient_id and other.moved and other.created_at >= told.told_at)
  group by appointments.group_id, told.recipient_id`

function subjectsAmong(own: RawBuilder<unknown>, recipients: string): RawBuilder<MomentSubject> {
  return sql<MomentSubject>`
    select (select first.id from appointments first where first.group_id = own.group_id
            order by first.status = 'cancelled', first.starts_at, first.id limit 1) as record_id,
           own.group_id as scope_id, g.course_id as of_id, own.contact_id as subject_id, c.id as recipient_id,
           own.since as anchor, own.begins as until, own.since as joined_at, own.since as settled_at,
           '{}'::text[] as meets, own.occasion, c.email::text as email
    from (${own}) own join appointment_groups g on g.id = own.group_id
    ${readersOf(own, recipients)}
    where c.active and own.since is not null`
}

const subjectsOf =
  (people: (parts: RawBuilder<unknown>) => RawBuilder<unknown>): MomentKind['subjects'] =>
  (asked, recipients) =>
    subjectsAmong(people(changedParts(asked)), recipients)

const told = { ...ofPlannings, side: 'after', inCalendars: true, conditions: [], place: placeOf('joined_at') } as const

const planningOver: MomentKind = {
  ...told,
  key: 'planning-over',
  words: 'uitschrijving of annulering',
  recipients: ['students'],
  subjects: subjectsOf((parts) => over(parts)),
}

/** The mails that go by themselves when these enrolments, in these parts, end now. */
export const foreseeOver = (db: Db | Trx, parts: number[], enrolments: number[]) =>
  foreseeMails(db, planningOver, (recipients) =>
    subjectsAmong(over(sql`select unnest(${parts}::integer[])`, enrolments), recipients),
  )

/** What students and their supervisors are told of plannings as they are now, or of what is not there any more. */
export const toldRestoring: Restoring = {
  table: 'enrolments',
  tells: async (trx, changes) => {
    const named = changes.flatMap(({ table, id, before, after }) =>
      table === 'appointments' ? [id] : table === 'enrolments' ? [before.appointment_id, after.appointment_id] : [],
    )
    const parts = sql`select part.id from appointments part where part.group_id in (
      select one.group_id from appointments one where one.id = any(${named.filter(Number.isInteger)}::integer[]))`
    if (named.length === 0) return []
    return [
      ...(await foreseeMails(trx, planningChange, (recipients) => subjectsAmong(changed(parts), recipients))),
      ...(await foreseeMails(trx, planningOver, (recipients) => subjectsAmong(over(parts), recipients))),
    ]
  },
}

/** The mails that go by themselves when these parts are cancelled, to whom no message tells it. */
export async function foreseeCancelled(db: Db | Trx, parts: number[]) {
  if (parts.length === 0) return []
  const enrolled = await db.selectFrom('enrolments').select('id').where('appointment_id', 'in', parts).execute()
  return foreseeOver(
    db,
    parts,
    enrolled.map(({ id }) => id),
  )
}

const planningChange: MomentKind = {
  ...told,
  key: 'planning-change',
  words: 'een wijziging van tijd of plaats',
  recipients: ['students', 'supervisors'],
  subjects: subjectsOf(changed),
}

/** A part at another time or place; `place` as `partPlace` has it, null where it stays. */
export interface MovedPart {
  id: number
  starts_at: Date
  ends_at: Date
  place: string | null
}

/** No change that was ever told of, so that nobody counts as told. */
const NOT_YET = 0

/** Who of a part is expected at another time or place than they were told, once it is moved so. */
const toBeMoved = ({ id, starts_at, ends_at, place }: MovedPart) => sql`
  select appointments.group_id, told.recipient_id as contact_id, ${starts_at}::timestamptz as begins, now() as since,
         ${NOT_YET}::integer as occasion
  from ${toldOf(sql`${id}::integer`)}
  where ${isExpected()} and (told.cancelled or told.starts_at <> ${starts_at} or told.ends_at <> ${ends_at}
    or told.place <> coalesce(${place}::text, ${partPlace}))
  group by appointments.group_id, told.recipient_id`

/** The mails that go by themselves when a part is moved. */
export const foreseeMoved = (db: Db | Trx, part: MovedPart) =>
  foreseeMails(db, planningChange, (recipients) => subjectsAmong(toBeMoved(part), recipients))

/** When people are told that what they were told no longer holds. */
export const changeMoments: MomentKind[] = [planningChange, planningOver]
