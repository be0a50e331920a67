import { sql } from 'kysely'
import type { Audience } from '../../src/system/messages/points.ts'

/** Who drives a vehicle, as people that a message can be written to. */
export const driverAudience: Audience = {
  type: 'vehicle',
  record: 'vehicle',
  recipient: 'contact',
  kinds: [{ key: 'driver', label: 'Bestuurder', variables: [{ name: 'voertuig.naam', label: 'Voertuignaam' }] }],
  people: (_viewer, ids) => sql`
    select contacts.id, 'driver' as kind, contacts.last_name as name, contacts.email::text as email
    from vehicles join contacts on contacts.id = vehicles.contact_id where vehicles.id = any(${ids})`,
  values: async (db, ids, people) => {
    const { rows } = await sql<{ name: string }>`select name from vehicles where id = any(${ids})`.execute(db)
    return new Map(people.map(({ id }) => [id, { voertuig: { naam: rows[0]?.name ?? '' } }]))
  },
}
