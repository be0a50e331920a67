import { sql } from 'kysely'
import * as z from 'zod'
import { may, viewerScope } from '../../platform/access/viewer.ts'
import { fragment, json } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import type { OwnExample } from '../../platform/screens/screen.ts'
import { table } from '../../platform/screens/table/table.ts'
import { type HidableField, HIDABLE_FIELDS, keepAccountNames } from '../naming/index.ts'
import { addCourseLine, deleteCourseLine, editCourseLine, setHiddenFields } from './companies.commands.ts'
import { CourseLineEditForm, CourseLineForm, HiddenFieldsForm } from './companies.forms.ts'
import { getCompany } from './companies.queries.ts'
import { courseLineNotes, getCourseLine, listCourseLines } from './course-lines.queries.ts'
import { companiesArea } from './rights.ts'

const access = { area: companiesArea, record: 'company' } as const
const ofOwn: OwnExample = (story) => ({
  params: { id: story.companies.deLinde },
  foreign: { id: story.companies.vanLoon },
})

const saved = { str: 'Wijziging opgeslagen', type: 'success' } as const

/** What is arranged for one company alone (T-030): what its courses cost, which fields its people have, how it looks. */
export const customizationsTab = fragment({
  ...access,
  right: 'view',
  path: '/companies/:id/customizations/getTab',
  pageAddress: '/company/view/:id?item=customizations',
  view: 'relations/companies/customizations',
  load: async ({ db, params, viewer }) => {
    const company = await getCompany(db, params.id)
    return {
      company,
      hidden: company.hidden_contact_fields.map((key) => HIDABLE_FIELDS[key as HidableField]).filter(Boolean),
      manages: viewerScope(viewer, companiesArea, 'change') === 'all',
    }
  },
  example: ofOwn,
})

export const hiddenFields = formPopup({
  ...access,
  right: 'change',
  path: '/companies/:id/hiddenFields',
  home: '/companies',
  size: 'small',
  load: async ({ db, params }) => ({ company: await getCompany(db, params.id) }),
  title: 'Verborgen contactvelden',
  view: 'relations/companies/hidden-fields',
  form: HiddenFieldsForm,
  version: ({ company }) => company.version,
  save: async ({ trx, params, form }) => {
    await setHiddenFields(trx, params.id, form.hidden_contact_fields, form.version)
    const renamed = await keepAccountNames(trx, { companyId: params.id })
    return { changed: [{ type: 'company', id: params.id }, ...renamed], flash: saved }
  },
  example: (story) => ({ params: { id: story.companies.deLinde }, form: { hidden_contact_fields: 'birth_date' } }),
})

export const courseLines = table({
  ...access,
  fieldsOf: 'company-course-line',
  record: 'company-course-line',
  right: 'view',
  recordParam: null,
  alsoRecords: { id: 'company' },
  path: '/companies/:id/courseLines',
  title: 'Afwijkende factuurregels',
  query: (db, _viewer, params) => listCourseLines(db, params.id),
  sorts: { course: { by: [sql`courses.description collate "nl-x-icu"`] } },
  defaultSort: 'course',
  columns: [
    { field: 'course_id', kind: 'main', sort: 'course', cell: (line) => line.course },
    { field: 'description', cell: (line) => line.description },
    { field: 'price', kind: 'num', cell: (line) => line.price_text },
  ],
  open: (line, viewer) => (may(viewer, companiesArea, 'change') ? `/companies/courseLine/${line.id}` : null),
  exportable: false,
  empty: { icon: 'receipt', title: 'Geen afwijkende factuurregels', text: 'Voor elke opleiding geldt de prijslijst.' },
  example: ofOwn,
})

export const courseLineForms = recordForms({
  area: companiesArea,
  record: 'company-course-line',
  label: 'Factuurregel',
  path: '/companies/courseLine',
  home: '/companies',
  size: 'medium',
  view: 'relations/companies/course-line',
  name: 'line',
  add: {
    of: 'company',
    path: '/companies/:id/courseLine/add',
    load: async ({ db, params }) => ({ company: await getCompany(db, params.id), line: null }),
    form: CourseLineForm,
    formRecords: { course_id: 'course' },
    save: ({ trx, params, form }) => addCourseLine(trx, params.id, form),
    example: (story) => ({
      params: { id: story.companies.deLinde },
      form: { course_id: story.courses.ehbo, price: '199,00' },
    }),
  },
  edit: {
    path: '/companies/courseLine/:id',
    load: async ({ db, params }) => {
      const line = await getCourseLine(db, params.id)
      return { line, company: { id: line.company_id } }
    },
    title: ({ line }) => `Factuurregel: ${line.course}`,
    form: CourseLineEditForm,
    save: ({ trx, params, form }) => editCourseLine(trx, params.id, form),
    example: (story) => ({ params: { id: story.courseLines.bhvOfDeLinde }, form: { price: '250,00' } }),
  },
  delete: { remove: deleteCourseLine, example: (story) => ({ form: { id: story.courseLines.bhvOfDeLinde } }) },
})

/** Judges a line while it is typed: a course has one line per company. */
export const courseLineValidation = json({
  ...access,
  right: 'change',
  path: '/companies/:id/loadCustomCourseProductLineValidation',
  query: z.object({ course_id: z.coerce.number().int().min(0).max(2_147_483_647).catch(0) }),
  answer: async ({ db, params, query }) => {
    await getCompany(db, params.id)
    const notes = await courseLineNotes(db, params.id, query.course_id)
    return { valid: Object.keys(notes).length === 0, notes }
  },
  example: (story) => ({ params: { id: story.companies.deLinde } }),
})
