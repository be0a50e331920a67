import * as z from 'zod'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { id } from '../../../platform/forms/fields.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { MAX_LIST_BYTES } from '../participant-lists/index.ts'
import { getEnrolScreen, getEnrolSubject } from './enrol.queries.ts'
import { hasPlanning, planningStep, studentsFor, studentsStep } from './enrol.step.ts'
import { getPeople } from './enrolment.queries.ts'
import { enrolSent } from './enrol.commands.ts'
import { previewSent } from './enrol-preview.queries.ts'
import { EnrolForm, PreviewForm } from './list/list.forms.ts'
import { getReservation, reservedFor } from './reservations/reservations.queries.ts'
import { enrolAccess } from '../../rights.ts'

const PATH = '/calendar/enroll/:course/:reservations(word)'
const By = z.object({
  by: z.string().max(20).optional(),
  /** The reservation whose names are filled in. */
  reservation_id: id.optional().catch(undefined),
  /** Who is known already, and whether they come to all parts or to this one. */
  contact_id: id.optional().catch(undefined),
  what: z.enum(['all', 'this']).optional().catch(undefined),
})

const example: OwnExample = (story) => ({
  params: { course: story.appointments.coming, reservations: '0' },
  // Works at De Linde, and is enrolled in nothing.
  form: { 'students[]': story.students.findLast(({ companyId }) => companyId === story.companies.deLinde)!.id },
  foreign: { course: story.appointments.foreign, reservations: '0' },
})

/** Reserving has a screen of its own under the same path with a 1; nothing else exists here. */
function assertEnrolling(reservations: string): void {
  if (reservations !== '0') throw new NotFound('Pagina')
}

const listUrlOf = (course: number, { by, reservation_id }: z.output<typeof By>): string => {
  const asked = by === 'course' ? '?by=course' : reservation_id === undefined ? '' : `?reservation_id=${reservation_id}`
  return `/calendar/enroll/${course}/0/list${asked}`
}

/** The popup for the names of a reservation: in its planning alone, with its company, whether there are more places or not. */
function withReservation(
  screen: Awaited<ReturnType<typeof getEnrolScreen>>,
  reservation: Awaited<ReturnType<typeof getReservation>> | null,
) {
  if (reservation === null) return { ...screen, reservation }
  const { company_id, company_name } = reservation
  return {
    ...screen,
    full: false,
    plannings: screen.plannings.filter(({ value }) => value === String(screen.subject.appointmentId)),
    company: company_id === null ? screen.company : { id: company_id, name: company_name ?? '', named: true },
    reservation: { ...reservation, for: reservedFor(reservation) },
  }
}

/**
 * Enrol people who are chosen here, added on the way, or on a list that a customer sent (T-021): in a single step, or for
 * a course in two, the planning first (T-020).
 */
export const enrolPopup = wizard({
  ...enrolAccess,
  path: PATH,
  home: '/calendar',
  query: By,
  alsoRecords: { reservation_id: 'reservation', contact_id: 'contact' },
  load: async ({ db, viewer, params, query, services }) => {
    assertEnrolling(params.reservations)
    const asked = { id: params.course, by: query.by, chosen: null }
    const screen = await getEnrolScreen(db, viewer, await getEnrolSubject(db, viewer, services, asked))
    const reservation = query.reservation_id === undefined ? null : await getReservation(db, query.reservation_id)
    const listUrl = listUrlOf(params.course, query)
    const people = query.contact_id === undefined ? [] : await getPeople(db, viewer, [query.contact_id])
    const whatAppointments = query.what ?? screen.whatAppointments
    return { ...withReservation(screen, reservation), whatAppointments, people, listUrl, maxBytes: MAX_LIST_BYTES }
  },
  title: ({ subject }) => `Inschrijven: ${subject.courseName}`,
  size: 'xlarge',
  steps: [planningStep, { ...studentsStep, load: (ctx, base, fields) => studentsFor(ctx, base, fields) }],
  single: (base) => hasPlanning(base),
  confirm: ({ past }) => past,
  form: EnrolForm,
  formRecords: {
    appointment_id: 'appointment',
    rest_appointment_id: 'appointment',
    company_id: 'company',
    invoice_relation_id: 'company',
    reservation_id: 'reservation',
  },
  submits: [{ label: 'Inschrijven' }],
  save: async (ctx) => {
    const { trx, viewer, params, query, form, services } = ctx
    assertEnrolling(params.reservations)
    if (form.way === 'people' && form.students.length === 0)
      throw new Invalid({ students: ['Kies minimaal één cursist.'] })
    const asked = { id: params.course, by: query.by, chosen: form.appointment_id }
    const { appointmentId } = await getEnrolSubject(trx, viewer, services, asked)
    if (appointmentId === null) throw new Invalid({ appointment_id: ['Kies een planning.'] })
    const rest = form.way === 'people' ? null : form.rest_appointment_id
    const restId = rest && (await getEnrolSubject(trx, viewer, services, { ...asked, chosen: rest })).appointmentId
    return enrolSent(trx, ctx, { appointmentId, restId })
  },
  example,
})

/** The preview of a participant list, before anybody of it is enrolled. */
export const listPreview = preview({
  ...enrolAccess,
  path: `${PATH}/list`,
  query: By,
  alsoRecords: { reservation_id: 'reservation' },
  form: PreviewForm,
  formRecords: { appointment_id: 'appointment' },
  file: { field: 'file', maxBytes: MAX_LIST_BYTES },
  view: 'training/enrolment/preview',
  load: async (ctx) => {
    const { db, viewer, params, query, services, form } = ctx
    assertEnrolling(params.reservations)
    const asked = { id: params.course, by: query.by, chosen: form.appointment_id }
    return previewSent(ctx, (await getEnrolSubject(db, viewer, services, asked)).appointmentId, query.reservation_id)
  },
  example: (story, role) => ({ ...example(story, role)!, form: { text: 'Naam\nJoost Bakker' } }),
})
