import { type RawBuilder, sql } from 'kysely'
import type { Audience, MailVariable } from '../system/messages/points.ts'
import { ROLE } from '../platform/access/roles.ts'
import type { Db } from '../platform/database/types.ts'
import { formatCount, formatDate, formatTime } from '../platform/format/format.ts'
import { RECIPIENT_VARIABLES, recipientValues } from '../relations/audience.ts'
import { nameText } from '../relations/contacts/index.ts'
import { mapLink } from '../relations/map-link.ts'
import { appointmentsVisibleTo, partAddress, partPlace } from './appointments/index.ts'
import { invitationsOf } from './invitations.ts'
import { listOtherDates } from './other-dates.ts'

const PLANNING: MailVariable[] = [
  { name: 'planning.cursus', label: 'Naam van de opleiding' },
  { name: 'planning.nummer', label: 'Planningsnummer' },
  { name: 'planning.datum', label: 'Datum van het eerste onderdeel' },
  { name: 'planning.meenemen', label: 'Wat cursisten meenemen' },
  {
    name: 'onderdelen',
    label: 'Onderdelen',
    each: [
      { name: 'omschrijving', label: 'Omschrijving' },
      { name: 'datum', label: 'Datum' },
      { name: 'begintijd', label: 'Begintijd' },
      { name: 'eindtijd', label: 'Eindtijd' },
      { name: 'plaats', label: 'Plaats' },
      { name: 'adres', label: 'Adres' },
      { name: 'route', label: 'Link naar de route' },
    ],
  },
]
/** What else there is for who cannot come, or need not. */
const OTHER_DATES: MailVariable = {
  name: 'andere_datums',
  label: 'Andere datums met plaats',
  each: [
    { name: 'opleiding', label: 'Opleiding' },
    { name: 'datum', label: 'Datum' },
    { name: 'begintijd', label: 'Begintijd' },
    { name: 'plaats', label: 'Plaats' },
    { name: 'vrij', label: 'Vrije plaatsen' },
  ],
}
const PART: MailVariable[] = [
  { name: 'dit_onderdeel.omschrijving', label: 'Dit onderdeel: omschrijving' },
  { name: 'dit_onderdeel.datum', label: 'Dit onderdeel: datum' },
  { name: 'dit_onderdeel.begintijd', label: 'Dit onderdeel: begintijd' },
  { name: 'dit_onderdeel.eindtijd', label: 'Dit onderdeel: eindtijd' },
  { name: 'dit_onderdeel.plaats', label: 'Dit onderdeel: plaats' },
]
const CERTIFICATE: MailVariable[] = [
  { name: 'certificaat.nummer', label: 'Certificaatnummer' },
  { name: 'certificaat.geldig_tot', label: 'Certificaat geldig tot' },
]
const OF_STUDENT = [...RECIPIENT_VARIABLES, ...PLANNING, ...PART, ...CERTIFICATE, OTHER_DATES]
const STUDENTS: MailVariable = {
  name: 'cursisten',
  label: 'Cursisten',
  each: [
    { name: 'naam', label: 'Naam' },
    { name: 'bedrijf', label: 'Bedrijf' },
  ],
}

const RESERVED: MailVariable = {
  name: 'reserveringen',
  label: 'Reserveringen',
  each: [
    { name: 'onderdeel', label: 'Onderdeel' },
    { name: 'plaatsen', label: 'Aantal plaatsen' },
    { name: 'namen_voor', label: 'Namen uiterlijk op' },
  ],
}

/** All parts of the plannings that these parts belong to. */
const planningOf = (ids: number[]) => sql`
  select p.id from appointments p join appointments chosen on chosen.group_id = p.group_id where chosen.id = any(${ids})`

/** Who supervises these students: by name, or everyone of a company of the student's or of one above it (rulings 4). */
export const supervisorsOf = (students: RawBuilder<unknown>) => sql`
  select s.contact_id as student_id, s.supervisor_id from supervisions s where s.contact_id in (${students})
  union
  (with recursive above as (
     select cc.contact_id as student_id, c.id, c.parent_id from contact_companies cc
       join companies c on c.id = cc.company_id where cc.contact_id in (${students})
     union
     select above.student_id, c.id, c.parent_id from above join companies c on c.id = above.parent_id)
   select above.student_id, boss.id from above
     join contact_companies bc on bc.company_id = above.id and bc.contact_id <> above.student_id
     join contacts boss on boss.id = bc.contact_id and boss.supervisor_for_all and ${sql.lit(ROLE.supervisor)} = any(boss.roles))`

const enrolledIn = (ids: number[]) =>
  sql`select distinct e.contact_id from enrolments e where e.appointment_id in (${planningOf(ids)})`

async function listParts(db: Db, ids: number[]) {
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
           array(select e.contact_id from enrolments e where e.appointment_id = appointments.id) as people
    from appointments
    join appointment_groups g on g.id = appointments.group_id join courses co on co.id = g.course_id
    where appointments.id in (${planningOf(ids)}) order by appointments.starts_at, appointments.id
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

/** The students of the planning; for a supervisor the own people only. */
async function listStudents(db: Db, ids: number[]) {
  const { rows } = await sql<{ contact_id: number; name: string; company: string | null; supervisors: number[] }>`
    with led as materialized (${supervisorsOf(enrolledIn(ids))})
    select contacts.id as contact_id, ${nameText} as name, co.name as company,
           array(select sup.supervisor_id from led sup where sup.student_id = contacts.id) as supervisors
    from contacts left join companies co on co.id = contacts.company_id
    where contacts.id in (${enrolledIn(ids)}) order by contacts.last_name, contacts.first_name
  `.execute(db)
  return rows
}

/** Kinds of those who take it themselves, and so are told of no others. */
const ONE_OF_THEM = ['students', 'present', 'uncertified']
/** Kinds of those who are told who takes it. */
const LEADING = ['supervisors', 'responsibles']

/** Who answers for reservations: the person they are for, or who leads the people of the company, or of one above it. */
export const reserversOf = (reserved: RawBuilder<unknown>) => sql`
  select r.id as reservation_id, r.contact_id from (${reserved}) r where r.contact_id is not null
  union
  (with recursive above as (
     select r.id as reservation_id, c.id, c.parent_id from (${reserved}) r join companies c on c.id = r.company_id
       where r.contact_id is null
     union
     select above.reservation_id, c.id, c.parent_id from above join companies c on c.id = above.parent_id)
   select above.reservation_id, boss.id from above
     join contact_companies bc on bc.company_id = above.id
     join contacts boss on boss.id = bc.contact_id and boss.supervisor_for_all and ${sql.lit(ROLE.supervisor)} = any(boss.roles))`

const reservedIn = (ids: number[]) => sql`select * from reservations where appointment_id in (${planningOf(ids)})`

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

/** The people of a planning of a course: who takes it, who leads them, who gives it. */
export const courseAudience: Audience = {
  type: 'course',
  record: 'appointment',
  recipient: 'contact',
  kinds: [
    { key: 'students', label: 'Cursisten', variables: OF_STUDENT },
    { key: 'present', label: 'Cursisten die er waren', variables: OF_STUDENT },
    { key: 'uncertified', label: 'Cursisten zonder certificaat', variables: OF_STUDENT },
    {
      key: 'supervisors',
      label: 'Leidinggevenden',
      variables: [...RECIPIENT_VARIABLES, ...PLANNING, ...PART, STUDENTS, OTHER_DATES],
    },
    {
      key: 'responsibles',
      label: 'Verantwoordelijken',
      variables: [...RECIPIENT_VARIABLES, ...PLANNING, ...PART, STUDENTS, OTHER_DATES],
    },
    {
      key: 'reservers',
      label: 'Wie plaatsen heeft gereserveerd',
      variables: [...RECIPIENT_VARIABLES, ...PLANNING, ...PART, RESERVED],
    },
  ],
  people: (viewer, ids, kinds) => sql`
    select distinct on (contacts.id) contacts.id, found.kind, ${nameText} as name,
           contacts.email::text as email
    from (
      select 1 as rank, 'students' as kind, student.contact_id from (${enrolledIn(ids)}) student
      union all
      select 1, 'present', e.contact_id from enrolments e where e.present = 1 and e.appointment_id in (${planningOf(ids)})
      union all
      select 1, 'uncertified', student.contact_id from (${enrolledIn(ids)}) student where not exists (
        select 1 from certificates c join appointments a on a.group_id = c.group_id
        where a.id = any(${ids}) and c.contact_id = student.contact_id and c.withdrawn_at is null)
      union all
      select 2, 'supervisors', sup.supervisor_id from (${supervisorsOf(enrolledIn(ids))}) sup
      union all
      select 3, 'responsibles', r.contact_id from appointment_responsibles r where r.appointment_id in (${planningOf(ids)})
      union all
      select 4, 'reservers', reserver.contact_id from (${reserversOf(reservedIn(ids))}) reserver
    ) found
    join contacts on contacts.id = found.contact_id
    where found.kind = any(${kinds})
      and exists (select 1 from appointments where appointments.id = any(${ids}) and ${appointmentsVisibleTo(viewer)})
    order by contacts.id, found.rank`,
  invitations: invitationsOf,
  values: async (db, ids, people) => {
    const parts = await listParts(db, ids)
    const students = people.some(({ kind }) => LEADING.includes(kind)) ? await listStudents(db, ids) : []
    const reserved = people.some(({ kind }) => kind === 'reservers')
      ? await listReserved(db, ids)
      : new Map<number, never[]>()
    const recipients = await recipientValues(
      db,
      people.map(({ id }) => id),
    )
    const held = await listHeld(
      db,
      ids,
      people.map(({ id }) => id),
    )
    const planning = {
      cursus: parts[0]?.course ?? '',
      nummer: String(parts[0]?.group_id ?? ''),
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
    const others = (await listOtherDates(db, ids)).map((date) => ({
      opleiding: date.course,
      datum: formatDate(date.starts_at),
      begintijd: formatTime(date.starts_at),
      plaats: date.place,
      vrij: formatCount(date.free, 'plaats', 'plaatsen'),
    }))
    const chosen = parts.find(({ id }) => ids.includes(id)) ?? parts[0]
    const dit_onderdeel = chosen && told(chosen)
    // Who takes some of the parts is told of those alone.
    const partsOf = (id: number) => {
      const own = parts.filter((part) => part.people.includes(id))
      return (own.length > 0 ? own : parts).map(told)
    }
    const more = (id: number, kind: string) => {
      if (ONE_OF_THEM.includes(kind)) return { certificaat: held.get(id) ?? { nummer: '', geldig_tot: '' } }
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
  },
}
