import { sql, type SqlBool } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import type { Action } from '../../platform/screens/models.ts'
import { todoModel } from '../../platform/screens/popup/open-points.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { table } from '../../platform/screens/table/table.ts'
import { selectFilter, textFilter } from '../../platform/screens/table/table-filters.ts'
import { ROLE_LABELS, ROLE_MEANINGS, addAccount, editAccount, roleOptions, switchAccount } from '../accounts/index.ts'
import { passwordLink, userNeeds, userSteps } from './next.rules.ts'
import { userArea } from './rights.ts'
import { roleNames, userColumns } from './users.columns.ts'
import { userFields } from './users.fields.ts'
import { SwitchForm, UserEditForm, UserForm } from './users.forms.ts'
import { userGroups } from './users.groups.ts'
import { getUser, listUsers, searchedUsers } from './users.queries.ts'

const HOME = '/users'
const access = { area: userArea, record: 'user' } as const
const saved = (id: number, str = 'Wijziging opgeslagen') => ({
  changed: [{ type: 'user', id }],
  flash: { str, type: 'success' as const },
})
const YES_NO = [
  { value: 'yes', label: 'Ja' },
  { value: 'no', label: 'Nee' },
]

export const userTable = table({
  ...access,
  right: 'view',
  path: '/users',
  title: 'Gebruikers',
  query: (db) => listUsers(db),
  filters: {
    search: textFilter('Zoeken', searchedUsers),
    role: selectFilter('Rol', roleOptions, (role) => sql<SqlBool>`users.roles @> array[${Number(role)}::integer]`),
    two_step: selectFilter('Tweestaps', YES_NO, (value) =>
      value === 'yes'
        ? sql<SqlBool>`exists (select 1 from two_step_secrets t where t.user_id = users.id)`
        : sql<SqlBool>`not exists (select 1 from two_step_secrets t where t.user_id = users.id)`,
    ),
    active: selectFilter(userFields.active.label, YES_NO, (value) =>
      value === 'yes' ? sql<SqlBool>`users.active` : sql<SqlBool>`not users.active`,
    ),
  },
  defaults: { active: 'yes' },
  sorts: {
    name: { by: [sql`users.name collate "nl-x-icu"`] },
    email: { by: [sql`users.email::text`] },
    seen: { by: [sql`coalesce(users.last_login_at, '-infinity')`], type: 'timestamptz' },
  },
  defaultSort: 'name',
  groups: userGroups,
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (u) => u.name },
    { field: 'email', sort: 'email', cell: (u) => ({ text: u.email, mail: u.email }) },
    { field: 'roles', cell: (u) => ({ tags: roleNames(u.roles) }) },
    { label: 'Tweestaps', key: 'two_step', cell: (u) => (u.two_step ? 'Aan' : { text: 'Uit', muted: true }) },
    {
      label: 'Laatst gezien',
      sort: 'seen',
      cell: (u) => (u.last_seen ? formatDateTime(u.last_seen) : { text: 'Nooit', muted: true }),
    },
    {
      field: 'active',
      cell: (u) => ({
        status: u.active ? { label: 'Actief', css: 'st-confirmed' } : { label: 'Uit', css: 'st-concept' },
      }),
    },
  ],
  moreColumns: userColumns,
  bulk: [
    {
      label: 'Uitschakelen',
      icon: 'ban',
      kind: 'popup',
      url: '/users/bulk/disable',
      danger: true,
      area: userArea,
      right: 'change',
    },
  ],
  open: (u) => `/user/view/${u.id}`,
  rowCss: (u) => (u.active ? null : 'is-off'),
  actions: [{ label: 'Tweestapsverificatie', icon: 'shield-lock', kind: 'link', url: '/settings/?tab=two-step' }],
  add: {
    label: 'Gebruiker toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/user/add',
    primary: true,
    area: userArea,
    right: 'change',
  },
  empty: {
    icon: 'user-shield',
    title: 'Geen actieve gebruikers',
    text: 'Het filter Actief toont ook wie niet meer kan inloggen.',
  },
  example: () => ({}),
})

/** Login-as, resetting password and two-step verification, switching off or on: only what makes sense for this user. */
function optionsFor(user: Awaited<ReturnType<typeof getUser>>, isOwn: boolean): Action[] {
  const fields = { id: String(user.id) }
  const options: Action[] = []
  if (user.active && !isOwn && !user.roles.includes(ROLE.administrator))
    options.push({
      label: 'Inloggen als',
      icon: 'login',
      kind: 'link',
      url: `/loginAs/${encodeURIComponent(user.email)}`,
    })
  if (user.active && !isOwn && user.has_password) options.push(passwordLink(user))
  if (user.two_step)
    options.push({
      label: 'Tweestapsverificatie opheffen',
      icon: 'shield-off',
      kind: 'post',
      url: '/user/reset_two_step',
      fields,
      danger: true,
      confirm: `Weet u zeker dat ${user.name} zonder tweede stap mag inloggen?`,
    })
  if (user.active && !isOwn)
    options.push({ label: 'Uitschakelen', icon: 'ban', kind: 'popup', danger: true, url: `/user/disable/${user.id}` })
  return options
}

export const userView = popup({
  ...access,
  right: 'view',
  path: '/user/view/:id',
  home: HOME,
  load: async ({ db, params, viewer }) => {
    const user = await getUser(db, params.id)
    return {
      user,
      isOwn: user.id === viewer.id,
      todo: todoModel(viewer, userNeeds(user, user.id === viewer.id), []),
      lastSeen: formatDateTime(user.last_seen),
      roles: user.roles.map((role) => ({ label: ROLE_LABELS[role] ?? '', meaning: ROLE_MEANINGS[role] ?? '' })),
    }
  },
  title: ({ user }) => user.name,
  subtitle: ({ user }) => `Gebruiker · ${user.email}`,
  status: ({ user }) =>
    user.active ? { label: 'Actief', css: 'st-confirmed' } : { label: 'Uitgeschakeld', css: 'st-concept' },
  actions: ({ user }) => [
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/user/edit/${user.id}`,
      primary: true,
      area: userArea,
      right: 'change',
    },
  ],
  nextSteps: ({ user, isOwn }) => userSteps(user, isOwn),
  options: ({ user, isOwn }) =>
    optionsFor(user, isOwn).map((option) => ({ ...option, area: userArea, right: 'change' as const })),
  footnote: ({ user }) => `Laatst gewijzigd op ${formatDateTime(user.updated_at)}`,
  layout: 'menu',
  parts: [
    { key: 'details', label: 'Gegevens', icon: 'user', view: 'system/users/details' },
    { key: 'roles', label: userFields.roles.label, icon: 'user-shield', view: 'system/users/roles' },
    { key: 'sessions', label: 'Sessies', icon: 'devices', url: ({ user }) => `/user/sessions/${user.id}` },
  ],
  example: (story) => ({ params: { id: story.users[ROLE.scheduler]! } }),
})

export const userForms = recordForms({
  ...access,
  label: 'Gebruiker',
  path: '/user',
  home: HOME,
  size: 'medium',
  view: 'system/users/form',
  name: 'user',
  add: {
    noUndo: 'account, right or secret',
    form: UserForm,
    load: () => ({ user: null, meanings: ROLE_MEANINGS }),
    save: ({ trx, form, services }) => addAccount(trx, form, services),
    open: (id) => `/user/view/${id}`,
    example: () => ({
      form: { name: 'Joost Bakker', email: 'joost.bakker@noordkaap.example', 'roles[]': ROLE.scheduler },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ user: await getUser(db, params.id), meanings: ROLE_MEANINGS }),
    title: ({ user }) => `${user.name} wijzigen`,
    form: UserEditForm,
    save: ({ trx, viewer, params, form, services }) => editAccount(trx, viewer, params.id, form, services),
    example: (story) => ({ params: { id: story.users[ROLE.scheduler]! }, form: { is_support: '1' } }),
  },
})

/** Both ways ask why: the answer stands on the account and in its history. */
const switching = (path: '/user/disable/:id' | '/user/enable/:id', active: boolean) =>
  formPopup({
    ...access,
    right: 'change',
    path,
    home: HOME,
    size: 'small',
    load: async ({ db, params }) => ({ user: await getUser(db, params.id), active }),
    title: ({ user }) => `${user.name} ${active ? 'inschakelen' : 'uitschakelen'}`,
    view: 'system/users/switch',
    form: SwitchForm,
    submits: [{ label: active ? 'Inschakelen' : 'Uitschakelen' }],
    version: ({ user }) => user.version,
    save: async ({ trx, viewer, params, form }) => {
      await switchAccount(trx, viewer, params.id, { ...form, active })
      return saved(params.id, active ? 'Gebruiker ingeschakeld' : 'Gebruiker uitgeschakeld')
    },
    example: (story) => {
      const id = story.users[ROLE.teacher]!
      const form = { reason: 'Werkt hier niet meer' }
      return {
        params: { id },
        first: active ? [{ path: `/user/disable/${id}`, form: { ...form, version: 1 } }] : [],
        form,
      }
    },
  })
export const userDisable = switching('/user/disable/:id', false)
export const userEnable = switching('/user/enable/:id', true)
