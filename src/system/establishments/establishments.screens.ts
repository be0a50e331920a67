import { sql, type SqlBool } from 'kysely'
import { may } from '../../platform/access/viewer.ts'
import { cityLine, streetLine } from '../../platform/fields/address.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { todoModel } from '../../platform/screens/popup/open-points.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../platform/screens/popup/record-options.ts'
import { table } from '../../platform/screens/table/table.ts'
import { selectFilter, textFilter } from '../../platform/screens/table/table-filters.ts'
import {
  addEstablishment,
  changeEstablishment,
  deleteEstablishment,
  editEstablishment,
} from './establishments.commands.ts'
import { establishmentColumns } from './establishments.columns.ts'
import { establishmentFields } from './establishments.fields.ts'
import { EstablishmentEditForm, EstablishmentForm } from './establishments.forms.ts'
import { byEstablishment, establishmentText, getEstablishment, listEstablishments } from './establishments.queries.ts'
import { addRoomTo, establishmentNeeds, establishmentSteps } from './next.rules.ts'
import { establishmentsArea } from './rights.ts'

const HOME = '/settings/establishments'
const access = { area: establishmentsArea, record: 'establishment' } as const

export const establishmentTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Vestigingen',
  query: (db) => listEstablishments(db),
  filters: {
    search: textFilter('Zoeken', { text: establishmentText }),
    active: selectFilter(
      'In gebruik',
      [
        { value: 'yes', label: 'Ja' },
        { value: 'no', label: 'Nee' },
      ],
      (value) => (value === 'yes' ? sql<SqlBool>`establishments.active` : sql<SqlBool>`not establishments.active`),
    ),
  },
  defaults: { active: 'yes' },
  sorts: {
    name: { by: [byEstablishment] },
    city: { by: [sql`coalesce(establishments.city, '') collate "nl-x-icu"`] },
  },
  defaultSort: 'name',
  moreColumns: establishmentColumns,
  edits: { url: '/settings/establishments/cell', area: establishmentsArea },
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (e) => e.name },
    { label: 'Adres', key: 'address', cell: (e) => streetLine(e) },
    { field: 'postal_code', edit: true, cell: (e) => e.postal_code },
    { field: 'city', edit: true, sort: 'city', cell: (e) => e.city },
    { label: 'Lokalen', key: 'rooms', kind: 'num', cell: (e) => e.room_count },
  ],
  open: (e) => `/settings/establishment/view/${e.id}`,
  rowCss: (e) => (e.active ? null : 'is-off'),
  add: {
    label: 'Vestiging toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/settings/establishment/add',
    primary: true,
    area: establishmentsArea,
    right: 'change',
  },
  empty: {
    icon: 'building-community',
    title: 'Nog geen vestigingen',
    text: 'Een vestiging heeft een adres, openingstijden en lokalen.',
  },
  example: () => ({}),
})

export const establishmentView = popup({
  ...access,
  right: 'view',
  path: '/settings/establishment/view/:id',
  home: HOME,
  load: async ({ db, params, viewer }) => {
    const establishment = await getEstablishment(db, params.id)
    const todo = may(viewer, establishmentsArea, 'change')
      ? todoModel(viewer, establishmentNeeds(establishment), [])
      : null
    return { establishment, todo, streetLine: streetLine(establishment), cityLine: cityLine(establishment) }
  },
  title: ({ establishment }) => establishment.name,
  subtitle: 'Vestiging',
  status: ({ establishment }) =>
    establishment.active
      ? { label: 'In gebruik', css: 'st-confirmed' }
      : { label: 'Niet in gebruik', css: 'st-concept' },
  nextSteps: ({ establishment }) => establishmentSteps(establishment),
  actions: ({ establishment }) => [
    ...(establishment.room_count > 0 ? [addRoomTo(establishment)] : []),
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/settings/establishment/edit/${establishment.id}`,
      primary: true,
      area: establishmentsArea,
      right: 'change',
    },
  ],
  options: ({ establishment }) => [
    deleteOption('/settings/establishment/delete', { type: 'establishment', id: establishment.id }, establishmentsArea),
  ],
  footnote: ({ establishment }) => `Laatst gewijzigd op ${formatDateTime(establishment.updated_at)}`,
  layout: 'menu',
  parts: [
    {
      key: 'details',
      label: 'Gegevens',
      icon: 'building-community',
      view: 'system/establishments/establishment-details',
    },
    {
      key: 'rooms',
      label: 'Lokalen',
      icon: 'door',
      url: ({ establishment }) => `/settings/establishment/rooms/${establishment.id}?embed=1`,
      area: establishmentsArea,
    },
    {
      key: 'hours',
      label: 'Openingstijden',
      icon: 'clock',
      url: ({ establishment }) => `/settings/establishment/hours/view/${establishment.id}`,
      area: establishmentsArea,
    },
    {
      key: 'routes',
      label: 'Reistijden',
      icon: 'route',
      url: ({ establishment }) => `/settings/establishment/travel/view/${establishment.id}`,
      area: establishmentsArea,
    },
  ],
  example: (story) => ({ params: { id: story.establishments.zwolle } }),
})

/** One value of one establishment, changed in the list. */
export const establishmentCell = cellEdit({
  ...access,
  right: 'change',
  path: '/settings/establishments/cell',
  fields: establishmentFields,
  names: ['email', 'street', 'street_no', 'street_no_adding', 'postal_code', 'city'],
  save: ({ trx, id, changes, version }) => changeEstablishment(trx, id, changes, version),
  example: (story) => ({ form: { id: story.establishments.zwolle, field: 'street_no', value: '14', version: 1 } }),
})

export const establishmentForms = recordForms({
  ...access,
  label: 'Vestiging',
  path: '/settings/establishment',
  home: HOME,
  size: 'medium',
  view: 'system/establishments/establishment-form',
  name: 'establishment',
  add: {
    form: EstablishmentForm,
    save: async ({ trx, form }) => {
      const added = await addEstablishment(trx, form)
      // Nothing was stored, so nothing reloads and what was typed stays.
      if ('max_reached' in added)
        return {
          body: { max_reached: true },
          close: false,
          flash: { str: `U kunt hooguit ${added.max_reached} vestigingen hebben.`, type: 'warning' },
        }
      return added.id
    },
    open: (id) => `/settings/establishment/view/${id}`,
    example: () => ({ form: { name: 'Kampen' } }),
  },
  edit: {
    load: async ({ db, params }) => ({ establishment: await getEstablishment(db, params.id) }),
    title: ({ establishment }) => `${establishment.name} wijzigen`,
    form: EstablishmentEditForm,
    stored: ({ establishment }) => establishment,
    save: async ({ trx, params, form }) => {
      await editEstablishment(trx, params.id, form)
      // Rooms are shown under the name of their establishment.
      return { also: [{ type: 'room', id: 0 }] }
    },
    example: (story) => ({ params: { id: story.establishments.zwolle }, form: { name: 'Zwolle-Noord' } }),
    options: [],
  },
  delete: { remove: deleteEstablishment },
})
