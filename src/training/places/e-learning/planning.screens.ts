import { formatCount, formatDate, formatMoney, formatPeriod } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { AttachForm } from './e-learning.forms.ts'
import { listOfPlanning, listOfferedTo, listWithout, priceOfCourse, priceText, stateOf } from './e-learning.queries.ts'
import { NO_ADDRESS, statusOf } from './e-learning.rules.ts'
import { attach, attachedText } from './licenses.commands.ts'
import { gradeText, licenseActions } from './licenses.screens.ts'
import { eLearningArea } from './rights.ts'

const toChange = { area: eLearningArea, right: 'change' } as const

/** Who of a planning follows its e-learning, and who can be attached. */
export const planningLicenses = popup({
  area: eLearningArea,
  record: 'e_learning_license',
  recordParam: null,
  alsoRecords: { appointmentId: 'appointment' },
  right: 'change',
  path: '/e-learning/:appointmentId/view-for-students',
  home: '/calendar',
  size: 'xlarge',
  load: async ({ db, params }) => {
    const appointment = await getAppointment(db, params.appointmentId)
    const planningId = appointment.group_id
    const courses = await listOfferedTo(db, appointment.course_id)
    const course = courses[0] ?? null
    const licenses = await listOfPlanning(db, planningId)
    const price = course && (await priceOfCourse(db, course))
    const students = await listWithout(db, planningId, course?.id ?? null)
    return {
      appointment,
      licenses: licenses.map((license) => ({
        id: license.id,
        name: fullName(license),
        company: license.company,
        status: statusOf(stateOf(license), today()),
        progress: license.progress,
        grade: gradeText(license.grade),
        until: formatDate(license.expires_on),
        message: license.message,
        // Whoever is late for the planning has to begin.
        late: license.completed_at === null && license.expires_on < today(appointment.starts_at),
        actions: [
          ...licenseActions(license).map((one) =>
            one.label === 'Link sturen'
              ? { ...one, url: `/e-learning/license/${license.id}/${appointment.id}/send-link` }
              : one,
          ),
          {
            ...toChange,
            label: 'Loskoppelen',
            icon: 'unlink',
            kind: 'post' as const,
            url: `/e-learning/license/${license.id}/${appointment.id}/detach`,
            confirm: `Weet u zeker dat u de licentie van ${fullName(license)} wilt loskoppelen? De licentie blijft actief.`,
          },
        ],
      })),
      courses: courses.map(({ id, description, expiry_days }) => ({
        value: String(id),
        label: `${description}, ${formatCount(expiry_days, 'dag', 'dagen')}`,
      })),
      course,
      students: students.map(({ loose, ...student }) => ({
        ...student,
        isNew: loose === null,
        what: !student.valid
          ? NO_ADDRESS
          : loose === null
            ? `nieuwe licentie, ${formatCount(course?.expiry_days ?? 0, 'dag', 'dagen')}`
            : `heeft nog een losse licentie t/m ${formatDate(loose)}, die wordt gekoppeld`,
      })),
      price,
      each: price === null ? null : formatMoney(price),
      total:
        price === null ? null : priceText(price, students.filter(({ valid, loose }) => valid && loose === null).length),
    }
  },
  title: ({ appointment }) => `E-learning bij ${appointment.course_description}`,
  subtitle: ({ appointment }) =>
    `Planning ${appointment.group_id} · ${formatPeriod(appointment.starts_at, appointment.ends_at)}`,
  about: ({ appointment }) => ({ type: 'appointment', id: appointment.id }),
  layout: 'tabs',
  parts: [
    {
      key: 'overview',
      label: 'Overzicht',
      view: 'training/e-learning/overview',
      count: ({ licenses }) => licenses.length,
    },
    { key: 'attach', label: 'Koppelen', view: 'training/e-learning/attach', count: ({ students }) => students.length },
  ],
  example: (story) => ({ params: { appointmentId: story.appointments.coming } }),
})

/** Gives students of a planning a licence in it. */
export const planningAttach = action({
  area: eLearningArea,
  record: 'appointment',
  fieldsOf: 'e_learning_license',
  recordParam: 'appointmentId',
  right: 'change',
  path: '/e-learning/:appointmentId/attach',
  form: AttachForm,
  formRecords: { students: 'contact', e_learning_course_id: 'e_learning_course' },
  save: async ({ trx, params, form, services }) => {
    const { group_id: planningId } = await getAppointment(trx, params.appointmentId)
    const { ids, made } = await attach(trx, services, {
      planningId,
      contactIds: form.students,
      courseId: form.e_learning_course_id,
      sendLink: form.send_link,
    })
    return {
      changed: [
        ...ids.map((id) => ({ type: 'e_learning_license', id })),
        { type: 'appointment', id: params.appointmentId },
      ],
      flash: { str: attachedText(ids.length, made), type: 'success' },
      body: { licenses: ids },
    }
  },
  example: (story) => ({
    params: { appointmentId: story.appointments.coming },
    form: { students: story.eLearning.without, e_learning_course_id: story.eLearning.course },
  }),
})
