import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { table } from '../../platform/screens/table/table.ts'
import { settingsArea } from '../settings/rights.ts'
import { TypeEditForm, TypeForm } from './documents.forms.ts'
import { getType, listTypes } from './documents.queries.ts'
import { documentTypeFields } from './types.fields.ts'

const HOME = '/documents/types'
const access = { area: settingsArea, record: 'document-type' } as const

export const typeTable = table({
  ...access,
  right: 'view',
  path: '/documents/types',
  title: 'Documenttypes',
  query: (db) => listTypes(db),
  sorts: { name: { by: [sql`document_types.name::text collate "nl-x-icu"`] } },
  defaultSort: 'name',
  columns: [
    { field: 'name', edit: true, kind: 'main', sort: 'name', cell: (type) => type.name },
    { field: 'active', cell: (type) => (type.active ? 'Ja' : { text: 'Nee', muted: true }) },
  ],
  edits: { url: '/documents/types/cell', area: settingsArea },
  open: (type) => `/documents/types/edit/${type.id}`,
  rowCss: (type) => (type.active ? null : 'is-off'),
  add: {
    label: 'Documenttype toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/documents/types/add',
    primary: true,
    area: settingsArea,
    right: 'change',
  },
  empty: { icon: 'tags', title: 'Geen documenttypes', text: 'Zonder type kan er geen document worden toegevoegd.' },
  example: () => ({}),
})

const addType = async (trx: Trx, name: string): Promise<number> =>
  (await trx.insertInto('document_types').values({ name }).returning('id').executeTakeFirstOrThrow()).id

async function changeType(
  trx: Trx,
  id: number,
  changes: { name?: string; active?: boolean },
  version: number,
): Promise<void> {
  await lockVersion(trx, 'document_types', id, version, changes)
  await trx.updateTable('document_types').set(changes).where('id', '=', id).execute()
}

export const typeForms = recordForms({
  ...access,
  label: 'Documenttype',
  path: '/documents/types',
  home: HOME,
  size: 'small',
  view: 'system/documents/type',
  name: 'type',
  add: {
    form: TypeForm,
    submits: [{ label: 'Opslaan' }],
    save: async ({ trx, form }) => ({ id: await addType(trx, form.name), body: undefined }),
    example: () => ({ form: { name: 'Verklaring' } }),
  },
  edit: {
    load: async ({ db, params }) => ({ type: await getType(db, params.id) }),
    title: ({ type }) => `${type.name} wijzigen`,
    form: TypeEditForm,
    save: ({ trx, params, form: { version, ...input } }) => changeType(trx, params.id, input, version),
    example: (story) => ({ params: { id: story.documents.type }, form: { name: 'Contract' } }),
  },
})

/** The name of a type, changed in the list. */
export const typeCell = cellEdit({
  ...access,
  right: 'change',
  path: '/documents/types/cell',
  fields: documentTypeFields,
  names: ['name'],
  save: ({ trx, id, changes, version }) => changeType(trx, id, changes, version),
  example: (story) => ({ form: { id: story.documents.type, field: 'name', value: 'Contracten', version: 1 } }),
})
