import { type Expression, type SqlBool, sql } from 'kysely'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { enrolmentArea } from '../../rights.ts'
import { certificatesVisibleTo, isOfCompany } from './certificates.queries.ts'
import { certificatesArea } from './rights.ts'

/** So long beforehand somebody has to be enrolled for the refresher, and so long after it is still worth saying. */
const ENDS_WITHIN = sql.lit('60 days')

/** Certificates that end about now, for which no newer one came: of people who take part. */
const ending = (of: Expression<SqlBool>) => sql`
  from certificates join courses on courses.id = certificates.course_id join contacts on contacts.id = certificates.contact_id
  where ${of} and contacts.active and certificates.withdrawn_at is null
    and certificates.valid_until between current_date - ${ENDS_WITHIN}::interval and current_date + ${ENDS_WITHIN}::interval
    and not exists (select 1 from certificates newer where newer.contact_id = certificates.contact_id
      and newer.withdrawn_at is null and newer.id <> certificates.id
      and newer.course_id in (courses.id, courses.refresher_course_id)
      and coalesce(newer.valid_until, 'infinity') > certificates.valid_until)`

/** Whether its holder is enrolled for what renews it. */
const isBooked = sql<SqlBool>`exists (select 1 from enrolments e join appointments a on a.id = e.appointment_id
  join appointment_groups g on g.id = a.group_id
  where e.contact_id = certificates.contact_id and a.starts_at > now() and a.status <> 'cancelled'
    and g.course_id in (courses.id, courses.refresher_course_id))`

interface EndingOfContact {
  open: number
  over: boolean
  course: string
  until: string
  booked: number
}

/** A contact whose certificate ends: it is time to enrol. */
export const endingOfContact: OpenPoint = {
  record: 'contact',
  order: 20,
  area: certificatesArea,
  ask: (viewer, id) => sql<EndingOfContact | null>`
    select case when count(*) = 0 then null else json_build_object('open', count(*) filter (where not booked),
      'booked', count(*) filter (where booked),
      'over', bool_or(valid_until < current_date) filter (where not booked),
      'course', (array_agg(course order by valid_until) filter (where not booked))[1],
      'until', min(valid_until) filter (where not booked)) end
    from (select certificates.valid_until, courses.description as course, ${isBooked} as booked
      ${ending(sql`certificates.contact_id = ${id} and ${certificatesVisibleTo(viewer)}`)}) held`,
  line: (answer, { id }) => {
    const { open, booked, over, course, until } = answer as EndingOfContact
    const icon = 'certificate'
    if (open === 0)
      return { label: `Ingeschreven voor ${booked === 1 ? 'de herhaling' : 'de herhalingen'}`, icon, state: 'done' }
    const first = `${course}: geldig t/m ${formatDate(until)}`
    return {
      label: open === 1 ? `Certificaat ${over ? 'is verlopen' : 'verloopt'}` : `${open} certificaten verlopen`,
      sub: open === 1 ? first : `${first}, en ${open - 1} meer`,
      icon,
      state: 'open',
      action: {
        label: 'Inschrijven',
        kind: 'popup',
        url: `/calendar/enroll?contact_id=${id}`,
        area: enrolmentArea,
        right: 'change',
      },
    }
  },
}

/** A company whose people need a refresher; the line leads to their certificates, the soonest first. */
export const endingOfCompany: OpenPoint = {
  record: 'company',
  order: 20,
  area: certificatesArea,
  ask: (viewer, id) => sql<number | null>`select nullif(count(distinct certificates.contact_id), 0)
    ${ending(sql`${isOfCompany([id])} and ${certificatesVisibleTo(viewer)}`)} and not ${isBooked}`,
  line: (answer, { id }) => {
    const people = Number(answer)
    return {
      label: `${formatCount(people, 'cursist', 'cursisten')} met een certificaat dat verloopt`,
      sub: 'Nog niet ingeschreven voor de herhaling',
      icon: 'certificate',
      state: 'open',
      action: {
        label: 'Certificaten bekijken',
        kind: 'link',
        url: `/certificates?company_id=${id}&sort=valid_until`,
        area: certificatesArea,
        right: 'view',
      },
    }
  },
}
