import * as z from 'zod'
import { Invalid } from '../../../../platform/errors.ts'
import { checkbox } from '../../../../platform/forms/fields.ts'
import { formatCount, formatPeriod } from '../../../../platform/format/format.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import type { Services } from '../../../../platform/services.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { noMailNote } from '../../../../platform/mail/sending.ts'
import { fragment } from '../../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import { getAppointment, listParts } from '../../../planning/appointments/index.ts'
import { listCourseNames } from '../course-names.queries.ts'
import { MoveForm, students } from '../enrolment.forms.ts'
import { whoText } from '../enrolment.rules.ts'
import { getChosen } from '../unsubscribing/unsubscribing.queries.ts'
import { move } from './move.commands.ts'
import { enrolmentPlanningArea } from '../../../rights.ts'
import { listComponentIds, listTargets } from '../targets.queries.ts'

const access = { area: enrolmentPlanningArea } as const
const NOBODY = 'Vink minimaal één cursist aan.'
/** Target plannings per page (T-100); a shorter page is the last one (T-102). */
const PAGE_SIZE = 30

const Query = z.object({ students, ids: students })

async function getMoveScreen(
  { db, viewer, services }: { db: Db; viewer: Viewer; services: Services },
  asked: { appointmentId: number | null; students: number[]; enrolments: number[] },
) {
  const rows = await getChosen(db, viewer, asked)
  const [first] = rows
  if (!first) throw new Invalid({ students: [NOBODY] })
  if (rows.some((row) => row.appointment_id !== first.appointment_id))
    throw new Invalid({ students: ['Verplaats cursisten per onderdeel: uw selectie bevat verschillende onderdelen.'] })
  const appointment = await getAppointment(db, first.appointment_id)
  const parts = await listParts(db, appointment.group_id)
  return {
    appointment,
    who: whoText(rows.map(({ name }) => name)),
    count: rows.length,
    students: rows.map(({ contact_id }) => contact_id).join(','),
    severalParts: parts.length > 1,
    noMail: await noMailNote(services, viewer),
    courses: await listCourseNames(db, appointment.course_id),
  }
}

async function saveMove(
  trx: Trx,
  viewer: Viewer,
  services: Services,
  appointmentId: number,
  form: z.output<typeof MoveForm>,
) {
  if (form.students.length === 0) throw new Invalid({ students: [NOBODY] })
  const moved = await move(
    trx,
    viewer,
    {
      appointmentId,
      contactIds: form.students,
      targetId: form.appointment_id,
      whatAppointments: form.what_appointments,
      historical: form.historical_courses,
      sendMessage: form.send_message,
      waiver: form.waiver,
    },
    services,
  )
  return {
    changed: [
      ...moved.partIds.map((part) => ({ type: 'appointment', id: part })),
      ...moved.enrolmentIds.map((enrolment) => ({ type: 'enrolment', id: enrolment })),
    ],
    flash: { str: `${formatCount(moved.people, 'cursist', 'cursisten')} verplaatst`, type: 'success' as const },
  }
}

const frame = {
  title: 'Cursisten verplaatsen',
  size: 'large',
  home: '/calendar',
  view: 'training/enrolment/move',
  query: Query,
} as const

export const movePopup = formPopup({
  ...access,
  ...frame,
  right: 'change',
  path: '/calendar/moveStudents/:id',
  form: MoveForm,
  submits: [{ label: 'Verplaatsen' }],
  load: ({ db, viewer, services, params, query: { students: people, ids } }) =>
    getMoveScreen({ db, viewer, services }, { appointmentId: params.id, students: people, enrolments: ids }),
  save: ({ trx, viewer, params, form, services }) => saveMove(trx, viewer, services, params.id, form),
  example: (story) => ({
    params: { id: story.appointments.coming },
    query: { students: String(story.contacts.anouk) },
    form: { appointment_id: story.appointments.foreign },
  }),
})

/** The same for rows ticked in a table of students; the form names the part they are in. */
export const moveSelection = formPopup({
  ...access,
  ...frame,
  right: 'change',
  path: '/calendar/moveStudents',
  form: MoveForm.extend({ from: MoveForm.shape.appointment_id }),
  submits: [{ label: 'Verplaatsen' }],
  load: ({ db, viewer, services, query }) =>
    getMoveScreen({ db, viewer, services }, { appointmentId: null, students: [], enrolments: query.ids }),
  save: ({ trx, viewer, form, services }) => saveMove(trx, viewer, services, form.from, form),
  example: (story) => ({ query: { ids: '1' }, form: { appointment_id: story.appointments.foreign } }),
})

const whole = (fallback: number, most: number) =>
  z.coerce
    .number()
    .catch(fallback)
    .transform((value) => Math.min(Math.max(Math.trunc(value) || 0, 0), most))

/** One page of plannings that students can be moved to. */
export const moveTargets = fragment({
  ...access,
  right: 'view',
  path: '/calendar/moveStudentsAppointments/',
  pageAddress: '/calendar',
  query: z.object({
    freeSpace: whole(1, 1000),
    page: whole(0, 10_000),
    /** The part they come from. */
    exceptFor: whole(0, 2_147_483_647),
    students: students.catch([]),
    courseId: whole(0, 2_147_483_647),
    whatAppointments: z.enum(['all', 'this']).catch('all'),
    historicalCourses: checkbox,
  }),
  view: 'training/enrolment/move-targets',
  load: async ({ db, viewer, query }) => {
    const from = query.exceptFor > 0 ? await getAppointment(db, query.exceptFor) : null
    const courseId =
      query.whatAppointments === 'this' && from ? from.course_id : query.courseId || (from?.course_id ?? 0)
    const sameCourse = from !== null && courseId === from.course_id
    const parts = sameCourse && query.whatAppointments === 'all' ? await listComponentIds(db, from.group_id) : []
    const targets = await listTargets(db, viewer, {
      courseIds: [courseId],
      exceptPlanning: from?.group_id ?? null,
      part: sameCourse ? { componentId: from.component_id, description: from.description } : null,
      what: from === null ? 'all' : query.whatAppointments,
      freeSpace: query.freeSpace,
      componentIds: parts,
      ...(from === null ? {} : { movers: { appointmentId: from.id, contactIds: query.students } }),
      historical: query.historicalCourses,
      page: query.page,
      size: PAGE_SIZE,
    })
    return {
      page: query.page,
      last: targets.length < PAGE_SIZE,
      targets: targets.map((target) => ({ ...target, period: formatPeriod(target.starts_at, target.ends_at) })),
    }
  },
})
