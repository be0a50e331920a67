import { sql, type SqlBool } from 'kysely'
import * as z from 'zod'
import { cityLine, streetLine } from '../../platform/fields/address.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { id } from '../../platform/forms/fields.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../platform/screens/popup/record-options.ts'
import { table } from '../../platform/screens/table/table.ts'
import { selectFilter, selectorFilter, textFilter } from '../../platform/screens/table/table-filters.ts'
import type { Sort } from '../../platform/screens/table/table-query.ts'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import { addRoom, changeRoom, deleteRoom, editRoom } from './establishments.commands.ts'
import { RoomEditForm, RoomForm } from './establishments.forms.ts'
import { byRoom, establishmentNames, getRoom, listRooms, roomText } from './establishments.queries.ts'
import { roomSteps } from './next.rules.ts'
import { establishmentsArea } from './rights.ts'
import { roomFields } from './establishments.fields.ts'
import { roomColumns } from './rooms.columns.ts'
import { roomGroups } from './rooms.groups.ts'

const HOME = '/settings/rooms'
const access = { area: establishmentsArea, record: 'room' } as const
type Row = Awaited<ReturnType<ReturnType<typeof listRooms>['execute']>>[number]

const nameColumn = { label: 'Lokaal', kind: 'main', sort: 'name', cell: (room: Row) => room.name } as const
const capacityColumn = {
  field: 'capacity',
  edit: true,
  kind: 'num',
  sort: 'capacity',
  cell: (room: Row) => room.capacity,
} as const
const sorts: Record<string, Sort> = {
  name: { by: [sql`rooms.name collate "nl-x-icu"`] },
  capacity: { by: [sql`coalesce(rooms.capacity, 0)`], type: 'bigint' },
}
const rows = {
  open: (room: Row) => `/settings/room/view/${room.id}`,
  rowCss: (room: Row) => (room.active ? null : 'is-off'),
  edits: { url: '/settings/rooms/cell', area: establishmentsArea },
}

export const roomTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Lokalen',
  query: (db) => listRooms(db),
  filters: {
    search: textFilter('Zoeken', { text: roomText }),
    establishment_id: selectorFilter(
      'Vestiging',
      'establishment',
      (establishments) => sql<SqlBool>`rooms.establishment_id in (${sql.join(establishments)})`,
    ),
    active: selectFilter(
      'In gebruik',
      [
        { value: 'yes', label: 'Ja' },
        { value: 'no', label: 'Nee' },
      ],
      (value) => (value === 'yes' ? sql<SqlBool>`rooms.active` : sql<SqlBool>`not rooms.active`),
    ),
  },
  defaults: { active: 'yes' },
  sorts: { establishment: { by: byRoom }, ...sorts },
  defaultSort: 'establishment',
  columns: [
    nameColumn,
    { field: 'establishment_id', sort: 'establishment', cell: (room) => room.establishment_name },
    capacityColumn,
  ],
  groups: roomGroups,
  moreColumns: roomColumns,
  bulk: [
    {
      label: 'Veld wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: '/settings/rooms/bulk/field',
      area: establishmentsArea,
      right: 'change',
    },
    {
      label: 'Deactiveren',
      icon: 'ban',
      kind: 'popup',
      url: '/settings/rooms/bulk/deactivate',
      danger: true,
      area: establishmentsArea,
      right: 'change',
    },
  ],
  ...rows,
  add: {
    label: 'Lokaal toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/settings/room/add',
    primary: true,
    area: establishmentsArea,
    right: 'change',
  },
  empty: {
    icon: 'door',
    title: 'Nog geen lokalen',
    text: 'Een lokaal kiest u bij het plannen; een dubbele boeking wordt gemeld.',
  },
  example: () => ({}),
})

/** The rooms of one establishment inside its popup, whose own button adds one to it. */
export const establishmentRooms = table({
  ...access,
  alsoRecords: { id: 'establishment' },
  right: 'view',
  path: '/settings/establishment/rooms/:id',
  title: 'Lokalen',
  query: (db, _viewer, { id: establishment }) => listRooms(db).where('rooms.establishment_id', '=', establishment),
  sorts,
  defaultSort: 'name',
  columns: [nameColumn, capacityColumn],
  ...rows,
  empty: { icon: 'door', title: 'Geen lokalen', text: 'Deze vestiging heeft nog geen lokalen.' },
  example: (story) => ({ params: { id: story.establishments.zwolle } }),
})

export const roomView = popup({
  ...access,
  right: 'view',
  path: '/settings/room/view/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => {
    const room = await getRoom(db, params.id)
    return { room, streetLine: streetLine(room), cityLine: cityLine(room) }
  },
  title: ({ room }) => room.label,
  subtitle: 'Lokaal',
  status: ({ room }) =>
    room.active ? { label: 'In gebruik', css: 'st-confirmed' } : { label: 'Niet in gebruik', css: 'st-concept' },
  nextSteps: ({ room }) => roomSteps(room),
  actions: ({ room }) => [
    {
      label: 'Sluiting toevoegen',
      icon: 'calendar-off',
      kind: 'popup',
      url: `/settings/room/closure/add/${room.id}`,
      area: establishmentsArea,
      right: 'change',
    },
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/settings/room/edit/${room.id}`,
      primary: true,
      area: establishmentsArea,
      right: 'change',
    },
  ],
  options: ({ room }) => [deleteOption('/settings/room/delete', { type: 'room', id: room.id }, establishmentsArea)],
  footnote: ({ room }) => `Laatst gewijzigd op ${formatDateTime(room.updated_at)}`,
  layout: 'menu',
  parts: [
    { key: 'details', label: 'Gegevens', icon: 'door', view: 'system/establishments/room-details' },
    {
      key: 'closures',
      label: 'Gesloten',
      icon: 'calendar-off',
      url: ({ room }) => `/settings/room/closures/${room.id}?embed=1`,
      area: establishmentsArea,
    },
  ],
  example: (story) => ({ params: { id: story.rooms.zwolle1 } }),
})

/** One value of one room, changed in the list. */
export const roomCell = cellEdit({
  ...access,
  right: 'change',
  path: '/settings/rooms/cell',
  fields: roomFields,
  names: ['capacity'],
  save: ({ trx, id, changes, version }) => changeRoom(trx, id, changes, version),
  example: (story) => ({ form: { id: story.rooms.zwolle1, field: 'capacity', value: '21', version: 1 } }),
})

export const roomForms = recordForms({
  ...access,
  label: 'Lokaal',
  path: '/settings/room',
  home: HOME,
  size: 'medium',
  view: 'system/establishments/room-form',
  formRecords: { establishment_id: 'establishment' },
  name: 'room',
  add: {
    query: z.object({ establishment_id: id.optional().catch(undefined) }),
    load: async ({ db, query: { establishment_id } }) => {
      const names = establishment_id === undefined ? null : await establishmentNames(db, [establishment_id])
      const name = establishment_id === undefined ? undefined : names?.get(establishment_id)
      return { room: null, establishment: name === undefined ? null : { id: establishment_id, label: name } }
    },
    form: RoomForm,
    save: async ({ trx, form }) => ({
      id: await addRoom(trx, form),
      also: [{ type: 'establishment', id: form.establishment_id }],
    }),
    example: (story) => ({ form: { establishment_id: story.establishments.zwolle, name: 'lokaal 9' } }),
  },
  edit: {
    load: async ({ db, params }) => {
      const room = await getRoom(db, params.id)
      return { room, establishment: { id: room.establishment_id, label: room.establishment_name } }
    },
    title: ({ room }) => `${room.label} wijzigen`,
    form: RoomEditForm,
    save: ({ trx, params, form }) => editRoom(trx, params.id, form),
    example: (story) => ({ params: { id: story.rooms.zwolle1 }, form: { capacity: 20 } }),
    options: [],
  },
  delete: { remove: deleteRoom },
})
