import { sql } from 'kysely'
import { referenceGroup, valueGroup } from '../../platform/screens/table/value-groups.ts'
import { type Entry, actorOf } from './history.queries.ts'
import { ACTIONS, actionLabel } from './history.rules.ts'

const action = sql<string>`history.action`
const place = sql`coalesce(array_position(${sql.lit(`{${Object.keys(ACTIONS).join()}}`)}::text[], ${action}), 0)`

export const historyGroups = {
  /** By who did it; what went by itself stands under the name of the product. */
  person: referenceGroup<Pick<Entry, 'actor'>>({
    label: 'Persoon',
    id: sql`coalesce(history.actor_id, 0)`,
    by: sql`coalesce(actor.name, history.actor_name, '') collate "nl-x-icu"`,
    name: (entry) => actorOf({ ...entry, acted_by: null }),
  }),
  action: valueGroup<Entry>({
    label: 'Actie',
    column: action,
    sort: { by: [place, action], types: ['bigint', 'text'] },
    name: (entry) => actionLabel(entry.action),
  }),
}
