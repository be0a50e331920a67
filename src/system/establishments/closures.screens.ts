import { sql } from 'kysely'
import { may } from '../../platform/access/viewer.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
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

export const roomClosureForms = recordForms({
  ...access,
  label: 'Sluiting',
  path: '/settings/room/closure',
  home: HOME,
  size: 'small',
  view: 'system/establishments/room-closure',
  name: 'closure',
  add: {
    of: 'room',
    load: async ({ db, params }) => ({ room: await getRoom(db, params.id), closure: null }),
    subtitle: ({ room }) => room.label,
    form: RoomClosureForm,
    save: ({ trx, params, form }) => addRoomClosure(trx, params.id, form),
    example: (story) => ({
      params: { id: story.rooms.hall },
      form: { description: 'Vloer vervangen', first_day: '01-02-2030', last_day: '05-02-2030' },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ closure: await getRoomClosure(db, params.id) }),
    form: RoomClosureEditForm,
    save: ({ trx, params, form }) => editRoomClosure(trx, params.id, form),
    example: (story) => ({ params: { id: story.roomClosure }, form: { description: 'Schilderwerk' } }),
  },
  delete: { remove: deleteRoomClosure, example: (story) => ({ form: { id: story.roomClosure } }) },
})
