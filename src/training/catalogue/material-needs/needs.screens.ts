import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import { may } from '../../../platform/access/viewer.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { resourcesArea } from '../../../system/materials/rights.ts'
import { getCourse } from '../courses/index.ts'
import { addNeeds, deleteNeed, editNeed } from './needs.commands.ts'
import { NeedEditForm, NeedForm } from './needs.forms.ts'
import { getNeed, listCourseComponents, listNeeds } from './needs.queries.ts'
import { needText } from './needs.rules.ts'

const HOME = '/courses'
const access = { area: resourcesArea, record: 'component_material' } as const

/** What the parts of a course are given with: a tab of the course. */
export const courseMaterials = table({
  ...access,
  recordParam: null,
  alsoRecords: { id: 'course' },
  right: 'view',
  path: '/course/:id/materials',
  title: 'Middelen',
  query: (db, _viewer, { id }) => listNeeds(db, id),
  sorts: { component: { by: [sql`course_components.position`], type: 'bigint' } },
  defaultSort: 'component',
  columns: [
    { label: 'Middel', kind: 'main', cell: (row) => row.name },
    { label: 'Onderdeel', sort: 'component', cell: (row) => row.part },
    { label: 'Nodig', key: 'needed', cell: (row) => needText(row) },
    { label: 'Er zijn er', key: 'total', kind: 'num', cell: (row) => row.total },
  ],
  open: (row, viewer) => (may(viewer, resourcesArea, 'change') ? `/course/materials/edit/${row.id}` : null),
  add: {
    label: 'Middelen toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/course/materials/add/:id',
    primary: true,
    area: resourcesArea,
    right: 'change',
  },
  empty: {
    icon: 'packages',
    title: 'Geen middelen nodig',
    text: 'Zeg wat een onderdeel nodig heeft, dan wordt een tekort bij het plannen gemeld.',
  },
  example: (story) => ({ params: { id: story.courses.forklift } }),
})

export const needForms = recordForms({
  ...access,
  label: 'Middel',
  path: '/course/materials',
  home: HOME,
  size: 'small',
  view: 'training/material-needs/form',
  name: 'need',
  add: {
    of: 'course',
    load: async ({ db, params }) => {
      const components = await listCourseComponents(db, params.id)
      const { description } = await getCourse(db, params.id)
      return {
        need: null,
        course: description,
        components: components.map(({ id, description }) => ({ value: String(id), label: description })),
      }
    },
    title: 'Middelen toevoegen',
    subtitle: ({ course }) => course,
    form: NeedForm,
    formRecords: { materials: 'material' },
    submits: [{ label: 'Middelen toevoegen' }],
    save: async ({ trx, params, form }) => {
      const ids = await addNeeds(trx, params.id, form)
      return {
        changed: [...ids.map((id) => ({ type: 'component_material', id })), { type: 'course', id: params.id }],
        flash: { str: `${formatCount(ids.length, 'middel', 'middelen')} toegevoegd`, type: 'success' },
        body: { ids },
      }
    },
    example: (story) => ({
      params: { id: story.courses.bhv },
      form: { component_id: story.courses.bhv * 10 + 1, materials: story.materials.manikin },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ need: await getNeed(db, params.id), components: [] }),
    title: ({ need }) => need.name,
    subtitle: ({ need }) => need.part,
    form: NeedEditForm,
    save: ({ trx, params, form }) => editNeed(trx, params.id, form),
    example: (story) => ({ params: { id: story.materialNeed }, form: { count: 2 } }),
  },
  delete: {
    flash: 'Middel weggehaald',
    remove: deleteNeed,
    example: (story) => ({ form: { id: story.materialNeed } }),
  },
})
