import { type SqlBool, sql } from 'kysely'
import { ROLE, type RoleId } from '../../../platform/access/roles.ts'
import { assertDeletable } from '../../../platform/blockers.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { action, json } from '../../../platform/screens/call/calls.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { selectFilter, selectorFilter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import type { Story } from '../../../platform/story.ts'
import { addAction, deleteAction, editAction } from './actions.commands.ts'
import { actionFields } from './actions.fields.ts'
import { ActionEditForm, ActionForm, actionRecords } from './actions.forms.ts'
import { byActionName, getAction, listActions, searchedActions } from './actions.queries.ts'
import { actionsArea } from './rights.ts'

const HOME = '/actions'
const access = { area: actionsArea, record: 'action' } as const
const change = { area: actionsArea, right: 'change' } as const
const byCategory = sql`device_categories.name collate "nl-x-icu"`

/** Kinds of work, by category of devices. */
export const actionTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Acties',
  query: (db) => listActions(db),
  filters: {
    search: textFilter('Zoeken', searchedActions),
    active: selectFilter(
      actionFields.active.label,
      [
        { value: '1', label: 'Actief' },
        { value: '0', label: 'Niet meer' },
      ],
      (active) => sql<SqlBool>`actions.active = ${active === '1'}`,
    ),
    device_category_id: selectorFilter(
      actionFields.device_category_id.label,
      'device_category',
      (ids) => sql<SqlBool>`actions.device_category_id in (${sql.join(ids)})`,
    ),
  },
  sorts: { name: { by: [byActionName] }, category: { by: [byCategory, byActionName] } },
  defaultSort: 'category',
  columns: [
    {
      field: 'name',
      kind: 'main',
      sort: 'name',
      cell: ({ name, category }) => ({ text: name, phone: category }),
    },
    { field: 'device_category_id', sort: 'category', cell: (row) => row.category },
    { field: 'product_id', cell: (row) => row.product },
    { field: 'should_disable_device', cell: (row) => (row.should_disable_device ? 'Ja' : '') },
  ],
  rowCss: (row) => (row.active ? null : 'is-off'),
  open: (row) => `/actions/view/${row.id}`,
  add: { ...change, label: 'Actie toevoegen', icon: 'plus', kind: 'popup', url: '/actions/add', primary: true },
  empty: {
    icon: 'list-check',
    title: 'Nog geen acties',
    text: 'Een actie is werk dat bij apparaten van een categorie kan voorkomen, zoals een slang vervangen.',
  },
  example: () => ({ foreign: null }),
})

const ofTeacher = (story: Story, role: RoleId) => ({
  params: { id: role === ROLE.teacher ? story.actions.ofTeacher : story.actions.hose },
  foreign: { id: story.actions.spare },
})

export const actionView = popup({
  ...access,
  right: 'view',
  path: '/actions/view/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ action: await getAction(db, params.id) }),
  title: ({ action: { name } }) => name,
  subtitle: ({ action: { category } }) => `Actie · ${category}`,
  actions: ({ action: { id } }) => [
    { ...change, label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/actions/edit/${id}` },
  ],
  options: ({ action: { id } }) => [deleteOption(`/actions/delete/${id}`, { type: 'action', id }, actionsArea)],
  footnote: ({ action: { updated_at } }) => `Laatst gewijzigd op ${formatDateTime(updated_at)}`,
  view: 'inspections/actions/view',
  example: ofTeacher,
})

const chosen = (id: number | null, label: string | null) => (id === null ? [] : [{ id, label: label! }])

export const actionForms = recordForms({
  ...access,
  label: 'Actie',
  path: '/actions',
  home: HOME,
  size: 'medium',
  view: 'inspections/actions/form',
  name: 'action',
  formRecords: actionRecords,
  add: {
    form: ActionForm,
    load: () => ({ action: null, chosen: null }),
    save: ({ trx, form }) => addAction(trx, form),
    open: (id) => `/actions/view/${id}`,
    example: (story) => ({
      form: { name: 'Beugel vervangen', device_category_id: story.deviceCategories.extinguishers, active: '1' },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const row = await getAction(db, params.id)
      return {
        action: row,
        chosen: {
          device_category_id: chosen(row.device_category_id, row.category),
          product_id: chosen(row.product_id, row.product),
        },
      }
    },
    title: ({ action: { name } }) => `${name} wijzigen`,
    form: ActionEditForm,
    save: ({ trx, params, form }) => editAction(trx, params.id, form),
    options: [],
    example: (story) => ({
      params: { id: story.actions.hose },
      form: { name: 'Slang en straalpijp vervangen', device_category_id: story.deviceCategories.reels, active: '1' },
    }),
  },
})

/** An action as programs read it: for which category of devices it is, and whether it disables them. */
export const actionJson = json({
  ...access,
  right: 'view',
  path: '/actions/:id',
  answer: async ({ db, params }) => {
    const { id, name, device_category_id, product_id, should_disable_device, active } = await getAction(db, params.id)
    return { id, name, device_category_id, product_id, should_disable_device, active }
  },
  example: ofTeacher,
})

/** The specification's call, which names the action in its path. */
const removal = action({
  ...access,
  right: 'change',
  path: '/actions/delete/:id',
  save: async ({ trx, params, services }) => {
    await assertDeletable(trx, services.registry, 'action', params.id)
    await deleteAction(trx, params.id)
    return {
      changed: [{ type: 'action', id: params.id }],
      flash: { str: 'Actie verwijderd', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ params: { id: story.actions.spare } }),
})

export const actionDelete = { ...removal, deletes: true }
