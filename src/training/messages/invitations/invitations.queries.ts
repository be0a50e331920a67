import { sql } from 'kysely'
import type { Invitation } from '../../../platform/mail/invitations.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { invitationText } from '../../../system/calendar/index.ts'
import type { InvitedBy } from '../../../system/messages/points.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { mapLink } from '../../../relations/naming/index.ts'
import { partAddress, partPlace } from '../../planning/appointments/index.ts'
import { type LastTold, type Told, news } from './invitations.rules.ts'

interface Row {
  part: number
  contact_id: number
  name: string
  email: string
  title: string
  /** Somebody is expected; else there was something that is over for them. */
  comes: boolean
  now: Told
  address: string
  join_url: string | null
  last: LastTold | null
}

/**
 * What the calendars of these people are to be told: of the parts of a planning that are to come, and of what they were
 * told before, in any planning, and no longer go to.
 * @param partId a part of the planning
 */
async function listToTell(db: Db | Trx, partId: number, people: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with told as (
      select distinct on (i.recipient_id, i.object_id) i.recipient_id, i.object_id, i.sequence, i.cancelled, i.starts_at,
             i.ends_at, i.place
      from invitations i where i.recipient_id = any(${people}) and i.object_type = 'appointment'
      order by i.recipient_id, i.object_id, i.sequence desc
    ), comes as (
      select e.contact_id, p.id as part, p.group_id from enrolments e join appointments p on p.id = e.appointment_id
      where e.contact_id = any(${people}) and p.status <> 'cancelled'
    ), known as (
      select coalesce(comes.contact_id, told.recipient_id) as contact_id, coalesce(comes.part, told.object_id) as part,
             comes.part is not null as comes, comes.group_id, told.*
      from comes full join told on told.recipient_id = comes.contact_id and told.object_id = comes.part
    )
    select known.part, known.contact_id, ${nameText} as name, contacts.email::text as email, known.comes,
           co.description || case when appointments.description = co.description then '' else ': ' || appointments.description end as title,
           json_build_object('starts_at', coalesce(appointments.starts_at, known.starts_at),
             'ends_at', coalesce(appointments.ends_at, known.ends_at), 'place', coalesce(${partPlace}, known.place)) as now,
           ${partAddress} as address, appointments.join_url,
           case when known.sequence is not null then json_build_object('sequence', known.sequence, 'cancelled', known.cancelled,
             'starts_at', known.starts_at, 'ends_at', known.ends_at, 'place', known.place) end as last
    from known join contacts on contacts.id = known.contact_id
    left join appointments on appointments.id = known.part
    left join appointment_groups g on g.id = appointments.group_id left join courses co on co.id = g.course_id
    where contacts.email is not null and coalesce(appointments.ends_at, known.ends_at) > now()
      and (not known.comes or known.group_id = (select group_id from appointments where id = ${partId}))
    order by known.contact_id, coalesce(appointments.starts_at, known.starts_at), known.part
  `.execute(db)
  const dated = <T extends Told>(told: T): T => ({
    ...told,
    starts_at: new Date(told.starts_at),
    ends_at: new Date(told.ends_at),
  })
  return rows.map((row) => ({ ...row, now: dated(row.now), last: row.last && dated(row.last) }))
}

/** What is to go along with a mail about a planning to each of these people, by their ids. */
export async function invitationsOf(
  db: Db | Trx,
  partId: number,
  people: number[],
  { organizer, host, repeat = false }: InvitedBy,
): Promise<Map<number, Invitation[]>> {
  const stamp = new Date()
  const invitations = (await listToTell(db, partId, people)).flatMap((row): Invitation[] => {
    const { part, contact_id, comes, now, last } = row
    const told = news(last, comes ? now : null, repeat)
    if (!told) return []
    const { starts_at: startsAt, ends_at: endsAt, place } = comes ? now : last!
    const record = { type: 'appointment', id: part }
    const content = invitationText(
      {
        ...told,
        record,
        startsAt,
        endsAt,
        title: row.title ?? 'Opleiding',
        place: [place, row.address].filter(Boolean).join(', '),
        description: [row.address && `Route: ${mapLink(row.address)}`, row.join_url].filter(Boolean).join('\n'),
        organizer,
        attendee: { name: row.name, email: row.email },
      },
      { host, stamp },
    )
    return [{ ...told, record, recipientId: contact_id, startsAt, endsAt, place, content }]
  })
  // Mail programs show the first of a mail: rather where to go than where not to go.
  invitations.sort((a, b) => Number(a.cancelled) - Number(b.cancelled))
  return Map.groupBy(invitations, ({ recipientId }) => recipientId)
}
