import { sql } from 'kysely'
import type { Audience, MailVariable } from '../../../system/messages/points.ts'
import { RECIPIENT_VARIABLES } from '../../../relations/audiences/index.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { appointmentsVisibleTo } from '../../planning/appointments/index.ts'
import { enrolledIn, planningOf, reservedIn, reserversOf, supervisorsOf } from './course-people.ts'
import { courseValues } from './course-values.ts'
import { invitationsOf } from '../invitations/index.ts'

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
const EVALUATION: MailVariable = { name: 'evaluatie.link', label: 'Link naar de evaluatie' }
const OF_STUDENT = [...RECIPIENT_VARIABLES, ...PLANNING, ...PART, ...CERTIFICATE, EVALUATION, OTHER_DATES]
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
  values: (db, ids, people, services) => courseValues(db, { ids, coming: [], made: null }, people, services),
}
