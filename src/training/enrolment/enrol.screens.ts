import * as z from 'zod'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { today } from '../../platform/format/zone.ts'
import { mapInTurns } from '../../platform/jobs/turns.ts'
import { formPopup } from '../../platform/screens/form-popup.ts'
import { preview } from '../../platform/screens/preview.ts'
import type { OwnExample } from '../../platform/screens/screen.ts'
import { type ChosenColumns, MAX_LIST_BYTES, ParticipantListError, readList } from '../participant-lists/index.ts'
import { getEnrolScreen, getEnrolSubject, listChosenParts } from './enrol.queries.ts'
import { type Enrolled, enrol } from './enrolment.commands.ts'
import { enrolledText } from './enrolment.rules.ts'
import { LINE_FIELDS } from './list-columns.ts'
import { enrolList } from './list.commands.ts'
import { EnrolForm, PreviewForm } from './list.forms.ts'
import { matchLines, sourceModel } from './list.preview.ts'
import { carryOver, freshLine, lineOf } from './list.rules.ts'
import { previewFor } from './list.turns.ts'
import { enrolmentArea } from './rights.ts'

const access = {
  area: enrolmentArea,
  record: 'appointment',
  fieldsOf: 'enrolment',
  recordParam: null,
  right: 'change',
} as const
const PATH = '/calendar/enroll/:course/:reservations(word)'
const By = z.object({ by: z.string().max(20).optional() })

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

function changedBy({ enrolmentIds, partIds }: Enrolled, contactIds: number[] = []) {
  return [
    ...contactIds.map((id) => ({ type: 'contact', id })),
    ...partIds.map((id) => ({ type: 'appointment', id })),
    ...enrolmentIds.map((id) => ({ type: 'enrolment', id })),
  ]
}

/** Enrol people who are chosen here, added on the way, or on a list that a customer sent (T-020, T-021). */
export const enrolPopup = formPopup({
  ...access,
  path: PATH,
  home: '/calendar',
  query: By,
  load: async ({ db, viewer, params, query, services }) => {
    assertEnrolling(params.reservations)
    const asked = { id: params.course, by: query.by, chosen: null }
    const screen = await getEnrolScreen(db, viewer, await getEnrolSubject(db, viewer, services, asked))
    const listUrl = `/calendar/enroll/${params.course}/0/list${query.by === 'course' ? '?by=course' : ''}`
    return { ...screen, listUrl, maxBytes: MAX_LIST_BYTES }
  },
  title: ({ subject }) => `Inschrijven: ${subject.courseName}`,
  size: 'xlarge',
  view: 'training/enrolment/enrol',
  form: EnrolForm,
  formRecords: { appointment_id: 'appointment', rest_appointment_id: 'appointment', company_id: 'company' },
  submits: [{ label: 'Inschrijven' }],
  save: async ({ trx, viewer, params, query, form, services }) => {
    assertEnrolling(params.reservations)
    if (form.way === 'people' && form.students.length === 0)
      throw new Invalid({ students: ['Kies minimaal één cursist.'] })
    const asked = { id: params.course, by: query.by, chosen: form.appointment_id }
    const { appointmentId } = await getEnrolSubject(trx, viewer, services, asked)
    if (appointmentId === null) throw new Invalid({ appointment_id: ['Kies een planning.'] })
    const where = { appointmentId, whatAppointments: form.what_appointments, raiseMaximum: form.raise_maximum }
    if (form.way === 'people') {
      const enrolled = await enrol(trx, viewer, { ...where, contactIds: form.students })
      return { changed: changedBy(enrolled), flash: flashOf(enrolled) }
    }
    const restId =
      form.rest_appointment_id === null
        ? null
        : (await getEnrolSubject(trx, viewer, services, { ...asked, chosen: form.rest_appointment_id })).appointmentId
    const lines = form.lines.map((line) => lineOf(line, today()))
    const companyId = form.company_id ?? (form.private_persons ? null : undefined)
    const enrolled = await enrolList(trx, viewer, { ...where, restId, companyId, lines }, services)
    return { changed: changedBy(enrolled, enrolled.created), flash: flashOf(enrolled, enrolled.rest) }
  },
  example,
})

const flashOf = (enrolled: Enrolled, rest = 0) =>
  ({ str: enrolledText({ ...enrolled, rest }), type: enrolled.people > 0 ? 'success' : 'info' }) as const

/**
 * The preview of a participant list: pasted text or a file that is read, or without either the lines of an earlier
 * preview, which are matched again after a correction. Lines that come with a list carry what was decided on them over.
 * Nothing of it is kept.
 */
export const listPreview = preview({
  ...access,
  path: `${PATH}/list`,
  query: By,
  form: PreviewForm,
  formRecords: { appointment_id: 'appointment' },
  file: { field: 'file', maxBytes: MAX_LIST_BYTES },
  view: 'training/enrolment/preview',
  load: async ({ db, viewer, params, query, services, form, file, gone }) => {
    assertEnrolling(params.reservations)
    const asked = { id: params.course, by: query.by, chosen: form.appointment_id }
    const { appointmentId } = await getEnrolSubject(db, viewer, services, asked)
    const parts = appointmentId === null ? [] : await listChosenParts(db, appointmentId, form.what_appointments)
    const make = async (signal: AbortSignal) => {
      const posted = form.lines.map((line) => lineOf(line, today()))
      const matchesOnly = posted.length > 0 && !file && form.text === ''
      const input = file ? { bytes: file.bytes } : { text: form.text }
      const read = matchesOnly ? null : await readList({ input, chosen: chosenIn(form), today: today() }, signal)
      const lines = read ? carryOver(read.list.people.map(freshLine), posted) : posted
      const partIds = parts.map(({ id }) => id)
      return {
        source: read && sourceModel(read),
        ...(await matchLines(db, viewer, lines, { partIds, signal })),
      }
    }
    const model = await orRefused(file ? 'file' : 'text', () => previewFor(services, { userId: viewer.id, gone }, make))
    const { views } = services
    const rows = await mapInTurns(model.lines, (line) => views.render('training/enrolment/list-line', { line }))
    return { ...model, parts, lineFields: LINE_FIELDS, rows: rows.join('') }
  },
  example: (story, role) => ({ ...example(story, role)!, form: { text: 'Naam\nJoost Bakker' } }),
})

function chosenIn({ columns, header }: z.output<typeof PreviewForm>): ChosenColumns {
  const row = /^\d+$/.test(header) ? Number(header) : null
  if (columns.length > 0) return { header: row, columns }
  return header === '' ? {} : { header: row }
}

async function orRefused<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ParticipantListError) throw new Invalid({ [field]: [error.message] })
    throw error
  }
}
