import { sql } from 'kysely'
import { may } from '../../platform/access/viewer.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { table } from '../../platform/screens/table/table.ts'
import { awayText } from '../occupations/index.ts'
import { addOutage, deleteOutage, editOutage } from './materials.commands.ts'
import { OutageEditForm, OutageForm } from './materials.forms.ts'
import { getMaterial, getOutage, listOutages } from './materials.queries.ts'
import { resourcesArea } from './rights.ts'

const HOME = '/settings/resources'
const access = { area: resourcesArea, record: 'material_outage' } as const

/** When some of it cannot be used, inside its popup. */
export const materialOutages = table({
  ...access,
  alsoRecords: { id: 'material' },
  right: 'view',
  path: '/settings/resource/outages/:id',
  title: 'Buiten gebruik',
  query: (db, _viewer, { id }) => listOutages(db).where('material_outages.material_id', '=', id),
  sorts: { first_day: { by: [sql`material_outages.first_day`], type: 'date' } },
  defaultSort: '-first_day',
  columns: [
    { field: 'description', kind: 'main', cell: (row) => row.description },
    { field: 'count', kind: 'num', cell: (row) => row.count },
    { label: 'Periode', sort: 'first_day', cell: (row) => awayText(row) },
  ],
  rowCss: (row) => (row.is_past ? 'is-off' : null),
  open: (row, viewer) => (may(viewer, resourcesArea, 'change') ? `/settings/resource/outage/edit/${row.id}` : null),
  empty: { icon: 'packages', title: 'Altijd te gebruiken', text: 'Zet hier wanneer er iets stuk is of gekeurd wordt.' },
  example: (story) => ({ params: { id: story.materials.forklift } }),
})

export const outageForms = recordForms({
  ...access,
  label: 'Buiten gebruik',
  path: '/settings/resource/outage',
  home: HOME,
  size: 'small',
  view: 'system/materials/outage',
  name: 'outage',
  add: {
    of: 'material',
    load: async ({ db, params }) => ({ material: await getMaterial(db, params.id), outage: null }),
    title: 'Buiten gebruik',
    subtitle: ({ material }) => material.name,
    form: OutageForm,
    submits: [{ label: 'Buiten gebruik zetten' }],
    save: async ({ trx, params, form }) => {
      const id = await addOutage(trx, params.id, form)
      return {
        id,
        also: [{ type: 'material', id: params.id }],
        flash: { str: 'Buiten gebruik gezet', type: 'success' },
      }
    },
    example: (story) => ({
      params: { id: story.materials.forklift },
      form: { description: 'Keuring', count: 1, first_day: '01-02-2030', last_day: '02-02-2030' },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ outage: await getOutage(db, params.id) }),
    form: OutageEditForm,
    save: ({ trx, params, form }) => editOutage(trx, params.id, form),
    example: (story) => ({ params: { id: story.materials.outage }, form: { description: 'Reparatie mast' } }),
  },
  delete: {
    flash: 'Weer in gebruik',
    remove: deleteOutage,
    example: (story) => ({ form: { id: story.materials.outage } }),
  },
})
