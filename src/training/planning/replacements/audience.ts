import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { formatDate, formatTime } from '../../../platform/format/format.ts'
import { RECIPIENT_VARIABLES, recipientValues } from '../../../relations/audiences/index.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { mapLink } from '../../../relations/naming/index.ts'
import type { Audience, MailVariable } from '../../../system/messages/points.ts'
import { partAddress, partPlace } from '../appointments/index.ts'

/** Which kind of recipient is told what: who takes over, who is away, and the students, all or those of courses that say so. */
export const KINDS = { replacing: 'replacing', replaced: 'replaced', students: 'students', asking: 'asking' } as const

const PARTS: MailVariable = {
  name: 'overgenomen',
  label: 'Overgenomen onderdelen',
  each: [
    { name: 'opleiding', label: 'Opleiding' },
    { name: 'omschrijving', label: 'Omschrijving' },
    { name: 'datum', label: 'Datum' },
    { name: 'begintijd', label: 'Begintijd' },
    { name: 'eindtijd', label: 'Eindtijd' },
    { name: 'plaats', label: 'Plaats' },
    { name: 'route', label: 'Link naar de route' },
    { name: 'invaller', label: 'Wie het overneemt' },
  ],
}
const VARIABLES = [...RECIPIENT_VARIABLES, PARTS]

/** What is taken over, as SQL: `appointment_id`, `contact_id` of who takes over, `absent_id`, and whether it is of this save. */
type TakenOver = (absences: number[]) => RawBuilder<unknown>

/** As it is stored. Those of this save: what was arranged before was told then. */
const stored: TakenOver = (absences) => sql`
  select r.appointment_id, r.contact_id, a.contact_id as absent_id, r.updated_at = now() as is_new
  from replacements r join absences a on a.id = r.absence_id where r.absence_id = any(${absences})`

/** As it will be, beside what of the same absence was arranged before. */
const planned =
  (
    swaps: readonly { part: number; by: number }[],
    absent: { contactId: number; absenceId: number | null },
  ): TakenOver =>
  () => sql`
  select p.part as appointment_id, p.by as contact_id, ${absent.contactId}::integer as absent_id, true as is_new
  from unnest(${swaps.map(({ part }) => part)}::integer[], ${swaps.map(({ by }) => by)}::integer[]) p(part, by)
  union all
  select r.appointment_id, r.contact_id, ${absent.contactId}, false from replacements r
  where r.absence_id = ${absent.absenceId}::integer and r.appointment_id <> all(${swaps.map(({ part }) => part)}::integer[])`

/** What of it is still to come, in order of time. */
async function listTakenOver(db: Db, taken: RawBuilder<unknown>) {
  const { rows } = await sql<{
    part: number
    by: number
    name: string
    course: string
    description: string
    starts_at: Date
    ends_at: Date
    place: string
    address: string
  }>`
    select r.appointment_id as part, r.contact_id as by, ${nameText} as name, courses.description as course, appointments.description,
      appointments.starts_at, appointments.ends_at, ${partPlace} as place, ${partAddress} as address
    from (${taken}) r join contacts on contacts.id = r.contact_id join appointments on appointments.id = r.appointment_id
      join appointment_groups g on g.id = appointments.group_id join courses on courses.id = g.course_id
    where appointments.ends_at > now()
    order by appointments.starts_at, appointments.id`.execute(db)
  return rows
}

/** Who is enrolled in these parts, as 'part-person'. */
async function listAttending(db: Db, parts: number[]): Promise<Set<string>> {
  if (parts.length === 0) return new Set()
  const rows = await db
    .selectFrom('enrolments')
    .select(['appointment_id', 'contact_id'])
    .where('appointment_id', 'in', parts)
    .execute()
  return new Set(rows.map(({ appointment_id, contact_id }) => `${appointment_id}-${contact_id}`))
}

const audienceOver = (taken: TakenOver): Audience => ({
  type: 'replacement',
  record: 'absence',
  recipient: 'contact',
  kinds: [
    { key: KINDS.replacing, label: 'Wie invalt', variables: VARIABLES },
    { key: KINDS.replaced, label: 'Wie er niet is', variables: VARIABLES },
    { key: KINDS.students, label: 'Cursisten', variables: VARIABLES },
    { key: KINDS.asking, label: 'Cursisten van opleidingen die dat vragen', variables: VARIABLES },
  ],
  people: (_viewer, ids, kinds) => sql`
    select distinct on (contacts.id) contacts.id, concerned.kind, ${nameText} as name, contacts.email::text as email
    from (${taken(ids)}) r
      cross join lateral (
        values (${KINDS.replacing}, r.contact_id), (${KINDS.replaced}, r.absent_id)
        union all select kind, e.contact_id from enrolments e cross join unnest(array[${KINDS.students}, ${KINDS.asking}]) kind
          join appointments p on p.id = e.appointment_id join appointment_groups g on g.id = p.group_id
          join courses on courses.id = g.course_id
        where e.appointment_id = r.appointment_id and (kind = ${KINDS.students} or courses.tells_replacement)) concerned (kind, contact_id)
      join contacts on contacts.id = concerned.contact_id
    where r.is_new and concerned.kind = any(${kinds})
    order by contacts.id, concerned.kind`,
  values: async (db, ids, people) => {
    const parts = await listTakenOver(db, taken(ids))
    const attends = await listAttending(
      db,
      parts.map(({ part }) => part),
    )
    const recipients = await recipientValues(
      db,
      people.map(({ id }) => id),
    )
    return new Map(
      people.map(({ id, kind }) => {
        const own = parts.filter(
          ({ by, part }) =>
            kind === KINDS.replaced || (kind === KINDS.replacing ? by === id : attends.has(`${part}-${id}`)),
        )
        const overgenomen = own.map((part) => ({
          opleiding: part.course,
          omschrijving: part.description,
          datum: formatDate(part.starts_at),
          begintijd: formatTime(part.starts_at),
          eindtijd: formatTime(part.ends_at),
          plaats: part.place,
          route: part.address && mapLink(part.address),
          invaller: part.name,
        }))
        return [id, { ...recipients.get(id), overgenomen }]
      }),
    )
  },
})

/** Who is concerned when others take over from somebody who is away. Why that is, is told to nobody (rulings 10.17). */
export const replacementAudience = audienceOver(stored)

/** The same before it is saved. */
export const plannedAudience = (...plan: Parameters<typeof planned>): Audience => audienceOver(planned(...plan))
