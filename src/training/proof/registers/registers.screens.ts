import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { numberFilter, selectFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { byName, fullName } from '../../../relations/contacts/index.ts'
import { savedSetting, settingFields, settingForm, settingsArea, writeSetting } from '../../../system/settings/index.ts'
import { findFiled } from '../certificates/index.ts'
import { sendingTo, validationOf } from './register-screens.ts'
import { deleteRequest, sendNow } from './registers.commands.ts'
import { REGISTER_NAMES, type RegisterKey, STATES } from './requests.rules.ts'
import { requestSteps } from './next.rules.ts'
import { getRequest, listRequests } from './registers.queries.ts'
import { questionText, whyNotAsked } from './questions/mending.rules.ts'
import { listQuestions } from './questions/questions.queries.ts'
import { registerColumns } from './registers.columns.ts'
import { registerFields } from './registers.fields.ts'
import { registerGroups } from './registers.groups.ts'
import { registerSendArea, registersArea } from './rights.ts'

const HOME = '/registers'
const access = { area: registersArea, record: 'register-request' } as const
const sends = { ...access, area: registerSendArea, right: 'change' } as const

export const hokValidation = validationOf('hok')
export const requestsSend = sendingTo('hok')

const sendAll = { icon: 'send', area: registerSendArea, right: 'change' } as const

export const requestTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Doorgegeven aan registers',
  query: (db) => listRequests(db),
  filters: {
    register: selectFilter(
      registerFields.register.label,
      Object.entries(REGISTER_NAMES).map(([value, label]) => ({ value, label })),
      (register) => sql<SqlBool>`register_requests.register = ${register}`,
    ),
    state: selectFilter(
      registerFields.state.label,
      Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
      (state) => sql<SqlBool>`register_requests.state = ${state}`,
    ),
    group_id: numberFilter(
      registerFields.group_id.label,
      (plannings) => sql<SqlBool>`register_requests.group_id in (${sql.join(plannings)})`,
    ),
  },
  sorts: {
    created: { by: [sql`register_requests.created_at`], type: 'timestamptz' },
    name: { by: byName },
  },
  defaultSort: '-created',
  groups: registerGroups,
  moreColumns: registerColumns,
  columns: [
    { label: 'Naam', kind: 'main', sort: 'name', cell: (row) => fullName(row) },
    { label: 'Opleiding', key: 'course', cell: (row) => ({ text: row.course, sub: `Planning ${row.group_id}` }) },
    { field: 'register', cell: (row) => REGISTER_NAMES[row.register] },
    { field: 'state', cell: (row) => ({ status: STATES[row.state] }) },
    { field: 'number', cell: (row) => row.number },
    { field: 'message', cell: (row) => row.message },
    { label: 'Doorgegeven op', key: 'created', sort: 'created', cell: (row) => formatDateTime(row.created_at) },
  ],
  open: (row) => `/hok/request/${row.id}`,
  actions: (Object.keys(REGISTER_NAMES) as RegisterKey[]).map((register) => ({
    ...sendAll,
    kind: 'post',
    label: `Nu versturen naar ${REGISTER_NAMES[register]}`,
    url: `/${register}/run`,
  })),
  empty: {
    icon: 'building-hospital',
    title: 'Nog niemand doorgegeven',
    text: 'Bij het afronden van een planning kunt u geslaagde cursisten doorgeven aan Het Oranje Kruis en NIBHV.',
  },
  example: () => ({}),
})

export const requestView = popup({
  ...access,
  right: 'view',
  path: '/hok/request/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params, services }) => {
    const request = await getRequest(db, params.id)
    const { group_id, contact_id, state } = request
    const question =
      state === 'rejected' ? (await listQuestions(db, services.config, group_id, [contact_id])).get(contact_id)! : null
    const whyNot = question && whyNotAsked({ ...question, now: new Date() })
    return {
      request,
      certificateId:
        request.number === null
          ? null
          : ((await findFiled(db, {
              issuer: REGISTER_NAMES[request.register],
              number: request.number,
              contactId: request.contact_id,
            })) ?? null),
      name: fullName(request),
      canAsk: question !== null && whyNot === null,
      asked: question && (questionText(question) ?? whyNot),
    }
  },
  title: ({ name }) => name,
  subtitle: ({ request }) => `${REGISTER_NAMES[request.register]} · ${request.course}`,
  status: ({ request }) => STATES[request.state],
  nextSteps: ({ request, canAsk }) => requestSteps({ ...request, canAsk }),
  options: ({ request }) =>
    request.state === 'accepted'
      ? []
      : [
          {
            label: 'Niet doorgeven',
            icon: 'trash',
            kind: 'post',
            danger: true,
            url: `/hok/deleteRequest/${request.id}`,
            area: registerSendArea,
            right: 'change',
          },
        ],
  footnote: ({ request }) => `Laatst gewijzigd op ${formatDateTime(request.updated_at)}`,
  layout: 'tabs',
  parts: [{ key: 'details', label: 'Gegevens', view: 'training/registers/request' }],
  example: (story) => ({ params: { id: story.registerRequests.rejected } }),
})

/** One of them, also one that was refused. */
export const requestSend = action({
  ...sends,
  path: '/hok/run/:id',
  noUndo: 'accepted by an outside system',
  save: async ({ trx, params, services }) => {
    await sendNow(trx, services, { id: params.id })
    return {
      changed: [{ type: 'register-request', id: params.id }],
      flash: { str: 'Cursist wordt opnieuw verstuurd', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.registerRequests.rejected } }),
})

export const requestDelete = action({
  ...sends,
  path: '/hok/deleteRequest/:id',
  save: async ({ trx, params }) => {
    await deleteRequest(trx, params.id)
    return {
      changed: [{ type: 'register-request', id: params.id }],
      flash: { str: 'Cursist wordt niet doorgegeven', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ params: { id: story.registerRequests.rejected } }),
})

/** Whether this organisation passes students on (T-005). */
export const registerSettings = formFragment({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  ...settingForm('hok'),
  load: async (ctx) => ({ ...(await settingForm('hok').load(ctx)), reaches: ctx.services.config.hokUrl !== undefined }),
  path: '/settings/registers',
  pageAddress: '/settings/?tab=registers',
  title: 'Registers',
  view: 'training/registers/settings',
  form: z.object({ version, ...parsersOf(settingFields, 'hok_enabled', 'register_rules') }),
  save: async ({ trx, form: { version: seen, ...value } }) => savedSetting(await writeSetting(trx, 'hok', value, seen)),
  example: () => ({ form: { hok_enabled: '' } }),
})
