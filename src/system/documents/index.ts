import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../platform/blockers.ts'
import { REMOVE } from '../../platform/files/held-files.ts'
import { removeForgotten } from '../../platform/files/kept-files.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { popupTabs } from '../../platform/screens/popup/popup-tabs.ts'
import { selector } from '../../platform/screens/table/selector.ts'
import { personData } from '../privacy/points.ts'
import { widgets } from '../dashboard/points.ts'
import { fixedTables } from '../settings/points.ts'
import { documentFields } from './documents.fields.ts'
import { countDocumentsOf, documentsVisibleTo, ownerBlockers } from './documents.queries.ts'
import { carriesDocuments } from './documents.rules.ts'
import * as screens from './documents.screens.ts'
import * as editing from './editing.screens.ts'
import { documentTable } from './list.screens.ts'
import { documentData } from './person-data.ts'
import { documentsArea } from './rights.ts'
import { documentsWidget } from './widgets.ts'
import { seedDocuments } from './story.ts'
import { documentTypeFields } from './types.fields.ts'
import * as types from './types.screens.ts'

const { documentExample: _example, ...declared } = screens
const { documentAdd, ...edits } = editing

export const documents: ModulePart = {
  screens: [...Object.values(declared), ...Object.values(edits), ...Object.values(types)],
  screensOver: (all) => [documentTable, documentAdd].map((screen) => screen(all.filter(carriesDocuments))),
  selectors: [
    selector({
      type: 'document-type',
      record: 'document-type',
      table: 'document_types',
      query: (db) => db.selectFrom('document_types').select(['document_types.id', sql<string>`name::text`.as('label')]),
      searched: { text: sql<string>`normalise(document_types.name::text)` },
      sort: [sql`document_types.name::text collate "nl-x-icu"`],
      offered: sql<SqlBool>`document_types.active`,
    }),
  ],
  records: [
    {
      type: 'document',
      label: { one: 'document', many: 'documenten' },
      area: documentsArea,
      table: 'documents',
      visibleTo: documentsVisibleTo,
      open: '/documents/view/{id}',
      fields: documentFields,
      nameSql: sql<string>`documents.name`,
    },
    {
      type: 'document-type',
      label: { one: 'documenttype', many: 'documenttypes' },
      // The names of types appear as a filter for everyone who sees documents.
      area: documentsArea,
      table: 'document_types',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/documents/types/edit/{id}',
      fields: documentTypeFields,
    },
  ],
  navGroups: [{ key: 'reports', label: 'Rapporten', icon: 'chart-bar', order: 110 }],
  nav: [
    {
      group: 'reports',
      label: 'Documenten',
      icon: 'files',
      href: '/documents',
      key: 'd',
      area: documentsArea,
      order: 3,
      lists: { teacher: 9, supervisor: 11, student: 5 },
    },
  ],
  jobs: { [REMOVE]: removeForgotten },
  constraints: {
    document_types_name_key: { field: 'name', message: 'Er is al een documenttype met deze naam.' },
    documents_type_id_fkey: { field: 'type_id', message: 'Dit documenttype bestaat niet meer.' },
    documents_object: { field: '_form', message: 'Waar dit document bij hoort, bestaat niet meer.' },
  },
  afterStory: seedDocuments,
  gifts: [
    give(widgets, [documentsWidget]),
    give(popupTabs, [
      {
        record: carriesDocuments,
        key: 'documents',
        label: 'Documenten',
        icon: 'files',
        area: documentsArea,
        order: 77,
        under: 'contact',
        url: (id, type) => `/documents/of/${type}/${id}`,
        count: countDocumentsOf,
      },
    ]),
    give(blockers, [{ record: carriesDocuments, what: 'delete', reasons: ownerBlockers }]),
    give(mergeStrategies, [{ table: 'documents', column: 'object_id', merges: 'moves' }]),
    give(personData, [documentData]),
    give(fixedTables, ['document_types']),
  ],
}
