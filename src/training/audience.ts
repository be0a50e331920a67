import { type RawBuilder, sql } from 'kysely'
import type { Audience, MailVariable } from '../system/messages/points.ts'
import { ROLE } from '../platform/access/roles.ts'
import type { Db } from '../platform/database/types.ts'
import { formatDate, formatTime } from '../platform/format/format.ts'
import { RECIPIENT_VARIABLES, recipientValues } from '../relations/audience.ts'
import { nameText } from '../relations/contacts/index.ts'
import { appointmentsVisibleTo } from './appointments/index.ts'

const PLANNING: MailVariable[] = [
  { name: 'planning.cursus', label: 'Naam van de cursus' },
  { name: 'planning.nummer', label: 'Planningsnummer' },
  { name: 'planning.datum', label: 'Datum van het eerste onderdeel' },
  {
    name: 'onderdelen',
    label: 'Onderdelen',
    each: [
      { name: 'omschrijving', label: 'Omschrijving' },
      { name: 'datum', label: 'Datum' },
      { name: 'begintijd', label: 'Begintijd' },
      { name: 'eindtijd', label: 'Eindtijd' },
      { name: 'plaats', label: 'Plaats' },
    ],
  },
]
const STUDENTS: MailVariable = {
  name: 'cursisten',
  label: 'Cursisten',
  each: [
    { name: 'naam', label: 'Naam' },
    { name: 'bedrijf', label: 'Bedrijf' },
  ],
}

/** All parts of the plannings that these parts belong to. */
const planningOf = (ids: number[]) => sql`
  select p.id from appointments p join appointments chosen on chosen.group_id = p.group_id where chosen.id = any(${ids})`

/** Who supervises these students: by name, or everyone of a company of the student's or of one above it (rulings 4). */
const supervisorsOf = (students: RawBuilder<unknown>) => sql`
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
    course: string
    group_id: number
    description: string
    starts_at: Date
    ends_at: Date
    place: string | null
  }>`
    select co.description as course, p.group_id, p.description, p.starts_at, p.ends_at,
           coalesce(e.name || ', ' || r.name, concat_ws(', ', nullif(p.address_name, ''), nullif(p.city, ''))) as place
    from appointments p
    join appointment_groups g on g.id = p.group_id join courses co on co.id = g.course_id
    left join rooms r on r.id = p.room_id left join establishments e on e.id = r.establishment_id
    where p.id in (${planningOf(ids)}) order by p.starts_at, p.id
  `.execute(db)
  return rows
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

/** The people of a planning of a course: who takes it, who leads them, who gives it. */
export const courseAudience: Audience = {
  type: 'course',
  record: 'appointment',
  recipient: 'contact',
  kinds: [
    { key: 'students', label: 'Cursisten', variables: [...RECIPIENT_VARIABLES, ...PLANNING] },
    { key: 'supervisors', label: 'Leidinggevenden', variables: [...RECIPIENT_VARIABLES, ...PLANNING, STUDENTS] },
    { key: 'responsibles', label: 'Verantwoordelijken', variables: [...RECIPIENT_VARIABLES, ...PLANNING, STUDENTS] },
  ],
  people: (viewer, ids, kinds) => sql`
    select distinct on (contacts.id) contacts.id, found.kind, ${nameText} as name,
           contacts.email::text as email
    from (
      select 1 as rank, 'students' as kind, student.contact_id from (${enrolledIn(ids)}) student
      union all
      select 2, 'supervisors', sup.supervisor_id from (${supervisorsOf(enrolledIn(ids))}) sup
      union all
      select 3, 'responsibles', r.contact_id from appointment_responsibles r where r.appointment_id in (${planningOf(ids)})
    ) found
    join contacts on contacts.id = found.contact_id
    where found.kind = any(${kinds})
      and exists (select 1 from appointments where appointments.id = any(${ids}) and ${appointmentsVisibleTo(viewer)})
    order by contacts.id, found.rank`,
  values: async (db, ids, people) => {
    const parts = await listParts(db, ids)
    const students = people.some(({ kind }) => kind !== 'students') ? await listStudents(db, ids) : []
    const recipients = await recipientValues(
      db,
      people.map(({ id }) => id),
    )
    const shared = {
      planning: {
        cursus: parts[0]?.course ?? '',
        nummer: String(parts[0]?.group_id ?? ''),
        datum: formatDate(parts[0]?.starts_at),
      },
      onderdelen: parts.map((part) => ({
        omschrijving: part.description,
        datum: formatDate(part.starts_at),
        begintijd: formatTime(part.starts_at),
        eindtijd: formatTime(part.ends_at),
        plaats: part.place ?? '',
      })),
    }
    return new Map(
      people.map(({ id, kind }) => {
        const own = kind === 'supervisors' ? students.filter((row) => row.supervisors.includes(id)) : students
        const cursisten = own.map((student) => ({ naam: student.name, bedrijf: student.company ?? '' }))
        const more = kind === 'students' ? {} : { cursisten }
        return [id, { ...recipients.get(id), ...shared, ...more }]
      }),
    )
  },
}
