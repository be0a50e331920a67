import { sql, type SqlBool } from 'kysely'
import * as z from 'zod'
import { ROLE, type RoleId } from '../../platform/access/roles.ts'
import { openKept } from '../../platform/files/kept-files.ts'
import { id } from '../../platform/forms/fields.ts'
import { formatDate, formatDateTime } from '../../platform/format/format.ts'
import { type Viewer, may } from '../../platform/access/viewer.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { action, file, fragment } from '../../platform/screens/calls.ts'
import type { Action } from '../../platform/screens/models.ts'
import { popup } from '../../platform/screens/popup.ts'
import { deleteOption } from '../../platform/screens/record-options.ts'
import type { OwnExample } from '../../platform/screens/screen.ts'
import { table } from '../../platform/screens/table.ts'
import { selectFilter, selectorFilter, textFilter } from '../../platform/screens/table-filters.ts'
import { NotFound } from '../../platform/errors.ts'
import { settingsArea } from '../settings/rights.ts'
import { deleteDocument, setExternal } from './documents.commands.ts'
import { documentFields } from './documents.fields.ts'
import { DocumentExternalForm } from './documents.forms.ts'
import { getDocument, listDocuments, listVersions } from './documents.queries.ts'
import { OWNERS, OWNER_TYPES, type OwnerType, formatSize, mayChangeDocument } from './documents.rules.ts'
import { documentsArea } from './rights.ts'

const HOME = '/documents'
const access = { area: documentsArea, record: 'document' } as const

/** A document of the story that this role sees, and one that it does not. */
export const documentExample: OwnExample = (story, role) => {
  const { contract, teachers, supervisors, external, foreign } = story.documents
  const seen: Partial<Record<RoleId, number>> = {
    [ROLE.teacher]: teachers,
    [ROLE.supervisor]: supervisors,
    [ROLE.student]: external,
  }
  return {
    params: { id: seen[role] ?? contract },
    foreign: { id: foreign },
  }
}

const owned = (type: OwnerType) => (owner: number) => sql<SqlBool>`${sql.ref(`documents.${OWNERS[type]}`)} = ${owner}`

export const documentTable = table({
  ...access,
  right: 'view',
  path: '/documents',
  title: 'Documenten',
  query: (db, _viewer, _params, { registry }) => listDocuments(db, registry),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`normalise(documents.name)`, table: 'documents' }),
    type_id: selectorFilter(
      documentFields.type_id.label,
      'document-type',
      (type) => sql<SqlBool>`documents.type_id = ${type}`,
    ),
    external: selectFilter(
      'Extern',
      [
        { value: 'yes', label: 'Ja' },
        { value: 'no', label: 'Nee' },
      ],
      (value) => (value === 'yes' ? sql<SqlBool>`documents.external` : sql<SqlBool>`not documents.external`),
    ),
    contact_id: selectorFilter('Contact', 'contact', owned('contact')),
    company_id: selectorFilter('Bedrijf', 'company', owned('company')),
    appointment_id: selectorFilter('Planning', 'appointment', owned('appointment')),
  },
  sorts: {
    added: { by: [sql`documents.created_at`], type: 'timestamptz' },
    name: { by: [sql`documents.name collate "nl-x-icu"`] },
  },
  defaultSort: '-added',
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (d) => d.name },
    { field: 'type_id', cell: (d) => d.type },
    { label: 'Van', impliedBy: Object.values(OWNERS), cell: (d) => d.owner_name },
    {
      field: 'external',
      cell: (d) => (d.external ? { text: 'Ja', icon: 'world' } : { text: 'Nee', muted: true }),
      when: (viewer) => may(viewer, documentsArea, 'change'),
    },
    { label: 'Versie', kind: 'num', cell: (d) => d.number },
    { label: 'Grootte', kind: 'num', cell: (d) => formatSize(d.byte_size) },
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
    text: 'Een document hoort bij een contact, een bedrijf of een planning, en wordt daar toegevoegd.',
  },
  example: () => ({ foreign: null }),
})

/** The documents of one record, as a tab of its popup. */
export const documentsTab = fragment({
  ...access,
  recordParam: null,
  alsoRecords: { objectId: ':object' },
  right: 'view',
  path: '/documents/of/:object/:objectId',
  seenAt: ({ object, objectId }, registry) => registry.itemAddress(object, objectId, 'documents'),
  view: 'system/documents/tab',
  load: async ({ params, viewer }) => {
    const type = OWNER_TYPES.find((owner) => owner === params.object)
    if (!type) throw new NotFound()
    return { query: `${OWNERS[type]}=${params.objectId}`, adds: may(viewer, documentsArea, 'change') }
  },
  example: (story, role) =>
    role === ROLE.student
      ? {
          params: { object: 'contact', objectId: story.contacts.student },
          foreign: { objectId: story.contacts.gerrit },
        }
      : {
          params: { object: 'appointment', objectId: story.appointments.coming },
          foreign: { objectId: story.appointments.foreign },
        },
})

const changes = (document: { id: number; external: boolean }): { actions: Action[]; options: Action[] } => ({
  actions: [
    { label: 'Nieuwe versie', icon: 'upload', kind: 'popup', url: `/documents/version/${document.id}` },
    { label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/documents/edit/${document.id}` },
  ],
  options: [
    {
      label: document.external ? 'Alleen intern maken' : 'Extern zichtbaar maken',
      icon: document.external ? 'lock' : 'world',
      kind: 'post',
      url: '/documents/setExternal',
      fields: { id: String(document.id), external: document.external ? '0' : '1' },
      ...(document.external
        ? {}
        : { confirm: 'Weet u zeker dat u dit document zichtbaar wilt maken voor cursisten en leidinggevenden?' }),
    },
    deleteOption('/documents/delete', { type: 'document', id: document.id }),
  ],
})

export const documentView = popup({
  ...access,
  right: 'view',
  path: '/documents/view/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params, viewer, services }) => {
    const document = await getDocument(db, services.registry, params.id)
    const versions = await listVersions(db, params.id)
    const edits = mayChangeDocument(viewer, document)
    return {
      document,
      edits,
      staff: may(viewer, documentsArea, 'change'),
      sends: may(viewer, messagesArea, 'change'),
      ownerUrl: services.registry.record(document.owner.type).open!.replace('{id}', String(document.owner.id)),
      // Customers get the newest version; what came before is the office's.
      versions: (may(viewer, documentsArea, 'change') ? versions : versions.slice(0, 1)).map((version) => ({
        ...version,
        size: formatSize(version.byte_size),
        at: formatDateTime(version.created_at),
      })),
      added: formatDateTime(document.created_at),
    }
  },
  title: ({ document }) => document.name,
  subtitle: ({ document }) => `${document.type} · ${document.owner_name}`,
  status: ({ document, staff }) => (staff && document.external ? { label: 'Extern', css: 'st-confirmed' } : null),
  actions: ({ document, edits, sends }) => [
    {
      label: 'Downloaden',
      icon: 'download',
      kind: 'download',
      primary: true,
      url: `/documents/download/${document.id}`,
    },
    ...(sends
      ? [{ label: 'Versturen', icon: 'send', kind: 'popup' as const, url: `/documents/send/${document.id}` }]
      : []),
    ...(edits ? changes(document).actions : []),
  ],
  options: ({ document, edits }) => (edits ? changes(document).options : []),
  view: 'system/documents/view',
  example: documentExample,
})

/** Versions before the newest are the office's to see. */
const mayOpenVersion = (viewer: Viewer, number: number, newest: number) =>
  number === newest || may(viewer, documentsArea, 'change')

export const documentDownload = file({
  ...access,
  right: 'view',
  path: '/documents/download/:id',
  query: z.object({ version: id.optional() }),
  open: async ({ db, params, query, viewer, services }) => {
    const versions = await listVersions(db, params.id)
    const newest = versions[0]?.number ?? 0
    const version = versions.find(({ number }) => number === (query.version ?? newest))
    if (!version || !mayOpenVersion(viewer, version.number, newest)) throw new NotFound('Document')
    return openKept(services, version.file_id)
  },
  example: documentExample,
})

export const documentDelete = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/documents/delete',
  form: z.object({ id }),
  formRecords: { id: 'document' },
  save: async ({ trx, form, viewer, services }) => {
    const { owner } = await getDocument(trx, services.registry, form.id)
    await deleteDocument(trx, viewer, form.id, services)
    return {
      changed: [{ type: 'document', id: form.id }, owner],
      flash: { str: 'Document verwijderd', type: 'success' },
      close: true,
    }
  },
  example: ({ documents }, role) => ({
    form: { id: role === ROLE.teacher ? documents.teachers : documents.contract },
    foreign: { id: documents.foreign },
  }),
})

export const documentSetExternal = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/documents/setExternal',
  form: DocumentExternalForm,
  formRecords: { id: 'document' },
  save: async ({ trx, form, viewer }) => {
    await setExternal(trx, viewer, form.id, form.external)
    const str = form.external ? 'Document is nu extern zichtbaar' : 'Document is nu alleen intern zichtbaar'
    return { changed: [{ type: 'document', id: form.id }], flash: { str, type: 'success' } }
  },
  example: ({ documents }, role) => ({
    form: { id: role === ROLE.teacher ? documents.teachers : documents.contract, external: '1' },
    foreign: { id: documents.foreign },
  }),
})
