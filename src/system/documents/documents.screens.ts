import * as z from 'zod'
import { ROLE, type RoleId } from '../../platform/access/roles.ts'
import { openKept } from '../../platform/files/kept-files.ts'
import { id } from '../../platform/forms/fields.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { type Viewer, may } from '../../platform/access/viewer.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { ownerParam } from '../../platform/screens/form/carried.ts'
import { action, file, fragment } from '../../platform/screens/call/calls.ts'
import type { Action } from '../../platform/screens/models.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../platform/screens/popup/record-options.ts'
import type { OwnExample } from '../../platform/screens/screen.ts'
import { NotFound } from '../../platform/errors.ts'
import { formatSize } from '../../platform/format/size.ts'
import { deleteDocument, setExternal } from './documents.commands.ts'
import { DocumentExternalForm } from './documents.forms.ts'
import { getDocument, listVersions } from './documents.queries.ts'
import { carriesDocuments, mayChangeDocument } from './documents.rules.ts'
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

/** The documents of one record, as a tab of its popup. */
export const documentsTab = fragment({
  ...access,
  recordParam: null,
  alsoRecords: { objectId: ':object' },
  right: 'view',
  path: '/documents/of/:object(word)/:objectId',
  pageAddress: ({ object, objectId }, registry) => registry.itemAddress(object, objectId, 'documents'),
  view: 'system/documents/tab',
  load: async ({ params, viewer, services }) => {
    const type = services.registry.record(params.object)
    if (!carriesDocuments(type)) throw new NotFound()
    return { query: `${ownerParam(type.type)}=${params.objectId}`, adds: may(viewer, documentsArea, 'change') }
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

const changes = (document: {
  id: number
  name: string
  external: boolean
}): { actions: Action[]; options: Action[] } => ({
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
        : { confirm: `Weet u zeker dat u ‘${document.name}’ zichtbaar wilt maken voor cursisten en leidinggevenden?` }),
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
