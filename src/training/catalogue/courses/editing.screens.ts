import * as z from 'zod'
import { formatPrice } from '../../../platform/format/price.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { productsArea } from '../../../administration/catalogue/products/rights.ts'
import { courseTaxType } from '../../../administration/catalogue/vat/index.ts'
import { may } from '../../../platform/access/viewer.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { type Component, listComponents } from './components.queries.ts'
import { addSkill } from '../../../relations/skills/index.ts'
import { cellEdit } from '../../../platform/screens/table/cell-edit.ts'
import { addPricedCourse, changeCourse, deleteCourse, editCourse } from './courses.commands.ts'
import { courseFields } from './courses.fields.ts'
import { CourseEditForm, CourseForm, SkillForm } from './courses.forms.ts'
import { EXAMPLES } from './examples.ts'
import { type Course, getCourse } from './courses.queries.ts'
import { formatDuration } from './courses.rules.ts'
import { coursesArea } from './rights.ts'

const HOME = '/courses'
const access = { area: coursesArea, record: 'course' } as const
/** What a component of an example leaves open. */
const NEW_COMPONENT = {
  optional: false,
  teacher_application_count: 1,
  max_per_teacher: null,
  max_per_lotus: null,
  skills: [],
}
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
function componentsBlock(components: readonly (Omit<Component, 'id' | 'course_id' | 'position'> & { id?: number })[]) {
  return {
    name: 'components',
    label: 'Onderdeel',
    addLabel: 'Onderdeel toevoegen',
    min: courseFields.components.min,
    max: courseFields.components.max,
    sortable: true,
    view: 'training/courses/component',
    items: components.map((component) => ({
      ...(component.id === undefined ? {} : { id: component.id, removalUrl: '/course/components/delete' }),
      title: component.description,
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
    formRecords: { ...PRODUCTS, place_tax_type_id: 'tax_type' },
    // A selector's 'Nieuw...' brings what was typed in it.
    query: z.object({ name: z.string().max(200).catch(''), example: z.string().max(20).catch('') }),
    load: async ({ db, query, viewer }) => {
      const example = Object.hasOwn(EXAMPLES, query.example) ? EXAMPLES[query.example]! : null
      const { components = [], ...filled } = example ?? { description: query.name }
      return {
        course: null,
        isNew: true,
        filled: example ? { ...filled, place_price: formatPrice(example.place_price) } : filled,
        examples: Object.entries(EXAMPLES).map(([value, { description }]) => ({ value, label: description })),
        example: query.example,
        sells: may(viewer, productsArea, 'change'),
        taxType: await courseTaxType(db),
        repeat: componentsBlock(components.map((component) => ({ ...NEW_COMPONENT, ...component }))),
        costs: costsBlock([]),
      }
    },
    save: async ({ trx, form, viewer }) => {
      if (form.place_price !== null && !may(viewer, productsArea, 'change')) throw new Forbidden()
      const { id, product_id } = await addPricedCourse(trx, form)
      return { id, also: product_id === null ? [] : [{ type: 'product', id: product_id }] }
    },
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
