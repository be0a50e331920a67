import { ROLE } from '../../../platform/access/roles.ts'
import { formatDate, formatTime } from '../../../platform/format/format.ts'
import { epochSeconds } from '../../../platform/format/zone.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import type { Ctx, OwnExample } from '../../../platform/screens/screen.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { mapLink } from '../../../relations/naming/index.ts'
import { getAppointment, listComponentNames, listParts, listResponsibles } from './appointments.queries.ts'
import { addressOf, mapQuery, placeLine, seenBy } from './appointments.rules.ts'
import { listIncompany, nameIncompany } from './incompany.queries.ts'
import { appointmentsArea } from './rights.ts'

const access = { area: appointmentsArea, record: 'appointment' } as const

/** One part as other screens and integrations read it, reduced by role. */
async function describe({ db, params, viewer }: Ctx<{ id: number }, object>) {
  const appointment = await getAppointment(db, params.id)
  const [components, parts, responsibles, companies] = await Promise.all([
    listComponentNames(db, appointment.course_id),
    listParts(db, appointment.group_id),
    listResponsibles(db, [params.id]),
    listIncompany(db, viewer, appointment.group_id),
  ])
  const { planner, staff } = seenBy(viewer)
  const address = addressOf(appointment)
  const onMap = mapQuery(address)
  const component =
    appointment.component_description === null ? null : { description: appointment.component_description }
  const taken = appointment.enrolled_count + appointment.reserved_count
  return {
    id: appointment.id,
    description: appointment.description,
    start_datetime: epochSeconds(appointment.starts_at),
    end_datetime: epochSeconds(appointment.ends_at),
    start_date: formatDate(appointment.starts_at),
    end_date: formatDate(appointment.ends_at),
    start_time: formatTime(appointment.starts_at),
    end_time: formatTime(appointment.ends_at),
    course: {
      id: appointment.course_id,
      description: appointment.course_description,
      online: appointment.online ? 1 : 0,
      components,
    },
    course_component_id: appointment.component_id,
    // Both names stand in the contract.
    course_component: component,
    courseComponent: component,
    address,
    address_name: address.name,
    street: address.street,
    street_no: address.street_no,
    street_no_adding: address.street_no_adding,
    city: address.city,
    maps_url: onMap && mapLink(onMap),
    ...(staff
      ? {
          max_count: appointment.max_count,
          student_count: taken,
          freeSpace: appointment.max_count - taken,
          incompany: appointment.incompany,
          incompany_names: nameIncompany(companies).join(', '),
          status_description: appointment.status_label,
        }
      : {}),
    ...(planner
      ? {
          appointment_group_id: appointment.group_id,
          course_code: appointment.course_code,
          room_description: placeLine(appointment),
          join_url: appointment.join_url,
          join_code: appointment.join_code,
          join_password: appointment.join_password,
          teachers: responsibles
            .filter((row) => row.role_id === ROLE.teacher)
            .map((row) => ({ id: row.contact_id, fancyName: fullName(row) })),
          responsibles: responsibles.map((row) => ({
            id: row.contact_id,
            name: fullName(row),
            link: { role_id: row.role_id, starts_at: row.starts_at, ends_at: row.ends_at },
          })),
          siblings: parts.map((part) => ({
            id: part.id,
            description: part.description,
            start_datetime: epochSeconds(part.starts_at),
            end_datetime: epochSeconds(part.ends_at),
          })),
        }
      : {}),
  }
}
const example: OwnExample = (story) => ({
  params: { id: story.appointments.coming },
  foreign: { id: story.appointments.foreign },
})
export const appointmentJson = json({
  ...access,
  right: 'view',
  path: '/ajax/getAppointment/:id',
  answer: describe,
  example,
})
export const calendarAppointmentJson = json({
  ...access,
  right: 'view',
  path: '/calendar/ajaxGetAppointment/:id/courses',
  answer: describe,
  example,
})
