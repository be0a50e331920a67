import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { type Entry, actorOf } from './history.queries.ts'
import { ACTIONS, actionLabel } from './history.rules.ts'

const actor = sql`coalesce(history.actor_id, 0)`

/** By who did it; what went by itself stands under the name of the product. */
const person: Group<Pick<Entry, 'actor'>> = {
  label: 'Persoon',
  sort: { by: [sql`coalesce(actor.name, '') collate "nl-x-icu"`, actor], types: ['text', 'bigint'] },
  key: sql<string>`${actor}::text`,
  among: (keys) => sql<SqlBool>`${actor} = any(${keys.map(Number)}::integer[])`,
  name: (entry) => actorOf({ ...entry, acted_by: null }),
}

const action: Group<Entry> = {
  label: 'Actie',
  sort: {
    by: [
      sql`coalesce(array_position(${sql.lit(`{${Object.keys(ACTIONS).join()}}`)}::text[], history.action), 0)`,
      sql`history.action`,
    ],
    types: ['bigint', 'text'],
  },
  key: sql<string>`history.action`,
  among: (keys) => sql<SqlBool>`history.action = any(${keys}::text[])`,
  name: (entry) => actionLabel(entry.action),
}

export const historyGroups = { person, action }
