import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { byEstablishment } from './establishments.queries.ts'

/** The other establishments, with the minutes it takes to go there, null where nobody said. */
export const listTravelFrom = (db: Db | Trx, id: number) =>
  db
    .selectFrom('establishments')
    .leftJoin('travel_times', (join) =>
      join
        .on(sql`travel_times.establishment_id`, '=', sql`least(${id}::integer, establishments.id)`)
        .on(sql`travel_times.other_id`, '=', sql`greatest(${id}::integer, establishments.id)`),
    )
    .select(['establishments.id', 'establishments.name', 'travel_times.minutes'])
    .where('establishments.id', '<>', id)
    .where((eb) => eb.or([eb('establishments.active', '=', true), eb('travel_times.id', 'is not', null)]))
    .orderBy(byEstablishment)
    .execute()

/** Names a pair of establishments, whichever comes first. */
export const travelKey = (one: number, other: number): string => [one, other].sort((a, b) => a - b).join('-')

/** Minutes by pair. */
export async function listTravelTimes(db: Db | Trx): Promise<Map<string, number>> {
  const rows = await db.selectFrom('travel_times').select(['establishment_id', 'other_id', 'minutes']).execute()
  return new Map(rows.map((row) => [travelKey(row.establishment_id, row.other_id), row.minutes]))
}
