import { type SqlBool, sql } from 'kysely'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import { table } from '../../platform/screens/table/table.ts'
import { selectFilter, selectorFilter, textFilter } from '../../platform/screens/table/table-filters.ts'
import { changeMaterial } from './materials.commands.ts'
import { materialColumns } from './materials.columns.ts'
import { materialFields } from './materials.fields.ts'
import { materialGroups } from './materials.groups.ts'
import { byMaterial, listMaterials, materialText } from './materials.queries.ts'
import { EVERYWHERE } from './materials.rules.ts'
import { resourcesArea } from './rights.ts'

const access = { area: resourcesArea, record: 'material' } as const

export const materialTable = table({
  ...access,
  right: 'view',
  path: '/settings/resources',
  title: 'Middelen',
  query: (db) => listMaterials(db),
  filters: {
    search: textFilter('Zoeken', { text: materialText }),
    establishment_id: selectorFilter(
      'Vestiging',
      'establishment',
      (establishments) => sql<SqlBool>`materials.establishment_id in (${sql.join(establishments)})`,
      sql<SqlBool>`materials.establishment_id is null`,
    ),
    active: selectFilter(
      'In gebruik',
      [
        { value: 'yes', label: 'Ja' },
        { value: 'no', label: 'Nee' },
      ],
      (value) => (value === 'yes' ? sql<SqlBool>`materials.active` : sql<SqlBool>`not materials.active`),
    ),
  },
  defaults: { active: 'yes' },
  sorts: {
    name: { by: [byMaterial] },
    count: { by: [sql`materials.count`], type: 'bigint' },
  },
  defaultSort: 'name',
  groups: materialGroups,
  moreColumns: materialColumns,
  columns: [
    { label: 'Middel', kind: 'main', sort: 'name', cell: (row) => row.name },
    { field: 'establishment_id', cell: (row) => row.establishment_name ?? EVERYWHERE },
    { field: 'count', edit: true, kind: 'num', sort: 'count', cell: (row) => row.count },
    {
      label: 'Nu buiten gebruik',
      key: 'out',
      cell: (row) => (row.out_now === 0 ? '' : { text: String(row.out_now), tone: 'warning' }),
    },
  ],
  open: (row) => `/settings/resource/view/${row.id}`,
  rowCss: (row) => (row.active ? null : 'is-off'),
  edits: { url: '/settings/resources/cell', area: resourcesArea },
  add: {
    label: 'Middel toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/settings/resource/add',
    primary: true,
    area: resourcesArea,
    right: 'change',
  },
  empty: {
    icon: 'packages',
    title: 'Nog geen middelen',
    text: 'Zet hier het materiaal waarmee u les geeft, zoals oefenpoppen. Bij een opleiding zegt u wat een onderdeel nodig heeft; een tekort wordt bij het plannen gemeld.',
  },
  example: () => ({}),
})

/** One value of one of them, changed in the list. */
export const materialCell = cellEdit({
  ...access,
  right: 'change',
  path: '/settings/resources/cell',
  fields: materialFields,
  names: ['count'],
  save: ({ trx, id, changes, version }) => changeMaterial(trx, id, changes, version),
  example: (story) => ({ form: { id: story.materials.manikin, field: 'count', value: '13', version: 1 } }),
})
