import { type SqlBool, sql } from 'kysely'
import { formatCount } from '../../platform/format/format.ts'
import { beside, type SearchSource } from '../../platform/search/search.ts'
import { establishmentText } from './establishments.queries.ts'
import { establishmentsArea } from './rights.ts'

const ofEstablishment = sql`establishments where establishments.id = rooms.establishment_id`
const name = sql<string>`establishments.name`
const roomName = sql<string>`(select establishments.name || ', ' || rooms.name from ${ofEstablishment})`

/** Establishments by name and place. */
export const establishmentSearch: SearchSource = {
  type: 'Establishment',
  record: 'establishment',
  label: 'Vestigingen',
  icon: 'building-community',
  area: establishmentsArea,
  open: '/settings/establishment/view/{id}',
  name,
  words: { field: 'name', value: name, text: establishmentText },
  only: sql<SqlBool>`establishments.active`,
  beside: () =>
    beside(
      sql<
        string | null
      >`to_jsonb(nullif(concat_ws(' ', establishments.street, establishments.street_no, establishments.street_no_adding,
        case when establishments.city <> establishments.name then establishments.city end), ''))`,
      (text) => ({ text: text ?? '' }),
    ),
}

/** Rooms by their name and that of the establishment. */
export const roomSearch: SearchSource = {
  type: 'Room',
  record: 'room',
  label: 'Lokalen',
  icon: 'door',
  area: establishmentsArea,
  open: '/settings/room/view/{id}',
  name: roomName,
  words: { field: 'name', value: roomName, text: sql<string>`normalise(${roomName})` },
  only: sql<SqlBool>`rooms.active`,
  beside: () =>
    beside(sql<number | null>`to_jsonb(rooms.capacity)`, (capacity) => ({
      text: capacity === null ? '' : formatCount(capacity, 'plaats', 'plaatsen'),
    })),
}
