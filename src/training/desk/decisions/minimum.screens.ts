import { NotFound } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { setCourseRule, setPlanningRule } from './decisions.commands.ts'
import { DecisionForm } from './decisions.forms.ts'
import { findCourseRule, findPlanningRule } from './decisions.queries.ts'
import { decisionsArea } from './rights.ts'

const form = {
  area: decisionsArea,
  right: 'change',
  size: 'small',
  view: 'training/decisions/rule',
  form: DecisionForm,
} as const

/** What a course needs to be given. */
export const courseDecision = formPopup({
  ...form,
  record: 'course',
  path: '/decisions/course/:id',
  home: '/courses',
  load: async ({ db, params }) => {
    const course = await db.selectFrom('courses').select('description').where('id', '=', params.id).executeTakeFirst()
    if (!course) throw new NotFound('Opleiding')
    return {
      name: course.description,
      own: (await findCourseRule(db, params.id)) ?? null,
      above: null,
      isPlanning: false,
    }
  },
  title: 'Minimum en beslissen',
  subtitle: ({ name }) => name,
  save: async ({ trx, params, form: sent }) => {
    await setCourseRule(trx, params.id, sent)
    return {
      changed: [
        { type: 'course', id: params.id },
        { type: 'appointment', id: 0 },
      ],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.courses.vca }, form: { rule: 'own', min_count: 5, decide_days: 10 } }),
})

/** The same of one planning. */
export const planningDecision = formPopup({
  ...form,
  record: 'appointment',
  path: '/decisions/planning/:id',
  home: '/calendar',
  load: async ({ db, params }) => {
    const { group_id, course_id, course_description, starts_at } = await getAppointment(db, params.id)
    return {
      name: `${course_description} · planning ${group_id} · ${formatDate(starts_at)}`,
      own: (await findPlanningRule(db, group_id)) ?? null,
      above: (await findCourseRule(db, course_id)) ?? null,
      isPlanning: true,
    }
  },
  title: 'Minimum en beslissen',
  subtitle: ({ name }) => name,
  save: async ({ trx, params, form: sent }) => {
    const { group_id } = await getAppointment(trx, params.id)
    await setPlanningRule(trx, group_id, sent)
    return {
      changed: [{ type: 'appointment', id: params.id }],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    form: { rule: 'own', min_count: 6, decide_days: 3 },
  }),
})
