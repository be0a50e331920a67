import { formatDate, formatDateTime, formatPeriod, formatTime } from '../../platform/format/format.ts'
import { epochSeconds } from '../../platform/format/zone.ts'
import { hasRole, may } from '../../platform/http/viewer.ts'
import { action, json } from '../../platform/screens/calls.ts'
import { deletion } from '../../platform/screens/deletion.ts'
import { formPopup } from '../../platform/screens/form-popup.ts'
import { popup } from '../../platform/screens/popup.ts'
import type { Ctx } from '../../platform/screens/screen.ts'
import { fullName } from '../../relations/contacts/index.ts'
import { deleteAppointment, editAppointment, saveNote } from './appointments.edit.ts'
import { AppointmentForm, NoteForm } from './appointments.forms.ts'
import { getAppointment, listIncompany, listParts, listResponsibles, listStatuses } from './appointments.queries.ts'
import { RESPONSIBLE_ROLES, placeLine, summaryLine } from './appointments.rules.ts'

const HOME = '/calendar'
const access = { area: 'appointments', record: 'appointment' } as const

/** What roles may see of an appointment (T-194…T-196). */
const sees = (viewer: Ctx<object, object>['viewer']) => ({
  planner: hasRole(viewer, 1, 2),
  staff: hasRole(viewer, 1, 2, 3, 4),
})

export const appointmentView = popup({
  ...access,
  right: 'view',
  path: '/calendar/view-appointment/:id',
  home: HOME,
  load: async ({ db, params, viewer }) => {
    const appointment = await getAppointment(db, params.id)
    const [parts, responsibles, companies] = await Promise.all([
      listParts(db, appointment.group_id),
      listResponsibles(db, [params.id]),
      listIncompany(db, appointment.group_id),
    ])
    const { planner, staff } = sees(viewer)
    const teachers = responsibles.filter((row) => row.role_id === 3).map(fullName)
    return {
      appointment,
      place: placeLine(appointment),
      period: formatPeriod(appointment.starts_at, appointment.ends_at),
      summary: planner ? summaryLine(appointment, teachers) : formatPeriod(appointment.starts_at, appointment.ends_at),
      parts: parts.map((part) => ({
        ...part,
        period: formatPeriod(part.starts_at, part.ends_at),
        here: part.id === params.id,
      })),
      responsibles: responsibles.map((row) => ({
        ...row,
        name: fullName(row),
        role: RESPONSIBLE_ROLES.find((role) => role.id === row.role_id)?.name ?? '',
        times: row.starts_at && row.ends_at ? `${formatTime(row.starts_at)}–${formatTime(row.ends_at)}` : '',
      })),
      companies,
      planner,
      staff,
      // A lotus sees when and where, not who; students and supervisors see their own people only (the table's scope).
      seesStudents: hasRole(viewer, 1, 2, 3, 4, 5),
      edits: may(viewer, 'appointments', 'change'),
      takesResults: hasRole(viewer, 1, 2, 3),
      writesNotes: may(viewer, 'appointment-notes', 'change'),
      free: appointment.max_count - appointment.enrolled_count - appointment.reserved_count,
    }
  },
  title: ({ appointment }) =>
    appointment.description === appointment.course_description
      ? appointment.course_description
      : `${appointment.course_description}: ${appointment.description}`,
  subtitle: ({ summary }) => summary,
  status: ({ appointment, staff }) =>
    staff ? { label: appointment.status_label, css: appointment.status_color ?? appointment.status_css } : null,
  actions: ({ appointment, edits, takesResults }) => [
    ...(takesResults
      ? [
          {
            label: 'Aanwezigheid',
            icon: 'user-check',
            kind: 'popup' as const,
            url: `/calendar/results/${appointment.id}`,
          },
        ]
      : []),
    ...(edits
      ? [
          {
            label: 'Wijzigen',
            icon: 'pencil',
            kind: 'popup' as const,
            url: `/calendar/edit-appointment/${appointment.id}`,
          },
          {
            label: 'Afronden',
            icon: 'flag',
            kind: 'popup' as const,
            url: `/calendar/getFinishWizard/${appointment.id}`,
          },
        ]
      : []),
  ],
  options: ({ appointment, edits }) =>
    edits
      ? [
          {
            label: 'Certificaten',
            icon: 'certificate',
            kind: 'popup' as const,
            url: `/certificate/getCertificateWizard/${appointment.id}`,
          },
          {
            label: 'Verwijderen',
            icon: 'trash',
            kind: 'delete' as const,
            danger: true,
            url: '/calendar/appointments/delete',
            record: { type: 'appointment', id: appointment.id },
          },
        ]
      : [],
  footnote: ({ appointment, planner }) =>
    planner ? `Laatst gewijzigd op ${formatDateTime(appointment.updated_at)}` : null,
  layout: 'tabs',
  parts: [
    { key: 'overview', label: 'Overzicht', view: 'training/appointments/overview' },
    {
      key: 'students',
      label: 'Cursisten',
      url: ({ appointment }) => `/calendar/${appointment.id}/students?embed=1`,
      count: ({ appointment, staff }) => (staff ? appointment.enrolled_count : undefined),
      when: ({ seesStudents }) => seesStudents,
    },
    {
      key: 'responsibles',
      label: 'Verantwoordelijken',
      view: 'training/appointments/responsibles',
      count: ({ responsibles }) => responsibles.length,
      when: ({ planner }) => planner,
    },
    { key: 'notes', label: 'Notities', view: 'training/appointments/notes', when: ({ writesNotes }) => writesNotes },
  ],
  example: (story, role) => ({
    params: { id: story.appointments.coming },
    ...(role > 2 ? { foreign: { id: story.appointments.foreign } } : {}),
  }),
})

export const appointmentEdit = formPopup({
  ...access,
  right: 'change',
  path: '/calendar/edit-appointment/:id',
  home: HOME,
  load: async ({ db, params }) => {
    const appointment = await getAppointment(db, params.id)
    const [responsibles, statuses] = await Promise.all([listResponsibles(db, [params.id]), listStatuses(db)])
    const at = (moment: Date | null) => (moment ? `${formatDate(moment)} ${formatTime(moment)}` : '')
    return {
      appointment,
      starts: at(appointment.starts_at),
      ends: at(appointment.ends_at),
      responsibles: responsibles.map((row) => ({
        ...row,
        name: fullName(row),
        starts: at(row.starts_at),
        ends: at(row.ends_at),
      })),
      statuses: statuses.map(({ key, label }) => ({ value: key, label })),
      roles: RESPONSIBLE_ROLES.map((role) => ({ value: String(role.id), label: role.name })),
    }
  },
  title: ({ appointment }) => `Planning ${appointment.group_id} wijzigen`,
  subtitle: ({ appointment }) =>
    `${appointment.course_description} · ${formatPeriod(appointment.starts_at, appointment.ends_at)}`,
  view: 'training/appointments/form',
  form: AppointmentForm,
  version: ({ appointment }) => appointment.version,
  save: async ({ trx, params, form }) => {
    await editAppointment(trx, params.id, form)
    return {
      changed: [{ type: 'appointment', id: params.id }],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.appointments.coming } }),
})

export const appointmentNote = action({
  area: 'appointment-notes',
  record: 'appointment',
  right: 'change',
  path: '/calendar/saveNote/:id',
  form: NoteForm,
  save: async ({ trx, params, form }) => {
    await saveNote(trx, params.id, form.note)
    return {}
  },
  example: (story, role) => ({
    params: { id: story.appointments.coming },
    ...(role > 2 ? { foreign: { id: story.appointments.foreign } } : {}),
  }),
})

export const appointmentDelete = deletion({
  ...access,
  path: '/calendar/appointments/delete',
  flash: 'Planning verwijderd',
  remove: deleteAppointment,
})

/** One part as other screens and integrations read it (training.md 3.1), reduced by role. */
async function describe({ db, params, viewer }: Ctx<{ id: number }, object>) {
  const appointment = await getAppointment(db, params.id)
  const [parts, responsibles, companies] = await Promise.all([
    listParts(db, appointment.group_id),
    listResponsibles(db, [params.id]),
    listIncompany(db, appointment.group_id),
  ])
  const { planner, staff } = sees(viewer)
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
    },
    course_component_id: appointment.component_id,
    address_name: appointment.address_name,
    street: appointment.street,
    street_no: appointment.street_no,
    street_no_adding: appointment.street_no_adding,
    city: appointment.city,
    ...(staff
      ? {
          max_count: appointment.max_count,
          student_count: taken,
          freeSpace: appointment.max_count - taken,
          incompany: appointment.incompany,
          incompany_names: companies.map(({ name }) => name).join(', '),
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
            .filter((row) => row.role_id === 3)
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
const jsonExample = appointmentView.example!
export const appointmentJson = json({
  ...access,
  right: 'view',
  path: '/ajax/getAppointment/:id',
  answer: describe,
  example: jsonExample,
})
export const calendarAppointmentJson = json({
  ...access,
  right: 'view',
  path: '/calendar/ajaxGetAppointment/:id/courses',
  answer: describe,
  example: jsonExample,
})
