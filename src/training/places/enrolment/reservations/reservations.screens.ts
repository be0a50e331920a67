import * as z from 'zod'
import { id } from '../../../../platform/forms/fields.ts'
import { formatCount, formatPeriod } from '../../../../platform/format/format.ts'
import { today } from '../../../../platform/format/zone.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import { action } from '../../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import { popup } from '../../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../../platform/screens/popup/record-options.ts'
import { getAppointment, listParts } from '../../../planning/appointments/index.ts'
import { ReservationEditForm, ReservationForm } from '../enrolment.forms.ts'
import { namesUrl, placesText, proposeNamesBy } from '../enrolment.rules.ts'
import { deleteReservation, editReservation, reserve } from './reservations.commands.ts'
import { getReservation, listReservations, reservedFor } from './reservations.queries.ts'
import { enrolmentPlanningArea } from '../../../rights.ts'

const access = { area: enrolmentPlanningArea, fieldsOf: 'reservation' } as const
const HOME = '/calendar'

async function getReserveScreen(db: Db, appointmentId: number) {
  const appointment = await getAppointment(db, appointmentId)
  const parts = await listParts(db, appointment.group_id)
  return {
    appointment,
    severalParts: parts.length > 1,
    places: parts.map((part) => placesText(part, new Date())),
    namesBy: proposeNamesBy(today(parts[0]!.starts_at), today()),
  }
}

async function addReservation(trx: Trx, viewer: Viewer, appointmentId: number, form: z.output<typeof ReservationForm>) {
  const { what_appointments, raise_maximum, ...input } = form
  const reserved = await reserve(trx, viewer, {
    ...input,
    appointmentId,
    whatAppointments: what_appointments,
    raiseMaximum: raise_maximum,
  })
  return {
    changed: [
      ...reserved.partIds.map((part) => ({ type: 'appointment', id: part })),
      ...reserved.ids.map((reservation) => ({ type: 'reservation', id: reservation })),
    ],
    flash: { str: `${formatCount(form.places, 'plaats', 'plaatsen')} gereserveerd`, type: 'success' as const },
  }
}

/** For whom places are kept. */
const OWNERS = { company_id: 'company', contact_id: 'contact' }

const frame = {
  home: HOME,
  size: 'medium',
  view: 'training/enrolment/reservation',
  form: ReservationForm,
  formRecords: OWNERS,
  submits: [{ label: 'Reserveren' }],
} as const

/** The same popup under the path of enrolling, with a 1 for reserving (rulings 9.13). */
export const reservePopup = formPopup({
  ...access,
  ...frame,
  submits: [{ label: 'Reserveren' }],
  right: 'change',
  path: '/calendar/enroll/:course/1',
  load: ({ db, params: { course: appointmentId } }) => getReserveScreen(db, appointmentId),
  title: ({ appointment }) => `Reserveren: ${appointment.course_description}`,
  subtitle: ({ appointment }) => formatPeriod(appointment.starts_at, appointment.ends_at),
  save: ({ trx, viewer, params: { course: appointmentId }, form }) => addReservation(trx, viewer, appointmentId, form),
  example: (story) => ({
    params: { course: story.appointments.coming },
    form: { company_id: story.companies.deLinde },
  }),
})

export const reservationAdd = formPopup({
  ...access,
  ...frame,
  submits: [{ label: 'Reserveren' }],
  right: 'change',
  path: '/calendar/getReservationView/:id',
  load: ({ db, params }) => getReserveScreen(db, params.id),
  title: ({ appointment }) => `Reserveren: ${appointment.course_description}`,
  subtitle: ({ appointment }) => formatPeriod(appointment.starts_at, appointment.ends_at),
  save: ({ trx, viewer, params, form }) => addReservation(trx, viewer, params.id, form),
  example: (story) => ({ params: { id: story.appointments.coming }, form: { company_id: story.companies.deLinde } }),
})

export const reservationsPopup = popup({
  ...access,
  right: 'view',
  record: 'appointment',
  path: '/calendar/getAllReservationsView/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => ({
    appointment: await getAppointment(db, params.id),
    reservations: await listReservations(db, params.id),
  }),
  title: 'Reserveringen',
  subtitle: ({ appointment }) =>
    `${appointment.course_description} · ${formatPeriod(appointment.starts_at, appointment.ends_at)}`,
  actions: ({ appointment }) => [
    {
      label: 'Reserveren',
      icon: 'plus',
      kind: 'popup',
      primary: true,
      url: `/calendar/getReservationView/${appointment.id}`,
      area: enrolmentPlanningArea,
      right: 'change',
    },
  ],
  view: 'training/enrolment/reservation-list',
  example: (story) => ({ params: { id: story.appointments.coming } }),
})

export const reservationView = formPopup({
  ...access,
  right: 'change',
  record: 'reservation',
  path: '/calendar/getReservation/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => ({ reservation: await getReservation(db, params.id) }),
  title: ({ reservation }) => `Reservering: ${reservedFor(reservation)}`,
  subtitle: ({ reservation }) =>
    `${reservation.description} · ${formatPeriod(reservation.starts_at, reservation.ends_at)}`,
  options: ({ reservation }) => [
    {
      label: 'Namen invullen',
      icon: 'user-plus',
      kind: 'popup',
      url: namesUrl(reservation),
      area: enrolmentPlanningArea,
      right: 'change',
    },
    deleteOption('/calendar/deleteReservation', { type: 'reservation', id: reservation.id }),
  ],
  view: 'training/enrolment/reservation',
  form: ReservationEditForm,
  formRecords: OWNERS,
  version: ({ reservation }) => reservation.version,
  save: async ({ trx, viewer, params, form }) => {
    const part = await editReservation(trx, viewer, params.id, form)
    return {
      changed: [
        { type: 'reservation', id: params.id },
        { type: 'appointment', id: part },
      ],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  // The demo has one reservation.
  example: () => ({ params: { id: 1 }, form: { places: 3 } }),
})

export const reservationDelete = action({
  ...access,
  right: 'change',
  path: '/calendar/deleteReservation',
  form: z.object({ id }),
  save: async ({ trx, form }) => {
    const part = await deleteReservation(trx, form.id)
    return {
      changed: [
        { type: 'reservation', id: form.id },
        { type: 'appointment', id: part },
      ],
      flash: { str: 'Reservering verwijderd', type: 'success' },
      close: true,
    }
  },
  example: () => ({ form: { id: 1 } }),
})
