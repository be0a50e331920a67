import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import { Forbidden } from '../../platform/errors.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { ownerRecords, ownerShape } from '../../platform/screens/form/carried.ts'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import type { Ctx, OwnExample, ExampleCall } from '../../platform/screens/screen.ts'
import { Throttle } from '../../platform/http/throttle.ts'
import { kindLabels } from '../../platform/http/receive-file.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { sentFlash } from '../../platform/mail/sending.ts'
import { type Services, singleton } from '../../platform/services.ts'
import { formatSize } from '../../platform/format/size.ts'
import { addDocument, addVersion, editDocument, renameDocument } from './documents.commands.ts'
import { documentFields } from './documents.fields.ts'
import { DocumentEditForm, DocumentForm, DocumentSendForm, DocumentVersionForm } from './documents.forms.ts'
import { getDocument, typeOptions, uploadRule } from './documents.queries.ts'
import { mayChangeDocument, ownerOf } from './documents.rules.ts'
import { documentsArea } from './rights.ts'

const HOME = '/documents'
const access = { area: documentsArea, record: 'document' } as const

/** What the file field says about what may be chosen. */
async function limitsOf(services: Services) {
  const { maxBytes, kinds } = await uploadRule(services)
  return { maxBytes, hint: `${kindLabels(kinds)}; hooguit ${formatSize(maxBytes)}.` }
}

/** Adds a document to a record of one of these types. */
export const documentAdd = (types: readonly RecordType[]) =>
  formPopup({
    ...access,
    recordParam: null,
    alsoRecords: ownerRecords(types),
    right: 'change',
    path: '/documents/add',
    home: HOME,
    size: 'medium',
    query: z.object(ownerShape(types)),
    load: async ({ db, query, services }) => ({
      owner: await services.registry.describe(db, ownerOf(types, query)),
      document: null,
      types: await typeOptions(db),
      limits: await limitsOf(services),
    }),
    title: 'Document toevoegen',
    subtitle: ({ owner }) => owner.name,
    view: 'system/documents/form',
    upload: uploadRule,
    form: DocumentForm,
    submits: [{ label: 'Document toevoegen' }],
    save: async ({ trx, query, form, viewer }) => {
      const owner = ownerOf(types, query)
      const document = await addDocument(trx, viewer, owner, form)
      return {
        changed: [{ type: 'document', id: document }, owner],
        flash: { str: 'Document toegevoegd', type: 'success' },
        body: { id: document },
      }
    },
    example: (story) => ({
      query: { appointment_id: String(story.appointments.coming) },
      form: { type_id: story.documents.type },
      file: { name: 'routebeschrijving.txt', content: 'Neem afslag 18.' },
      foreign: { appointment_id: story.appointments.foreign },
    }),
  })

/** What a teacher changes is what the teacher uploaded. */
const ownExample = (more: Pick<ExampleCall, 'form' | 'file'>): OwnExample => {
  return ({ documents }, role) => ({
    params: { id: role === ROLE.teacher ? documents.teachers : documents.contract },
    foreign: { id: documents.foreign },
    ...more,
  })
}

async function loadDocument({ db, params, viewer, services }: Ctx<{ id: number }, object>) {
  const document = await getDocument(db, services.registry, params.id)
  if (!mayChangeDocument(viewer, document)) throw new Forbidden('Alleen wie dit document toevoegde, kan het wijzigen.')
  return document
}

export const documentEdit = formPopup({
  ...access,
  right: 'change',
  path: '/documents/edit/:id',
  home: HOME,
  size: 'medium',
  load: async (ctx) => {
    const document = await loadDocument(ctx)
    return { document, types: await typeOptions(ctx.db, document.type_id), limits: null }
  },
  title: ({ document }) => `${document.name} wijzigen`,
  view: 'system/documents/form',
  form: DocumentEditForm,
  version: ({ document }) => document.version,
  save: async ({ trx, params, form, viewer }) => {
    await editDocument(trx, viewer, params.id, form)
    return { changed: [{ type: 'document', id: params.id }], flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: ownExample({ form: { name: 'Overeenkomst 2027' } }),
})

/** The name of a document, changed in the list. */
export const documentCell = cellEdit({
  ...access,
  right: 'change',
  path: '/documents/cell',
  fields: documentFields,
  names: ['name'],
  save: ({ trx, viewer, id, changes, version }) =>
    renameDocument(trx, viewer, id, { name: changes.name as string, version }),
  example: ({ documents }, role) => ({
    form: {
      id: role === ROLE.teacher ? documents.teachers : documents.contract,
      field: 'name',
      value: 'Overeenkomst 2027',
      version: 1,
    },
    foreign: { id: documents.foreign },
  }),
})

export const documentVersion = formPopup({
  ...access,
  right: 'change',
  path: '/documents/version/:id',
  home: HOME,
  size: 'small',
  load: async (ctx) => ({ document: await loadDocument(ctx), limits: await limitsOf(ctx.services) }),
  title: 'Nieuwe versie',
  subtitle: ({ document }) => document.name,
  view: 'system/documents/version',
  upload: uploadRule,
  form: DocumentVersionForm,
  submits: [{ label: 'Versie toevoegen' }],
  save: async ({ trx, params, form, viewer }) => {
    const number = await addVersion(trx, viewer, params.id, form.file)
    return {
      changed: [{ type: 'document', id: params.id }],
      flash: { str: `Versie ${number} toegevoegd`, type: 'success' },
      body: { number },
    }
  },
  example: ownExample({ file: { name: 'overeenkomst.txt', content: 'Versie twee.' } }),
})

/** More than anybody sends by hand in a day. */
const MOST_A_DAY = 200
const sendingOf = singleton(
  ({ pool }) =>
    new Throttle(pool, {
      name: 'documents-sent',
      tries: MOST_A_DAY,
      seconds: 86_400,
      message: `U heeft vandaag al ${MOST_A_DAY} documenten verstuurd. Probeer het morgen weer.`,
    }),
)

/**
 * The newest version as an attachment of a mail. It leaves in the name of the house and to any address, so that it takes
 * the right to write messages, which a teacher has not.
 */
export const documentSend = formPopup({
  area: messagesArea,
  record: 'document',
  right: 'change',
  path: '/documents/send/:id',
  home: HOME,
  size: 'medium',
  load: async (ctx) => {
    const { db, viewer, services } = ctx
    const document = await loadDocument(ctx)
    const to = (await services.registry.describe(db, document.owner)).email
    return {
      document,
      to,
      body: `Hierbij ontvangt u het document ‘${document.name}’.\n\nMet vriendelijke groet,\n${viewer.name}`,
      size: formatSize(document.byte_size),
    }
  },
  title: 'Document versturen',
  subtitle: ({ document }) => document.name,
  view: 'system/documents/send',
  form: DocumentSendForm,
  submits: [{ label: 'Versturen' }],
  save: async (ctx) => {
    const { trx, form, viewer, services } = ctx
    const document = await loadDocument(ctx)
    await sendingOf(services).spend(String(viewer.id))
    const mail = await queueMail(trx, services, {
      to: form.to,
      subject: form.subject,
      text: form.body,
      replyTo: viewer.email,
      attachments: [document.file_id],
      record: document.owner,
      sentBy: viewer.id,
    })
    return {
      changed: [{ type: 'message', id: mail }],
      flash: await sentFlash(services, `Document wordt verstuurd naar ${form.to}`),
      body: { id: mail },
    }
  },
  example: (story) => ({ params: { id: story.documents.contract }, form: { to: 'info@delinde.example' } }),
})
