/** What the messages to the people of a planning say of it and of them, as it is or as it would be. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { formatCount, formatDate, formatTime } from '../../../platform/format/format.ts'
import { recipientValues } from '../../../relations/audiences/index.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { mapLink } from '../../../relations/naming/index.ts'
import type { AudienceRow, LinkServices } from '../../../system/messages/points.ts'
import { partAddress, partPlace } from '../../planning/appointments/index.ts'
import { enrolledIn, planningOf, reservedIn, reserversOf, supervisorsOf } from './course-people.ts'
import { evaluationPath } from './evaluation-link.rules.ts'
import { listOtherDates } from './other-dates.ts'

/** A planning that would be made: of which course, and its parts in their order. */
export interface Made {
  course: number
  parts: { description: string; starts_at: Date; ends_at: Date; room_id: number | null }[]
}

/** The plannings of these parts, with who comes into all of their parts; or one that is not there yet. */
interface Of {
  ids: number[]
  coming: number[]
  made: Made | null
}

/** These parts' plannings as they are, or one as it would be made. */
const rowsOf = ({ ids, made }: Of) =>
  made
    ? sql`jsonb_populate_recordset(null::appointments, ${JSON.stringify(made.parts.map((part, i) => ({ ...part, id: i, group_id: 0 })))}::jsonb) appointments
        join courses co on co.id = ${made.course}`
    : sql`appointments join appointment_groups g on g.id = appointments.group_id and appointments.id in (${planningOf(ids)})
        join courses co on co.id = g.course_id`

async function listParts(db: Db, of: Of) {
  const { rows } = await sql<{
    id: number
    course: string
    bring: string | null
    group_id: number
    description: string
    starts_at: Date
    ends_at: Date
    place: string
    address: string
    people: number[]
  }>`
    select appointments.id, co.description as course, co.bring, appointments.group_id, appointments.description, appointments.starts_at,
           appointments.ends_at, ${partPlace} as place, ${partAddress} as address,
           ${of.coming}::integer[] || array(select e.contact_id from enrolments e where e.appointment_id = appointments.id) as people
    from ${rowsOf(of)} order by appointments.starts_at, appointments.id
  `.execute(db)
  return rows
}

/** The certificate of the planning that these people hold longest, as messages name it. */
async function listHeld(db: Db, ids: number[], people: number[]) {
  const { rows } = await sql<{ contact_id: number; number: string; valid_until: string | null }>`
    select distinct on (c.contact_id) c.contact_id, c.number, c.valid_until from certificates c
    where c.withdrawn_at is null and c.contact_id = any(${people})
      and c.group_id in (select group_id from appointments where id = any(${ids}))
    order by c.contact_id, c.valid_until desc nulls first, c.id desc`.execute(db)
  return new Map(
    rows.map(({ contact_id, number, valid_until }) => [
      contact_id,
      { nummer: number, geldig_tot: valid_until === null ? '' : formatDate(valid_until) },
    ]),
  )
}

/** By which enrolment each of these people says what they found, where the course asks that. */
async function listEvaluating(db: Db, ids: number[], people: number[]) {
  const { rows } = await sql<{ contact_id: number; id: number }>`
    select e.contact_id, min(e.id) as id from enrolments e join appointments p on p.id = e.appointment_id
      join appointment_groups g on g.id = p.group_id
      join course_evaluations ce on ce.course_id = g.course_id join evaluations ev on ev.id = ce.evaluation_id and ev.enabled
    where e.appointment_id in (${planningOf(ids)}) and e.contact_id = any(${people}) group by e.contact_id`.execute(db)
  return new Map(rows.map(({ contact_id, id }) => [contact_id, id]))
}

/** The students of the planning; for a supervisor the own people only. */
async function listStudents(db: Db, { ids, coming }: Of) {
  const taking = sql`${enrolledIn(ids)} union select unnest(${coming}::integer[])`
  const { rows } = await sql<{ contact_id: number; name: string; company: string | null; supervisors: number[] }>`
    with led as materialized (${supervisorsOf(taking)})
    select contacts.id as contact_id, ${nameText} as name, co.name as company,
           array(select sup.supervisor_id from led sup where sup.student_id = contacts.id) as supervisors
    from contacts left join companies co on co.id = contacts.company_id
    where contacts.id in (${taking}) order by contacts.last_name, contacts.first_name
  `.execute(db)
  return rows
}

/** Kinds of those who take it themselves, and so are told of no others. */
const ONE_OF_THEM = ['students', 'present', 'uncertified']
/** Kinds of those who are told who takes it. */
const LEADING = ['supervisors', 'responsibles']

/** What is kept for each of those who answer for it. */
async function listReserved(db: Db, ids: number[]) {
  const { rows } = await sql<{ contact_id: number; description: string; places: number; names_by: string | null }>`
    select reserver.contact_id, p.description, r.places, r.names_by
    from (${reservedIn(ids)}) r join appointments p on p.id = r.appointment_id
      join (${reserversOf(reservedIn(ids))}) reserver on reserver.reservation_id = r.id
    order by p.starts_at, p.id, r.id`.execute(db)
  return Map.groupBy(rows, ({ contact_id }) => contact_id)
}

const toldReserved = (row: { description: string; places: number; names_by: string | null }) => ({
  onderdeel: row.description,
  plaatsen: formatCount(row.places, 'plaats', 'plaatsen'),
  namen_voor: row.names_by === null ? '' : formatDate(row.names_by),
})

/** What the variables are for these people of a planning, by their ids. */
export async function courseValues(
  db: Db,
  of: Of,
  people: Pick<AudienceRow, 'id' | 'kind'>[],
  services?: LinkServices,
): Promise<Map<number, Record<string, unknown>>> {
  const parts = await listParts(db, of)
  const students = people.some(({ kind }) => LEADING.includes(kind)) ? await listStudents(db, of) : []
  const reserved = people.some(({ kind }) => kind === 'reservers')
    ? await listReserved(db, of.ids)
    : new Map<number, never[]>()
  const recipients = await recipientValues(
    db,
    people.map(({ id }) => id),
  )
  const held = await listHeld(
    db,
    of.ids,
    people.map(({ id }) => id),
  )
  const evaluating = services
    ? await listEvaluating(
        db,
        of.ids,
        people.flatMap(({ id, kind }) => (ONE_OF_THEM.includes(kind) ? id : [])),
      )
    : new Map<number, number>()
  const linkOf = (id: number): string => {
    const enrolment = evaluating.get(id)
    return services && enrolment !== undefined
      ? new URL(evaluationPath(services.config, enrolment), services.config.baseUrl).href
      : ''
  }
  const planning = {
    cursus: parts[0]?.course ?? '',
    // A planning that is made gets its number when it is made.
    nummer: of.made ? '(volgt)' : String(parts[0]?.group_id ?? ''),
    datum: formatDate(parts[0]?.starts_at),
    // In a sentence its lines stand behind each other.
    meenemen: parts[0]?.bring?.split(/\s*\n\s*/).join(' · ') ?? '',
  }
  const told = (part: (typeof parts)[number]) => ({
    omschrijving: part.description,
    datum: formatDate(part.starts_at),
    begintijd: formatTime(part.starts_at),
    eindtijd: formatTime(part.ends_at),
    plaats: part.place,
    adres: part.address,
    route: part.address && mapLink(part.address),
  })
  const others = (await listOtherDates(db, of.ids, of.made?.course ?? null)).map((date) => ({
    opleiding: date.course,
    datum: formatDate(date.starts_at),
    begintijd: formatTime(date.starts_at),
    plaats: date.place,
    vrij: formatCount(date.free, 'plaats', 'plaatsen'),
  }))
  const chosen = parts.find(({ id }) => of.ids.includes(id)) ?? parts[0]
  const dit_onderdeel = chosen && told(chosen)
  // Who takes some of the parts is told of those alone.
  const partsOf = (id: number) => {
    const own = parts.filter((part) => part.people.includes(id))
    return (own.length > 0 ? own : parts).map(told)
  }
  const more = (id: number, kind: string) => {
    if (ONE_OF_THEM.includes(kind))
      return { certificaat: held.get(id) ?? { nummer: '', geldig_tot: '' }, evaluatie: { link: linkOf(id) } }
    if (kind === 'reservers') return { reserveringen: (reserved.get(id) ?? []).map(toldReserved) }
    const own = kind === 'supervisors' ? students.filter((row) => row.supervisors.includes(id)) : students
    return { cursisten: own.map((student) => ({ naam: student.name, bedrijf: student.company ?? '' })) }
  }
  return new Map(
    people.map(({ id, kind }) => {
      // Who gives it has nothing to choose.
      const andere_datums = kind === 'responsibles' ? [] : others
      const onderdelen = ONE_OF_THEM.includes(kind) ? partsOf(id) : parts.map(told)
      return [id, { ...recipients.get(id), planning, onderdelen, dit_onderdeel, andere_datums, ...more(id, kind) }]
    }),
  )
}
