import * as z from 'zod'
import { formatPrice } from '../../../platform/format/price.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { type Component, listComponents } from './components.queries.ts'
import { addSkill } from '../../../relations/skills/index.ts'
import { cellEdit } from '../../../platform/screens/table/cell-edit.ts'
import { addCourse, changeCourse, deleteCourse, editCourse } from './courses.commands.ts'
import { courseFields } from './courses.fields.ts'
import { CourseEditForm, CourseForm, SkillForm } from './courses.forms.ts'
import { type Course, getCourse } from './courses.queries.ts'
import { formatDuration } from './courses.rules.ts'
import { coursesArea } from './rights.ts'

const HOME = '/courses'
const access = { area: coursesArea, record: 'course' } as const
const PRODUCTS = {
  checklist_id: 'checklist',
  product_id: 'product',
  group_product_id: 'product',
  no_show_product_id: 'product',
} as const

/** One value of one course, changed in the list. */
export const courseCell = cellEdit({
  area: coursesArea,
  record: 'course',
  right: 'change',
  path: '/courses/cell',
  fields: courseFields,
  names: ['code', 'max_count'],
  save: ({ trx, id, changes, version }) => changeCourse(trx, id, changes, version),
  example: (story) => ({ form: { id: story.courses.bhv, field: 'max_count', value: '9', version: 1 } }),
})

/** The components as the sortable repeating block of the form. */
function componentsBlock(components: Component[]) {
  return {
    name: 'components',
    label: 'Onderdeel',
    addLabel: 'Onderdeel toevoegen',
    min: courseFields.components.min,
    max: courseFields.components.max,
    sortable: true,
    view: 'training/courses/component',
    items: components.map((component) => ({
      id: component.id,
      title: component.description,
      removalUrl: '/course/components/delete',
      data: {
        component: {
          ...component,
          durationText: formatDuration(component.duration_minutes),
        },
      },
    })),
  }
}

/** What leaving late costs, as the repeating block of the form. */
const costsBlock = (steps: readonly { days: number; percentage: number }[]) => ({
  name: 'cancellation_costs',
  label: courseFields.cancellation_costs.label,
  addLabel: 'Regel toevoegen',
  min: 0,
  max: courseFields.cancellation_costs.max,
  view: 'training/courses/cost',
  items: steps.map((step) => ({ title: `${step.percentage}%`, data: { step } })),
})

/** The price of one more as it is typed. */
const withTypedPrice = (course: Course) => ({
  ...course,
  group_extra_price: course.group_extra_price && formatPrice(course.group_extra_price),
})

export const courseForms = recordForms({
  ...access,
  label: 'Opleiding',
  path: '/course',
  home: HOME,
  view: 'training/courses/form',
  formRecords: PRODUCTS,
  name: 'course',
  add: {
    form: CourseForm,
    // A selector's 'Nieuw...' brings what was typed in it.
    query: z.object({ name: z.string().max(200).catch('') }),
    load: ({ query }) => ({ course: null, name: query.name, repeat: componentsBlock([]), costs: costsBlock([]) }),
    save: ({ trx, form }) => addCourse(trx, form),
    open: (id) => `/course/view/${id}`,
    example: () => ({
      form: {
        description: 'Veilig werken op hoogte',
        code: 'VWH',
        'components[0][description]': 'Praktijk',
        'components[0][duration_minutes]': '4:00',
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const [course, components] = await Promise.all([getCourse(db, params.id), listComponents(db, params.id)])
      return {
        course: withTypedPrice(course),
        repeat: componentsBlock(components),
        costs: costsBlock(course.cancellation_costs),
      }
    },
    title: ({ course }) => `${course.description} wijzigen`,
    form: CourseEditForm,
    save: ({ trx, params, form }) => editCourse(trx, params.id, form),
    options: [],
    example: (story) => ({ params: { id: story.courses.bhv }, form: { max_count: 10 } }),
  },
  delete: { remove: deleteCourse, example: (story) => ({ form: { id: story.courses.retired } }) },
})

/** The specification's POST; its GET is the small form behind 'Nieuw...' of a selector of skills. */
export const skillCreate = formPopup({
  area: coursesArea,
  record: 'skill',
  recordParam: null,
  right: 'change',
  path: '/course/skills/create',
  home: HOME,
  size: 'small',
  title: 'Vaardigheid toevoegen',
  view: 'training/courses/skill',
  query: z.object({ name: z.string().max(100).catch('') }),
  form: SkillForm,
  submits: [{ label: 'Vaardigheid toevoegen' }],
  load: ({ query }) => ({ name: query.name }),
  save: async ({ trx, form }) => {
    const skill = await addSkill(trx, form.name)
    if (!skill) return { close: false }
    return {
      changed: [{ type: 'skill', id: skill.id }],
      flash: skill.added
        ? { str: 'Vaardigheid toegevoegd', type: 'success' }
        : { str: 'Deze vaardigheid bestond al en is gekozen.', type: 'info' },
      body: { id: skill.id, name: skill.name },
    }
  },
  example: () => ({ form: { name: 'Werken op hoogte' } }),
})
