import { sql } from 'kysely'
import * as z from 'zod'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { textFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addCategory, deleteCategory, editCategory } from './lists.commands.ts'
import { CategoryEditForm, CategoryForm } from './questionnaires.forms.ts'
import { getCategory, listCategories } from './questionnaires.queries.ts'
import { questionsArea } from './rights.ts'

const change = { area: questionsArea, right: 'change' } as const
const failText = 'Er ging iets mis bij het opslaan.'
/** A selector's 'Nieuw...' brings what was typed in it. */
const typed = z.object({ name: z.string().max(120).catch('') })

export const categoryTable = table({
  area: questionsArea,
  record: 'evaluation_category',
  right: 'view',
  path: '/evaluations/categories',
  title: 'Categorieën van vragen',
  query: (db) => listCategories(db),
  filters: { search: textFilter('Zoeken', { text: sql<string>`normalise(evaluation_categories.name)` }) },
  sorts: { name: { by: [sql`evaluation_categories.name collate "nl-x-icu"`] } },
  defaultSort: 'name',
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: ({ name }) => name },
    { label: 'Vragen', key: 'asked', kind: 'num', cell: ({ asked }) => asked },
  ],
  open: ({ id }) => `/evaluations/categories/view/${id}`,
  add: {
    ...change,
    label: 'Categorie toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/evaluations/categories/add',
    primary: true,
  },
  empty: {
    icon: 'category',
    title: 'Nog geen categorieën',
    text: 'De vragen van een categorie staan samen op één scherm.',
  },
  example: () => ({}),
})

export const categoryForms = recordForms({
  area: questionsArea,
  record: 'evaluation_category',
  label: 'Categorie',
  path: '/evaluations/categories',
  home: '/evaluations/categories',
  size: 'small',
  view: 'training/questionnaires/category',
  name: 'category',
  add: {
    query: typed,
    form: CategoryForm,
    load: ({ query }) => ({ category: null, name: query.name }),
    failText,
    save: async ({ trx, form }) => {
      const id = await addCategory(trx, form.name)
      return { id, body: { id, name: form.name } }
    },
    example: () => ({ form: { name: 'Catering' } }),
  },
  edit: {
    path: '/evaluations/categories/view/:id',
    load: async ({ db, params }) => {
      const category = await getCategory(db, params.id)
      return { category, name: category.name }
    },
    title: ({ category }) => category.name,
    form: CategoryEditForm,
    failText,
    save: ({ trx, params, form }) => editCategory(trx, params.id, form),
    example: (story) => ({ params: { id: story.evaluations.category }, form: { name: 'Uw docent' } }),
  },
  delete: { remove: deleteCategory },
})
