import { sql } from 'kysely'
import { may } from '../../../../platform/access/viewer.ts'
import { recordForms } from '../../../../platform/screens/form/record-forms.ts'
import { table } from '../../../../platform/screens/table/table.ts'
import { deviceFieldsArea } from '../rights.ts'
import { addOwnField, deleteOwnField, editOwnField } from './own-fields.commands.ts'
import { OwnFieldEditForm, OwnFieldForm } from './own-fields.forms.ts'
import { getOwnField, listOwnFields } from './own-fields.queries.ts'
import { FIELD_KINDS } from './own-fields.rules.ts'

const access = { area: deviceFieldsArea, record: 'device_field' } as const

/** What a category asks of its devices: a tab of it. */
export const ownFieldTable = table({
  ...access,
  recordParam: null,
  alsoRecords: { id: 'device_category' },
  right: 'view',
  path: '/inspections/categories/:id/fields',
  title: 'Eigen velden',
  query: (db, _viewer, { id }) => listOwnFields(db).where('device_fields.category_id', '=', id),
  sorts: { id: { by: [sql`device_fields.id`], type: 'bigint' } },
  defaultSort: 'id',
  columns: [
    { field: 'name', kind: 'main', cell: (row) => row.name },
    { field: 'kind', cell: (row) => FIELD_KINDS[row.kind] },
    { field: 'unit', cell: (row) => row.unit },
    { field: 'options', cell: (row) => row.options.join(', ') },
  ],
  open: (row, viewer) =>
    may(viewer, deviceFieldsArea, 'change') ? `/inspections/categories/fields/edit/${row.id}` : null,
  add: {
    area: deviceFieldsArea,
    right: 'change',
    label: 'Veld toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/inspections/categories/:id/fields/add',
    primary: true,
  },
  exportable: false,
  empty: {
    icon: 'forms',
    title: 'Nog geen eigen velden',
    text: 'Een eigen veld vraagt iets van alle apparaten van deze categorie en van die eronder: een gewicht, een datum, een keuze.',
  },
  example: (story) => ({ params: { id: story.deviceCategories.extinguishers } }),
})

export const ownFieldForms = recordForms({
  ...access,
  label: 'Veld',
  path: '/inspections/categories/fields',
  home: '/inspections/categories',
  size: 'small',
  view: 'inspections/device-categories/own-field',
  name: 'field',
  add: {
    of: 'device_category',
    path: '/inspections/categories/:id/fields/add',
    form: OwnFieldForm,
    load: () => ({ field: null }),
    save: async ({ trx, params, form }) => ({
      id: await addOwnField(trx, params.id, form),
      also: [{ type: 'device_category', id: params.id }],
    }),
    example: (story) => ({
      params: { id: story.deviceCategories.extinguishers },
      form: { name: 'Blusvermogen', kind: 'text' },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const field = await getOwnField(db, params.id)
      return { field: { ...field, options: field.options.join('\n') } }
    },
    title: ({ field }) => field.name,
    subtitle: ({ field }) => field.category,
    form: OwnFieldEditForm,
    save: ({ trx, params, form }) => editOwnField(trx, params.id, form),
    example: (story) => ({ params: { id: story.deviceFields.weight }, form: { unit: 'kilo' } }),
  },
  delete: { remove: deleteOwnField },
})
