import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { actorOf } from './history.queries.ts'
import { actionLabel } from './history.rules.ts'

const { shown } = columnsOf('history')

const who = sql`jsonb_build_object('actor', coalesce(actor.name, history.actor_name), 'acted_by', helper.name)`

/** What else is known of what happened, for who wants it in the list. */
export const historyColumns = [
  shown('actor', { label: 'Wie', as: actorOf, of: who }),
  shown('action', { label: 'Actie', as: actionLabel }),
  shown('record_id', { label: 'Nummer', as: 'id' }),
]
