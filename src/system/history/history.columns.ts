import { sql } from 'kysely'
import { askedColumn } from '../../platform/screens/table/table-columns.ts'
import { actorOf } from './history.queries.ts'
import { actionLabel } from './history.rules.ts'

/** What else is known of what happened, for who wants it in the list. */
export const historyColumns = [
  askedColumn({
    field: 'actor',
    label: 'Wie',
    asks: () =>
      sql<{ actor: string | null; acted_by: string | null }>`
        jsonb_build_object('actor', actor.name, 'acted_by', helper.name)`,
    cell: (who) => actorOf(who),
  }),
  askedColumn({
    field: 'action',
    label: 'Actie',
    asks: () => sql<string>`history.action`,
    cell: (action) => actionLabel(action),
  }),
  askedColumn({
    field: 'record_id',
    label: 'Nummer',
    kind: 'num',
    asks: () => sql<number | null>`history.record_id`,
    cell: (id) => (id === null ? null : String(id)),
  }),
]
