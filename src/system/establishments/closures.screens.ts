import { sql } from 'kysely'
import { may } from '../../platform/access/viewer.ts'
import { deletion } from '../../platform/screens/popup/deletion.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { deleteOption } from '../../platform/screens/popup/record-options.ts'
import { table } from '../../platform/screens/table/table.ts'
import { awayText } from '../occupations/index.ts'
import { addRoomClosure, deleteRoomClosure, editRoomClosure } from './closures.commands.ts'
import { getRoomClosure, listRoomClosures } from './closures.queries.ts'
import { RoomClosureEditForm, RoomClosureForm } from './establishments.forms.ts'
import { getRoom } from './establishments.queries.ts'
import { establishmentsArea } from './rights.ts'

const HOME = '/settings/rooms'
const access = { area: establishmentsArea, record: 'room_closure' } as const

/** When a room cannot be used, inside its popup. */
export const roomClosures = table({
  ...access,
  alsoRecords: { id: 'room' },
  right: 'view',
  path: '/settings/room/closures/:id',
  title: 'Gesloten',
  query: (db, _viewer, { id }) => listRoomClosures(db).where('room_closures.room_id', '=', id),
  sorts: { first_day: { by: [sql`room_closures.first_day`], type: 'date' } },
  defaultSort: '-first_day',
  columns: [
    { field: 'description', kind: 'main', cell: (row) => row.description },
    { label: 'Periode', sort: 'first_day', cell: (row) => awayText(row) },
  ],
  rowCss: (row) => (row.is_past ? 'is-off' : null),
  open: (row, viewer) => (may(viewer, establishmentsArea, 'change') ? `/settings/room/closure/edit/${row.id}` : null),
  empty: { icon: 'door', title: 'Nooit gesloten', text: 'Voeg dagen toe waarop dit lokaal niet te gebruiken is.' },
  example: (story) => ({ params: { id: story.rooms.hall } }),
})

export const roomClosureAdd = formPopup({
  ...access,
  record: 'room',
  fieldsOf: 'room_closure',
  right: 'change',
  path: '/settings/room/closure/add/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ room: await getRoom(db, params.id), closure: null }),
  title: 'Sluiting toevoegen',
  subtitle: ({ room }) => room.label,
  view: 'system/establishments/room-closure',
  form: RoomClosureForm,
  submits: [{ label: 'Sluiting toevoegen' }],
  save: async ({ trx, params, form }) => {
    const id = await addRoomClosure(trx, params.id, form)
    return {
      changed: [{ type: 'room_closure', id }],
      flash: { str: 'Sluiting toegevoegd', type: 'success' },
      body: { id },
    }
  },
  example: (story) => ({
    params: { id: story.rooms.hall },
    form: { description: 'Vloer vervangen', first_day: '01-02-2030', last_day: '05-02-2030' },
  }),
})

export const roomClosureEdit = formPopup({
  ...access,
  right: 'change',
  path: '/settings/room/closure/edit/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ closure: await getRoomClosure(db, params.id) }),
  title: 'Sluiting wijzigen',
  view: 'system/establishments/room-closure',
  form: RoomClosureEditForm,
  version: ({ closure }) => closure.version,
  options: ({ closure }) => [
    deleteOption('/settings/room/closure/delete', { type: 'room_closure', id: closure.id }, establishmentsArea),
  ],
  save: async ({ trx, params, form }) => {
    await editRoomClosure(trx, params.id, form)
    return {
      changed: [{ type: 'room_closure', id: params.id }],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.roomClosure }, form: { description: 'Schilderwerk' } }),
})

export const roomClosureDelete = deletion({
  ...access,
  path: '/settings/room/closure/delete',
  flash: 'Sluiting verwijderd',
  remove: deleteRoomClosure,
  example: (story) => ({ form: { id: story.roomClosure } }),
})
