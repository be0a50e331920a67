import { sql } from 'kysely'
import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { version } from '../../platform/forms/fields.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { table } from '../../platform/screens/table/table.ts'
import { recordEvent } from '../../platform/database/history.ts'
import { settingsArea } from '../settings/rights.ts'
import { addClient, deleteClient, editClient, replaceSecret } from './api-clients.commands.ts'
import { apiClientFields } from './api-clients.fields.ts'
import { getClient, listClients } from './api-clients.queries.ts'
import { SCOPES, type Scope } from './api-clients.rules.ts'

const HOME = '/settings/api/clients'
const access = { area: settingsArea, record: 'api_client', recordParam: null } as const
/** M-099, to the letter. */
const REPLACE = 'Alle huidige koppelingen zullen hierna niet meer werken'

const isScope = (name: string): name is Scope => name in SCOPES

export const clientTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'API-sleutels',
  query: (db) => listClients(db),
  sorts: { name: { by: [sql`api_clients.name collate "nl-x-icu"`] } },
  defaultSort: 'name',
  exportable: false,
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (client) => client.name },
    { field: 'client_id', cell: (client) => client.client_id },
    { field: 'scopes', cell: (client) => ({ tags: client.scopes.filter(isScope).map((scope) => SCOPES[scope]) }) },
    {
      field: 'establishment_id',
      cell: (client) => client.establishment ?? { text: 'Geen', muted: true },
    },
    {
      label: 'Laatst gebruikt',
      key: 'last_used',
      cell: (client) => (client.last_used_at ? formatDateTime(client.last_used_at) : { text: 'Nooit', muted: true }),
    },
  ],
  rowActions: (client) => [
    { label: 'Bewerken', icon: 'pencil', kind: 'popup', url: `/settings/api/edit/${client.client_id}` },
    { label: 'Sleutel vervangen', icon: 'refresh', kind: 'popup', url: `/settings/api/replace/${client.client_id}` },
    {
      label: 'Verwijderen',
      icon: 'trash',
      kind: 'post',
      url: `/settings/api/deleteClient/${client.client_id}`,
      danger: true,
      confirm: `Weet u zeker dat u ${client.name} wilt verwijderen? De koppeling werkt daarna niet meer.`,
    },
  ],
  add: {
    label: 'API-sleutel toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/settings/api/createClient',
    primary: true,
    area: settingsArea,
    right: 'change',
  },
  empty: {
    icon: 'key',
    title: 'Geen API-sleutels',
    text: 'Een sleutel geeft een ander programma toegang, zoals de kiosk of uw website.',
  },
  example: () => ({}),
})

const ClientForm = z
  .object(parsersOf(apiClientFields, 'name', 'scopes', 'establishment_id', 'origins'))
  .refine(({ scopes, establishment_id }) => establishment_id !== null || !scopes.includes('digital-presence'), {
    path: ['establishment_id'],
    error: 'Kies de vestiging waar de tablet staat.',
  })

/** The answer that shows a secret, this once. */
const shown = (client: { name: string; clientId: string; secret: string }) => ({
  view: 'system/api-clients/secret',
  data: { client },
})

export const clientAdd = formPopup({
  ...access,
  right: 'change',
  path: '/settings/api/createClient',
  home: HOME,
  size: 'small',
  title: 'API-sleutel toevoegen',
  view: 'system/api-clients/form',
  form: ClientForm,
  submits: [{ label: 'API-sleutel toevoegen' }],
  failText: 'Er ging iets mis',
  formRecords: { establishment_id: 'establishment' },
  load: () => ({ client: null, scopes: SCOPES }),
  save: async ({ trx, form }) => {
    const client = await addClient(trx, form)
    return {
      changed: [{ type: 'api_client', id: client.id }],
      flash: { str: 'API-sleutel toegevoegd', type: 'success' },
      shown: shown({ name: form.name, ...client }),
      body: { name: form.name, client_id: client.clientId, client_secret: client.secret, scopes: form.scopes },
      close: false,
    }
  },
  example: () => ({ form: { name: 'Website', scopes: 'entries' } }),
})

/** What a client is called, and where it shows the offer; what it may do stays as it was given out. */
export const clientEdit = formPopup({
  ...access,
  right: 'change',
  path: '/settings/api/edit/:client_id(word)',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ client: await getClient(db, params.client_id), scopes: SCOPES }),
  title: ({ client }) => `${client.name} bewerken`,
  view: 'system/api-clients/form',
  form: z.object({ ...parsersOf(apiClientFields, 'name', 'origins'), version }),
  version: ({ client }) => client.version,
  save: async ({ trx, params, form }) => {
    const id = await editClient(trx, params.client_id, form)
    return { changed: [{ type: 'api_client', id }], flash: { str: 'API-sleutel gewijzigd', type: 'success' } }
  },
  example: () => ({ params: { client_id: 'demo-kiosk' }, form: { name: 'Kiosk boven' } }),
})

export const secretReplace = formPopup({
  ...access,
  right: 'change',
  path: '/settings/api/replace/:client_id(word)',
  noUndo: 'account, right or secret',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ client: await getClient(db, params.client_id), question: REPLACE }),
  title: ({ client }) => `Sleutel van ${client.name} vervangen`,
  view: 'system/api-clients/replace',
  form: z.object({ version }),
  version: ({ client }) => client.version,
  submits: [{ label: 'Sleutel vervangen' }],
  save: async ({ trx, params, form, viewer }) => {
    const { id, name } = await getClient(trx, params.client_id)
    const secret = await replaceSecret(trx, id, form.version)
    await recordEvent(trx, viewer, { type: 'api_client', id, action: 'replace-secret' })
    return {
      changed: [{ type: 'api_client', id }],
      flash: { str: 'Sleutel vervangen', type: 'success' },
      shown: shown({ name, clientId: params.client_id, secret }),
      body: { client_id: params.client_id, client_secret: secret },
      close: false,
    }
  },
  example: () => ({ params: { client_id: 'demo-kiosk' } }),
})

export const clientDelete = action({
  ...access,
  right: 'change',
  path: '/settings/api/deleteClient/:client_id(word)',
  noUndo: 'account, right or secret',
  save: async ({ trx, params }) => {
    const id = await deleteClient(trx, params.client_id)
    return {
      changed: [{ type: 'api_client', id }],
      flash: { str: 'API-sleutel verwijderd', type: 'success' },
    }
  },
  example: () => ({ params: { client_id: 'demo-kiosk' } }),
})
