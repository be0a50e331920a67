import { type SqlBool, sql } from 'kysely'
import { formatCount, formatDateTime, formatMoney } from '../../../platform/format/format.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { textFilter, yesNoFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addCourse, deleteCourse, editCourse } from './courses.commands.ts'
import { eLearningCourseFields } from './e-learning.fields.ts'
import { CourseEditForm, CourseForm } from './e-learning.forms.ts'
import { type ELearningCourse, getCourse, getCourseByCode, listCourses, priceOfCourse } from './e-learning.queries.ts'
import { eLearningCoursesArea } from './rights.ts'

const HOME = '/e-learning/courses'
const access = { area: eLearningCoursesArea, record: 'e_learning_course' } as const
const change = { area: eLearningCoursesArea, right: 'change' } as const

/** Online courses that the house sells. */
export const courseTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'E-learning',
  query: (db) => listCourses(db),
  filters: {
    search: textFilter('Zoeken', {
      text: sql<string>`normalise(e_learning_courses.description || ' ' || e_learning_courses.code)`,
      table: 'e_learning_courses',
    }),
    active: yesNoFilter(eLearningCourseFields.active.label, sql<SqlBool>`e_learning_courses.active`),
  },
  sorts: { name: { by: [sql`e_learning_courses.description collate "nl-x-icu"`] } },
  defaultSort: 'name',
  exportable: false,
  columns: [
    { field: 'description', kind: 'main', sort: 'name', cell: (row) => ({ text: row.description, sub: row.code }) },
    { field: 'course_id', cell: (row) => row.course },
    { field: 'expiry_days', cell: (row) => formatCount(row.expiry_days, 'dag', 'dagen') },
    { field: 'product_id', cell: (row) => row.product ?? { text: 'Zonder prijs', muted: true } },
    { label: 'Actieve licenties', key: 'licenses', cell: (row) => String(row.licenses) },
  ],
  rowCss: (row) => (row.active ? null : 'is-off'),
  open: (row) => `${HOME}/${encodeURIComponent(row.code)}`,
  add: {
    ...change,
    label: 'E-learning toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/e-learning/course/add',
    primary: true,
  },
  empty: {
    icon: 'device-laptop',
    title: 'Nog geen e-learning',
    text: 'Zet hier de e-learning van uw leverancier neer, met wat een licentie kost.',
  },
  example: () => ({}),
})

/** One of them, by its code at the supplier. */
export const courseView = popup({
  ...access,
  right: 'view',
  recordParam: null,
  path: `${HOME}/:code(word)`,
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => {
    const course = await getCourseByCode(db, params.code)
    const price = await priceOfCourse(db, course)
    return { course, price: price === null ? null : formatMoney(price) }
  },
  title: ({ course }) => course.description,
  subtitle: ({ course }) => `E-learning · ${course.code}`,
  actions: ({ course }) => [
    { ...change, label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/e-learning/course/edit/${course.id}` },
  ],
  options: ({ course: { id } }) => [
    deleteOption(`/e-learning/course/delete/${id}`, { type: 'e_learning_course', id }, eLearningCoursesArea),
  ],
  footnote: ({ course }) => `Laatst gewijzigd op ${formatDateTime(course.updated_at)}`,
  view: 'training/e-learning/course',
  example: () => ({ params: { code: 'EHBO-ONLINE' } }),
})

const chosenOf = ({ product_id, product, course_id, course }: ELearningCourse) => ({
  product_id: product_id === null ? [] : [{ id: product_id, label: product! }],
  course_id: course_id === null ? [] : [{ id: course_id, label: course! }],
})

export const courseForms = recordForms({
  area: eLearningCoursesArea,
  record: 'e_learning_course',
  label: 'E-learning',
  path: '/e-learning/course',
  home: HOME,
  size: 'medium',
  view: 'training/e-learning/course-form',
  formRecords: { product_id: 'product', course_id: 'course' },
  name: 'course',
  add: {
    load: () => ({ course: null, chosen: { product_id: [], course_id: [] } }),
    form: CourseForm,
    save: async ({ trx, form }) => ({ id: await addCourse(trx, form) }),
    example: () => ({ form: { code: 'VCA-ONLINE', description: 'E-learning VCA', expiry_days: 30 } }),
  },
  edit: {
    load: async ({ db, params }) => {
      const course = await getCourse(db, params.id)
      return { course, chosen: chosenOf(course) }
    },
    form: CourseEditForm,
    save: async ({ trx, params, form }) => {
      await editCourse(trx, params.id, form)
      return {}
    },
    example: (story) => ({ params: { id: story.eLearning.course }, form: { expiry_days: 120 } }),
  },
  delete: {
    remove: deleteCourse,
    example: (story) => ({ form: { id: story.eLearning.unused } }),
  },
})
