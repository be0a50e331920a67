import * as z from 'zod'
import { ROLE, STAFF } from '../../../platform/access/roles.ts'
import { formatDateTime, formatPeriod, formatTime } from '../../../platform/format/format.ts'
import { hasRole, may } from '../../../platform/access/viewer.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { mapLink } from '../../../relations/naming/index.ts'
import { enrolmentArea } from '../../rights.ts'
import { deleteAppointment, editAppointment, saveNote } from './edit.commands.ts'
import { partTitle } from './names.rules.ts'
import { AppointmentForm, NoteForm, TypedForm } from './appointments.forms.ts'
import { getAppointment, listResponsibles, listStatuses } from './appointments.queries.ts'
import { CANCELLED, addressOf, mapQuery, placeLine, seenBy, summaryLine } from './appointments.rules.ts'
import { judgeStored, judgeTyped } from './assessment.queries.ts'
import type { Finding } from './findings.rules.ts'
import { listIncompany, nameIncompany } from './incompany.queries.ts'
import { listPartNeeds } from './record.queries.ts'
import { findingLines, partLabel, planningNeeds } from './record.rules.ts'
import { appointmentNotesArea, appointmentsArea } from './rights.ts'
import { savedFlash, toldBy } from './told.ts'
import { PLANNING_MENUS } from './submenus.ts'

const HOME = '/calendar'
const access = { area: appointmentsArea, record: 'appointment' } as const

export const appointmentView = popup({
  ...access,
  right: 'view',
  path: '/calendar/view-appointment/:id',
  home: HOME,
  load: async ({ db, params, viewer, services }) => {
    const appointment = await getAppointment(db, params.id)
    const [parts, responsibles, companies] = await Promise.all([
      listPartNeeds(db, appointment.group_id),
      listResponsibles(db, [params.id]),
      listIncompany(db, viewer, appointment.group_id),
    ])
    const { planner, staff } = seenBy(viewer)
    const findings = planner
      ? await judgeStored(
          db,
          services.registry,
          parts.map(({ id }) => id),
        )
      : new Map<number, Finding[]>()
    const onMap = mapQuery(addressOf(appointment))
    const teachers = responsibles.filter((row) => row.role_id === ROLE.teacher).map(fullName)
    return {
      appointment,
      place: placeLine(appointment),
      route: onMap && mapLink(onMap),
      period: formatPeriod(appointment.starts_at, appointment.ends_at),
      summary: planner ? summaryLine(appointment, teachers) : formatPeriod(appointment.starts_at, appointment.ends_at),
      parts,
      findings,
      choices: parts.map((part) => ({ id: part.id, label: partLabel(part), here: part.id === params.id })),
      responsibles: responsibles.map((row) => ({
        ...row,
        name: fullName(row),
        times: row.starts_at && row.ends_at ? `${formatTime(row.starts_at)}–${formatTime(row.ends_at)}` : '',
      })),
      companies: nameIncompany(companies),
      planner,
      staff,
      // A lotus sees when and where, not who; students and supervisors see their own people only (the table's scope).
      seesStudents: hasRole(viewer, ...STAFF, ROLE.supervisor, ROLE.student),
      seesPlaces: may(viewer, enrolmentArea),
      writesNotes: may(viewer, appointmentNotesArea, 'change'),
      free: appointment.max_count - appointment.enrolled_count - appointment.reserved_count,
    }
  },
  title: ({ appointment }) => partTitle(appointment.course_description, appointment.description),
  subtitle: ({ summary }) => summary,
  status: ({ appointment, staff }) =>
    staff ? { label: appointment.status_label, css: appointment.status_color ?? appointment.status_css } : null,
  // What is done with a planning beside changing it, its own module adds here.
  options: ({ appointment }) => [
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/calendar/edit-appointment/${appointment.id}`,
      area: appointmentsArea,
      right: 'change',
      order: 5,
    },
    {
      ...deleteOption('/calendar/appointments/delete', { type: 'appointment', id: appointment.id }, appointmentsArea),
      under: PLANNING_MENUS.leave,
    },
  ],
  footnote: ({ appointment, planner }) =>
    planner ? `Laatst gewijzigd op ${formatDateTime(appointment.updated_at)}` : null,
  layout: 'tabs',
  rail: {
    todo: ({ parts, planner, findings }) =>
      planner ? [...planningNeeds(parts, new Date()), ...findingLines(parts, findings)] : [],
  },
  keeps: ['documents'],
  parts: [{ key: 'overview', label: 'Overzicht', view: 'training/appointments/overview' }],
  example: (story) => ({
    params: { id: story.appointments.coming },
    foreign: { id: story.appointments.foreign },
  }),
})

export const appointmentEdit = formPopup({
  ...access,
  right: 'change',
  path: '/calendar/edit-appointment/:id',
  home: HOME,
  query: z.object({ tab: z.enum(['details', 'responsibles']).catch('details') }),
  load: async ({ db, params, query: { tab }, services }) => {
    const appointment = await getAppointment(db, params.id)
    const [responsibles, statuses] = await Promise.all([listResponsibles(db, [params.id]), listStatuses(db)])
    return {
      appointment,
      tab,
      findings: (await judgeStored(db, services.registry, [params.id])).get(params.id) ?? [],
      responsibles: responsibles.map((row) => ({ ...row, name: fullName(row) })),
      statuses: statuses.map(({ key, label }) => ({ value: key, label })),
    }
  },
  title: 'Onderdeel wijzigen',
  subtitle: ({ appointment }) =>
    [
      appointment.course_description,
      `planning ${appointment.group_id}`,
      formatPeriod(appointment.starts_at, appointment.ends_at),
    ].join(' · '),
  view: 'training/appointments/form',
  form: AppointmentForm,
  version: ({ appointment }) => appointment.version,
  stored: ({ appointment }) => appointment,
  save: async ({ trx, params, form, services }) => {
    const told = await toldBy(trx, services.registry, params.id, () =>
      editAppointment(trx, services.registry, params.id, form),
    )
    return { changed: [{ type: 'appointment', id: params.id }], flash: await savedFlash(services, told) }
  },
  example: (story) => ({ params: { id: story.appointments.coming }, form: { max_count: 13 } }),
})

/** What is not right about a part as its form stands: told while it is filled in, so that saving brings no surprise. */
export const appointmentFindings = preview({
  ...access,
  right: 'change',
  path: '/calendar/edit-appointment/:id/findings',
  form: TypedForm,
  formRecords: { room_id: 'room' },
  view: 'training/appointments/findings',
  load: async ({ db, params, form, services }) => {
    const { start_datetime, end_datetime, responsibles: people, status, ...typed } = form
    const stored = await getAppointment(db, params.id)
    const starts_at = start_datetime ?? stored.starts_at
    const ends_at = end_datetime ?? stored.ends_at
    if (status === CANCELLED || starts_at >= ends_at) return { findings: [] }
    const part = { ...typed, starts_at, ends_at, max_count: typed.max_count ?? stored.max_count, people }
    return { findings: await judgeTyped(db, services.registry, params.id, part) }
  },
  example: (story) => ({ params: { id: story.appointments.coming }, form: { max_count: 13 } }),
})

/** The note of the planning itself: read in its tab, written here. */
export const appointmentNote = formPopup({
  area: appointmentNotesArea,
  record: 'appointment',
  right: 'change',
  path: '/calendar/note/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => ({ appointment: await getAppointment(db, params.id) }),
  title: ({ appointment }) => (appointment.note === '' ? 'Opmerking toevoegen' : 'Opmerking wijzigen'),
  subtitle: ({ appointment }) =>
    `${appointment.course_description} · ${formatPeriod(appointment.starts_at, appointment.ends_at)}`,
  view: 'training/appointments/note',
  form: NoteForm,
  version: ({ appointment }) => appointment.version,
  save: async ({ trx, params, form }) => {
    await saveNote(trx, params.id, form)
    return {
      changed: [{ type: 'appointment', id: params.id }],
      flash: { str: 'Opmerking opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    form: { note: 'De beamer is stuk.' },
    foreign: { id: story.appointments.foreign },
  }),
})

export const appointmentDelete = deletion({
  ...access,
  path: '/calendar/appointments/delete',
  flash: 'Planning verwijderd',
  remove: deleteAppointment,
  example: (story) => ({ form: { id: story.appointments.foreign } }),
})
