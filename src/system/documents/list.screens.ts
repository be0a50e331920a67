import { type SqlBool, sql } from 'kysely'
import { may } from '../../platform/access/viewer.ts'
import { formatDate } from '../../platform/format/format.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { ownerFilters, ownerParam } from '../../platform/screens/form/carried.ts'
import { table } from '../../platform/screens/table/table.ts'
import { periodFilter, selectFilter, selectorFilter, textFilter } from '../../platform/screens/table/table-filters.ts'
import { formatSize } from '../../platform/format/size.ts'
import { settingsArea } from '../settings/rights.ts'
import { documentFields } from './documents.fields.ts'
import { listDocuments, ofOwner } from './documents.queries.ts'
import { mayChangeDocument } from './documents.rules.ts'
import { documentColumns } from './list.columns.ts'
import { documentGroups } from './list.groups.ts'
import { documentsArea } from './rights.ts'

/** 'een contact, een bedrijf of een planning'. */
const oneOf = (types: readonly RecordType[]) =>
  new Intl.ListFormat('nl', { type: 'disjunction' }).format(types.map(({ label }) => `een ${label.one}`))

/** All documents, of records of these types. */
export const documentTable = (types: readonly RecordType[]) =>
  table({
    area: documentsArea,
    record: 'document',
    right: 'view',
    path: '/documents',
    title: 'Documenten',
    query: (db, _viewer, _params, { registry }) => listDocuments(db, registry),
    filters: {
      search: textFilter('Zoeken', { text: sql<string>`normalise(documents.name)`, table: 'documents' }),
      type_id: selectorFilter(
        documentFields.type_id.label,
        'document-type',
        (types) => sql<SqlBool>`documents.type_id in (${sql.join(types)})`,
      ),
      external: selectFilter(
        'Extern',
        [
          { value: 'yes', label: 'Ja' },
          { value: 'no', label: 'Nee' },
        ],
        (value) => (value === 'yes' ? sql<SqlBool>`documents.external` : sql<SqlBool>`not documents.external`),
      ),
      added: periodFilter('Toegevoegd', { column: sql`documents.created_at`, type: 'timestamptz' }),
      ...ownerFilters(types, ofOwner),
    },
    sorts: {
      added: { by: [sql`documents.created_at`], type: 'timestamptz' },
      name: { by: [sql`documents.name collate "nl-x-icu"`] },
    },
    defaultSort: '-added',
    groups: documentGroups,
    moreColumns: documentColumns(types),
    edits: { url: '/documents/cell', area: documentsArea, of: (d, viewer) => mayChangeDocument(viewer, d) },
    columns: [
      { field: 'name', edit: true, kind: 'main', sort: 'name', cell: (d) => d.name },
      { field: 'type_id', cell: (d) => d.type },
      {
        label: 'Van',
        key: 'owner',
        hiddenWhenFilteredBy: types.map(({ type }) => ownerParam(type)),
        cell: (d) => d.owner_name,
      },
      {
        field: 'external',
        cell: (d) => (d.external ? { text: 'Ja', icon: 'world' } : { text: 'Nee', muted: true }),
        when: (viewer) => may(viewer, documentsArea, 'change'),
      },
      { label: 'Versie', key: 'version', kind: 'num', cell: (d) => d.number },
      { label: 'Grootte', key: 'size', kind: 'num', cell: (d) => formatSize(d.byte_size) },
      { label: 'Toegevoegd', sort: 'added', cell: (d) => formatDate(d.created_at) },
    ],
    open: (d) => `/documents/view/${d.id}`,
    actions: [
      {
        label: 'Documenttypes',
        icon: 'tags',
        kind: 'link',
        url: '/documents/types',
        area: settingsArea,
        right: 'change',
      },
    ],
    empty: {
      icon: 'files',
      title: 'Nog geen documenten',
      text: `Een document hoort bij ${oneOf(types)}, en wordt daar toegevoegd.`,
    },
    example: () => ({ foreign: null }),
  })
