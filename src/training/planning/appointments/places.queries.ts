import { sql } from 'kysely'
import { isPlanner, type Viewer } from '../../../platform/access/viewer.ts'

/** Where a part takes place: its room, else its address, else online. */
export const partPlace = sql<string>`coalesce(
  (select concat_ws(', ', e.name, r.name) from rooms r join establishments e on e.id = r.establishment_id
   where r.id = appointments.room_id),
  nullif(concat_ws(', ', nullif(appointments.address_name, ''),
    nullif(concat_ws(' ', appointments.street, appointments.street_no, appointments.street_no_adding), ''),
    nullif(appointments.city, '')), ''),
  case when appointments.join_url is not null then 'Online' end, '')`

const addressOf = (table: string) => sql`concat_ws(', ',
  nullif(concat_ws(' ', ${sql.ref(`${table}.street`)}, ${sql.ref(`${table}.street_no`)}, ${sql.ref(`${table}.street_no_adding`)}), ''),
  nullif(concat_ws(' ', ${sql.ref(`${table}.postal_code`)}, ${sql.ref(`${table}.city`)}), ''))`

/**
 * The address to go to, as a map takes it: that of its room where that is hired elsewhere, else that of the establishment
 * of its room, else its own; '' for none.
 */
export const partAddress = sql<string>`coalesce(
  (select case when r.city is null then ${addressOf('e')} else ${addressOf('r')} end from rooms r join establishments e on e.id = r.establishment_id where r.id = appointments.room_id),
  ${addressOf('appointments')}, '')`

/** The same as far as it is told: a room is named to planners alone (T-194). */
export const placeFor = (viewer: Viewer) =>
  isPlanner(viewer)
    ? partPlace
    : sql<string>`coalesce(appointments.city,
        (select coalesce(r.city, e.city) from rooms r join establishments e on e.id = r.establishment_id where r.id = appointments.room_id),
        case when appointments.join_url is not null then 'Online' end, '')`
