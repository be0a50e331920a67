import { sql } from 'kysely'
import * as z from 'zod'
import { assertDeletable } from '../../platform/blockers.ts'
import { id } from '../../platform/forms/fields.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { Invalid } from '../../platform/errors.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { table } from '../../platform/screens/table/table.ts'
import { textFilter } from '../../platform/screens/table/table-filters.ts'
import type { Registry } from '../../platform/registry.ts'
import { defaultColumns } from './defaults.columns.ts'
import { defaultMessageFields } from './defaults.fields.ts'
import { defaultGroups } from './defaults.groups.ts'
import { addDefault, deleteDefault, editDefault, renameDefault } from './messages.commands.ts'
import { listDefaultFiles, setDefaultFiles } from './attached.commands.ts'
import { DefaultMessageEditForm, DefaultMessageForm, FILES, WRITE_UPLOAD } from './messages.forms.ts'
import { getDefault, listDefaults } from './messages.queries.ts'
import { editorProps } from './editor.rules.ts'
import { SENDER_VARIABLES, templateProblem, withNames } from './template.rules.ts'
import { audiences } from './points.ts'

const HOME = '/messages/default'
const access = { area: messagesArea, record: 'default-message' } as const

/** A default message may use what any kind of recipient has; for whom it fits shows when it is used. */
const everyVariable = (registry: Registry) => {
  const kinds = registry.all(audiences).flatMap((audience) => audience.kinds)
  const variables = kinds.flatMap((kind) => kind.variables)
  return [...new Map([...variables, ...SENDER_VARIABLES].map((variable) => [variable.name, variable])).values()]
}

function check(registry: Registry, form: { subject: string; content: string }): void {
  const problem = templateProblem(form, everyVariable(registry))
  if (problem !== null) throw new Invalid(problem)
}

export const defaultTable = table({
  ...access,
  right: 'view',
  path: '/messages/default',
  title: 'Standaardberichten',
  query: (db) => listDefaults(db),
  complete: (rows, { registry }) => {
    const variables = everyVariable(registry)
    return Promise.resolve(rows.map((row) => ({ ...row, subject: withNames(row.subject, variables) })))
  },
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`normalise(default_messages.name::text || ' ' || subject)` }),
  },
  sorts: { name: { by: [sql`default_messages.name::text collate "nl-x-icu"`] } },
  defaultSort: 'name',
  groups: defaultGroups,
  moreColumns: defaultColumns,
  edits: { url: '/messages/default/cell', area: messagesArea },
  columns: [
    { field: 'name', edit: true, kind: 'main', sort: 'name', cell: (message) => message.name },
    { field: 'subject', cell: (message) => message.subject },
    { label: 'Gewijzigd', key: 'updated_at', cell: (message) => formatDateTime(message.updated_at) },
  ],
  open: (message) => `/messages/default/view/${message.id}`,
  add: {
    label: 'Standaardbericht toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/messages/default/add',
    primary: true,
    area: messagesArea,
    right: 'change',
  },
  empty: {
    icon: 'template',
    title: 'Nog geen standaardberichten',
    text: 'Een standaardbericht kiest u bij het schrijven van een bericht.',
  },
  example: () => ({}),
})

/** The name of a default message, changed in the list. */
export const defaultCell = cellEdit({
  ...access,
  right: 'change',
  path: '/messages/default/cell',
  fields: defaultMessageFields,
  names: ['name'],
  save: ({ trx, id, changes, version }) => renameDefault(trx, id, changes.name as string, version),
  // Its text was written anew once.
  example: (story) => ({ form: { id: story.defaultMessage, field: 'name', value: 'Welkom', version: 2 } }),
})

export const defaultAdd = formPopup({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/messages/default/add',
  home: HOME,
  load: ({ services }) => ({
    message: null,
    kept: [],
    files: FILES,
    editor: editorProps(everyVariable(services.registry)),
  }),
  title: 'Standaardbericht toevoegen',
  view: 'system/messages/default',
  upload: () => Promise.resolve(WRITE_UPLOAD),
  form: DefaultMessageForm,
  submits: [{ label: 'Standaardbericht toevoegen' }],
  save: async ({ trx, form: { files, keep: _, ...text }, viewer, services }) => {
    check(services.registry, text)
    const message = await addDefault(trx, text)
    await setDefaultFiles(trx, services, viewer, message, { files, keep: [] })
    return {
      changed: [{ type: 'default-message', id: message }],
      flash: { str: 'Standaardbericht toegevoegd', type: 'success' },
      body: { id: message },
    }
  },
  example: () => ({
    form: { name: 'Routebeschrijving', subject: 'Hoe u ons vindt', content: '<p>Neem afslag 18.</p>' },
  }),
})

export const defaultView = formPopup({
  ...access,
  right: 'change',
  path: '/messages/default/view/:id',
  home: HOME,
  load: async ({ db, params, services }) => ({
    message: await getDefault(db, params.id),
    kept: await listDefaultFiles(db, params.id),
    files: FILES,
    editor: editorProps(everyVariable(services.registry)),
  }),
  title: ({ message }) => message.name,
  subtitle: 'Standaardbericht',
  options: ({ message }) => [
    {
      label: 'Verwijderen',
      icon: 'trash',
      kind: 'post',
      danger: true,
      url: '/messages/default/delete',
      fields: { id: String(message.id) },
      confirm: `Weet u zeker dat u het standaardbericht ‘${message.name}’ wilt verwijderen?`,
    },
  ],
  view: 'system/messages/default',
  upload: () => Promise.resolve(WRITE_UPLOAD),
  form: DefaultMessageEditForm,
  version: ({ message }) => message.version,
  save: async ({ trx, params, form: { files, keep, ...text }, viewer, services }) => {
    check(services.registry, text)
    await editDefault(trx, params.id, text)
    await setDefaultFiles(trx, services, viewer, params.id, { files, keep })
    return {
      changed: [{ type: 'default-message', id: params.id }],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.defaultMessage }, form: { name: 'Herinnering' } }),
})

export const defaultDelete = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/messages/default/delete',
  methods: ['POST', 'DELETE'],
  form: z.object({ id }),
  save: async ({ trx, form, viewer, services }) => {
    await assertDeletable(trx, services.registry, 'default-message', form.id)
    await setDefaultFiles(trx, services, viewer, form.id, { files: [], keep: [] })
    await deleteDefault(trx, form.id)
    return {
      changed: [{ type: 'default-message', id: form.id }],
      flash: { str: 'Standaardbericht verwijderd', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ form: { id: story.unusedDefaultMessage } }),
})
