import { sql, type SqlBool } from 'kysely'
import { idOrNone } from '../../platform/forms/fields.ts'
import { selector } from '../../platform/screens/table/selector.ts'
import { byEstablishment, byRoom, establishmentText, roomLabel, roomText } from './establishments.queries.ts'

export const establishmentSelector = selector({
  type: 'establishment',
  record: 'establishment',
  table: 'establishments',
  query: (db) => db.selectFrom('establishments').select(['establishments.id', 'establishments.name as label']),
  searched: { text: establishmentText },
  sort: [byEstablishment],
  offered: sql<SqlBool>`establishments.active`,
})

/** Rooms under the name of their establishment; `filters.establishment_id` keeps those of one. */
export const roomSelector = selector({
  type: 'room',
  record: 'room',
  table: 'rooms',
  query: (db) =>
    db
      .selectFrom('rooms')
      .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
      .select(['rooms.id', roomLabel.as('label'), 'rooms.establishment_id', 'rooms.capacity']),
  searched: { text: roomText },
  sort: byRoom,
  offered: sql<SqlBool>`rooms.active and establishments.active`,
  filters: {
    establishment_id: (value) => sql<SqlBool>`rooms.establishment_id = ${idOrNone(value)}`,
  },
})
