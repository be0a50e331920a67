import { Invalid } from '../../../platform/errors.ts'
import { fragment } from '../../../platform/screens/call/calls.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import type { Ctx } from '../../../platform/screens/screen.ts'
import { type Step, wizard } from '../../../platform/screens/form/wizard.ts'
import type { Db } from '../../../platform/database/types.ts'
import { closedDays } from '../../../system/holidays/index.ts'
import { appointmentsArea } from '../appointments/rights.ts'
import { placeBlocks, placeLine } from './wizard/addresses.step.ts'
import { componentRows } from './wizard/components.step.ts'
import { incompanyStep } from './wizard/incompany.step.ts'
import { planCourse } from './planning.commands.ts'
import { type Draft, readDraft } from './wizard/draft.rules.ts'
import { planningFields } from './planning.fields.ts'
import {
  AddressForm,
  AddressesStep,
  ComponentsStep,
  CourseStep,
  IncompanyStep,
  PlanningForm,
} from './planning.forms.ts'
import { AddQuery, type AddQueryOutput, PredictQuery, firstMoment } from './starting-moment.ts'
import { type PlannedCourse, courseOfComponents, findPlannable } from './planning.queries.ts'
import { OPTION_DAYS, addedText, proposedOption } from './planning.rules.ts'
import { teachersStep } from './wizard/teachers.step.ts'

const access = {
  area: appointmentsArea,
  record: 'appointment',
  recordParam: null,
  fieldsOf: 'appointment_group',
  right: 'change',
} as const

async function chosenCourse(db: Db, { course_id }: Draft): Promise<PlannedCourse> {
  const course = course_id === null ? null : await findPlannable(db, course_id)
  if (!course) throw new Invalid({ course_id: ['Maak een keuze'] })
  return course
}

type AddCtx = Ctx<object, AddQueryOutput>

/** What the wizards of one planning and of a series begin with: when the first part is, and where. */
export async function planningBase({ db, query }: Pick<AddCtx, 'db' | 'query'>) {
  const closed = await closedDays(db)
  const { room_id = null, establishment_id = null } = query
  return { first: firstMoment(query, new Date(), closed.isClosed), closed, room_id, establishment_id }
}

/** The steps that say what is planned. */
export const planningSteps: Step<AddCtx, Awaited<ReturnType<typeof planningBase>>>[] = [
  {
    key: 'course',
    label: 'Opleiding',
    view: 'training/planning/course',
    check: CourseStep,
    load: async ({ db, query }, { first }, fields) => {
      const draft = readDraft(fields)
      const chosen = fields.course_id === undefined ? (query.course_id ?? null) : draft.course_id
      const course = chosen === null ? null : await findPlannable(db, chosen)
      // Until the dates are known the usual time is proposed.
      const usual = query.datetime ? proposedOption(first.day, today()) : addDays(today(), OPTION_DAYS)
      const option_until = draft.option_until ?? formatDate(usual)
      const isPlain = course !== null && course.components.length === 1
      return { course, draft, option_until, isOption: draft.status === 'option', isPlain }
    },
  },
  {
    key: 'components',
    label: 'Onderdelen en datums',
    view: 'training/planning/components',
    check: ComponentsStep,
    load: async ({ db, services }, prediction, fields) => {
      const draft = readDraft(fields)
      const course = await chosenCourse(db, draft)
      return { course, ...(await componentRows(services, course, prediction, draft.appointments)) }
    },
  },
  {
    key: 'incompany',
    label: planningFields.incompany.label,
    view: 'training/planning/incompany',
    check: IncompanyStep,
    load: async ({ db }, _base, fields) => {
      const step = await incompanyStep(db, readDraft(fields))
      return { ...step, line: step.incompany ? null : 'Nee, iedereen kan worden ingeschreven' }
    },
  },
  {
    key: 'addresses',
    label: 'Adressen',
    view: 'training/planning/addresses',
    check: AddressesStep,
    load: async ({ db }, _base, fields) => {
      const draft = readDraft(fields)
      const { online } = await chosenCourse(db, draft)
      const same = online ? draft.same_online_details : draft.same_location
      const places = await placeBlocks(db, draft, { online, same })
      return { ...places, line: placeLine(places) }
    },
  },
  {
    key: 'teachers',
    label: 'Docenten',
    view: 'training/planning/teachers',
    load: async (ctx, _base, fields) => {
      const draft = readDraft(fields)
      return teachersStep(ctx, await chosenCourse(ctx.db, draft), draft, ctx.query.teacher_id ?? null)
    },
  },
]

export const planningAdd = wizard({
  ...access,
  path: '/calendar/add',
  home: '/calendar',
  title: 'Planning toevoegen',
  query: AddQuery,
  load: planningBase,
  steps: planningSteps,
  form: PlanningForm,
  submits: [{ label: 'Toevoegen' }, { label: 'Toevoegen en openen', name: 'open', value: '1' }],
  save: async ({ trx, form, services }) => {
    const { planningId, firstPart } = await planCourse(trx, services.registry, form)
    return {
      changed: [{ type: 'appointment', id: 0 }],
      flash: { str: addedText(planningId, form), type: 'success' },
      ...(form.open ? { open: `/calendar/view-appointment/${firstPart}` } : {}),
      body: { id: firstPart, appointment_group_id: planningId },
    }
  },
  example: (story) => ({
    query: { datetime: '1795770000', type: 'w' },
    form: { course_id: story.courses.bhvRefresher },
  }),
})

/** The rows of the step 'components', predicted anew from another first moment. */
export const predictedTable = fragment({
  ...access,
  path: '/calendar/getPredictedComponentAppointmentsTable',
  pageAddress: '/calendar',
  query: PredictQuery,
  view: 'training/planning/component-rows',
  load: async ({ db, query, services }) => {
    const course = await courseOfComponents(db, query.components)
    const components = course.components.filter(({ id }) => id !== null && query.components.includes(id))
    const { appointments } = readDraft({ appointments: query.appointments })
    const kept = appointments.map((row) => ({ ...row, start_datetime: '', end_datetime: '' }))
    const closed = await closedDays(db)
    const first = firstMoment(query, new Date(), closed.isClosed)
    return componentRows(services, { ...course, components }, { first, exceptions: query.exceptions, closed }, kept)
  },
  example: (story) => ({
    query: { datetime: '1795770000', components: String(story.courses.bhv * 10 + 1), type: 'w' },
  }),
})

/** The blocks of the step 'addresses', when the choice between one location and several is changed. */
export const addAddress = preview({
  ...access,
  path: '/calendar/addAddress',
  form: AddressForm,
  view: 'training/planning/place-blocks',
  load: ({ db, form: { online, all_the_same, all_the_same_online }, fields }) =>
    placeBlocks(db, readDraft(fields), { online, same: online ? all_the_same_online : all_the_same }),
  example: () => ({ form: { online: '0', all_the_same: '1' } }),
})
