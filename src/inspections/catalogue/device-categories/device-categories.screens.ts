import { sql } from 'kysely'
import * as z from 'zod'
import { formatDateTime } from '../../../platform/format/format.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { textFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { may } from '../../../platform/access/viewer.ts'
import {
  addCategory,
  addSchedule,
  deleteCategory,
  deleteSchedule,
  editCategory,
  editSchedule,
} from './device-categories.commands.ts'
import {
  DeviceCategoryEditForm,
  DeviceCategoryForm,
  InspectionScheduleEditForm,
  InspectionScheduleForm,
  categoryRecords,
} from './device-categories.forms.ts'
import {
  byCategory,
  categoryPath,
  getCategory,
  getSchedule,
  listCategories,
  listSchedules,
  searchedCategories,
} from './device-categories.queries.ts'
import { BASES, KINDS, rhythmText } from './device-categories.rules.ts'
import { deviceCategoriesArea, deviceFieldsArea } from './rights.ts'

const HOME = '/inspections/categories'
const access = { area: deviceCategoriesArea, record: 'device_category' } as const
const change = { area: deviceCategoriesArea, right: 'change' } as const

export const deviceCategoryTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Apparaatcategorieën',
  query: (db) => listCategories(db).select(categoryPath.as('path')),
  filters: { search: textFilter('Zoeken', searchedCategories) },
  sorts: { path: { by: [sql`${categoryPath} collate "nl-x-icu"`] }, name: { by: [byCategory] } },
  defaultSort: 'path',
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (category) => category.name },
    { field: 'parent_id', sort: 'path', cell: (category) => category.parent },
    { label: 'Schema’s', key: 'schedules', kind: 'num', cell: (category) => category.schedule_count },
    { label: 'Apparaten', key: 'devices', kind: 'num', cell: (category) => category.device_count },
  ],
  open: (category) => `/inspections/categories/view/${category.id}`,
  add: {
    ...change,
    label: 'Categorie toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/inspections/categories/add',
    primary: true,
  },
  empty: {
    icon: 'category',
    title: 'Nog geen categorieën',
    text: 'Een categorie zegt wanneer haar apparaten gekeurd, onderhouden en vervangen worden.',
  },
  example: () => ({}),
})

export const deviceCategoryView = popup({
  ...access,
  right: 'view',
  path: '/inspections/categories/view/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => ({ category: await getCategory(db, params.id) }),
  title: ({ category }) => category.name,
  subtitle: 'Apparaatcategorie',
  nextSteps: ({ category }) =>
    category.schedule_count > 0
      ? []
      : [
          {
            ...change,
            label: 'Schema toevoegen',
            icon: 'calendar-repeat',
            kind: 'popup',
            url: `/inspections/categories/${category.id}/schedules/add`,
            next: true,
          },
        ],
  actions: ({ category }) => [
    {
      ...change,
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/inspections/categories/edit/${category.id}`,
    },
  ],
  options: ({ category }) => [
    deleteOption('/inspections/categories/delete', { type: 'device_category', id: category.id }, deviceCategoriesArea),
  ],
  footnote: ({ category }) => `Laatst gewijzigd op ${formatDateTime(category.updated_at)}`,
  layout: 'menu',
  parts: [
    {
      key: 'schedules',
      label: 'Schema’s',
      icon: 'calendar-repeat',
      url: ({ category }) => `/inspections/categories/${category.id}/schedules?embed=1`,
    },
    {
      key: 'fields',
      label: 'Eigen velden',
      icon: 'forms',
      url: ({ category }) => `/inspections/categories/${category.id}/fields?embed=1`,
      area: deviceFieldsArea,
    },
    {
      key: 'devices',
      label: 'Apparaten',
      icon: 'fire-extinguisher',
      url: ({ category }) => `/inspections/devices?embed=1&device_category_id=${category.id}`,
      count: ({ category }) => category.device_count,
    },
    { key: 'details', label: 'Gegevens', icon: 'category', view: 'inspections/device-categories/details' },
  ],
  example: (story) => ({ params: { id: story.deviceCategories.extinguishers } }),
})

const chosen = (id: number | null, label: string | null) => (id === null ? [] : [{ id, label: label! }])

export const deviceCategoryForms = recordForms({
  ...access,
  label: 'Categorie',
  path: '/inspections/categories',
  home: HOME,
  size: 'medium',
  view: 'inspections/device-categories/form',
  name: 'category',
  formRecords: categoryRecords,
  add: {
    // A selector's 'Nieuw...' brings what was typed in it.
    query: z.object({ name: z.string().max(120).catch('') }),
    form: DeviceCategoryForm,
    load: ({ query }) => ({ category: null, name: query.name, chosen: null }),
    save: async ({ trx, form }) => {
      const id = await addCategory(trx, form)
      return { id, body: { id, name: form.name } }
    },
    open: (id) => `/inspections/categories/view/${id}`,
    example: () => ({ form: { name: 'Oogdouches' } }),
  },
  edit: {
    load: async ({ db, params }) => {
      const category = await getCategory(db, params.id)
      return {
        category,
        name: category.name,
        chosen: {
          parent_id: chosen(category.parent_id, category.parent),
          product_id: chosen(category.product_id, category.product),
          approved_product_id: chosen(category.approved_product_id, category.approved_product),
          installed_product_id: chosen(category.installed_product_id, category.installed_product),
          skill_id: chosen(category.skill_id, category.skill),
          checklist_id: chosen(category.checklist_id, category.checklist),
        },
      }
    },
    title: ({ category }) => `${category.name} wijzigen`,
    form: DeviceCategoryEditForm,
    save: ({ trx, params, form }) => editCategory(trx, params.id, form),
    options: [],
    example: (story) => ({
      params: { id: story.deviceCategories.extinguishers },
      form: { name: 'Draagbare brandblussers' },
    }),
  },
  delete: { remove: deleteCategory },
})

/** By which rhythm its devices are due: a tab of a category. */
export const inspectionScheduleTable = table({
  area: deviceCategoriesArea,
  record: 'inspection_schedule',
  recordParam: null,
  alsoRecords: { id: 'device_category' },
  right: 'view',
  path: '/inspections/categories/:id/schedules',
  title: 'Schema’s',
  query: (db, _viewer, { id }) => listSchedules(db).where('inspection_schedules.category_id', '=', id),
  sorts: {
    weight: { by: [sql`inspection_schedules.weight`, sql`inspection_schedules.name`], types: ['bigint', 'text'] },
  },
  defaultSort: '-weight',
  columns: [
    { field: 'name', kind: 'main', cell: (row) => row.name },
    { field: 'kind', cell: (row) => KINDS[row.kind as keyof typeof KINDS] },
    { label: 'Wanneer', key: 'rhythm', cell: (row) => rhythmText(row) },
    { field: 'basis', cell: (row) => BASES[row.basis as keyof typeof BASES] },
    { field: 'norm', cell: (row) => row.norm },
    { field: 'active', cell: (row) => (row.active ? '' : { text: 'Nog te controleren', tone: 'warning' }) },
  ],
  rowCss: (row) => (row.active ? null : 'is-off'),
  open: (row, viewer) =>
    may(viewer, deviceCategoriesArea, 'change') ? `/inspections/categories/schedules/edit/${row.id}` : null,
  add: {
    ...change,
    label: 'Schema toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/inspections/categories/:id/schedules/add',
    primary: true,
  },
  exportable: false,
  empty: {
    icon: 'calendar-repeat',
    title: 'Nog geen schema’s',
    text: 'Een schema zegt hoe vaak apparaten van deze categorie aan de beurt zijn, en vanaf welke dag dat telt.',
  },
  example: (story) => ({ params: { id: story.deviceCategories.extinguishers } }),
})

export const inspectionScheduleForms = recordForms({
  area: deviceCategoriesArea,
  record: 'inspection_schedule',
  label: 'Schema',
  path: '/inspections/categories/schedules',
  home: HOME,
  size: 'medium',
  view: 'inspections/device-categories/schedule',
  name: 'schedule',
  add: {
    of: 'device_category',
    path: '/inspections/categories/:id/schedules/add',
    form: InspectionScheduleForm,
    load: () => ({ schedule: null }),
    save: async ({ trx, params, form }) => ({
      id: await addSchedule(trx, params.id, form),
      also: [
        { type: 'device_category', id: params.id },
        { type: 'device', id: 0 },
      ],
    }),
    example: (story) => ({
      params: { id: story.deviceCategories.extinguishers },
      form: { name: 'Halfjaarlijks nazien', kind: 'inspection', basis: 'last', first_after: '6', repeat_after: '6', weight: '1', active: '1' }, // prettier-ignore
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ schedule: await getSchedule(db, params.id) }),
    title: ({ schedule }) => schedule.name,
    subtitle: ({ schedule }) => schedule.category,
    form: InspectionScheduleEditForm,
    save: async ({ trx, params, form }) => {
      await editSchedule(trx, params.id, form)
      return { also: [{ type: 'device', id: 0 }] }
    },
    example: (story) => ({ params: { id: story.inspectionSchedules.yearly }, form: { norm: 'NEN 2559:2021' } }),
  },
  delete: { remove: deleteSchedule },
})

/** All categories with the one above them, for who draws the tree. */
export const deviceCategoriesJson = json({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/ajax/getDeviceCategories',
  answer: async ({ db }) => {
    const rows = await db.selectFrom('device_categories').select(['id', 'name', 'parent_id as parent']).orderBy(byCategory).orderBy('id').execute() // prettier-ignore
    return { data: rows }
  },
  example: () => ({}),
})
