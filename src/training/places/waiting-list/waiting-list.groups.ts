import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../../platform/screens/table/table-groups.ts'
import { courseGroup } from '../../catalogue/people/index.ts'
import { waitingFields } from './waiting-list.fields.ts'

const course = courseGroup<{ course: string }>(sql`waiting_entries.course_id`, (row) => row.course)

/** To whom a place is offered that is not answered yet. */
const isOffered = sql<SqlBool>`waiting_entries.id in (select o.entry_id from waiting_offers o where o.state = 'open')`
const OFFERED = 'open'

/** Whose offer runs comes first: that waits for an answer. */
const state: Group<{ open: object | null }> = {
  label: waitingFields.state.label,
  sort: { by: [sql`(not ${isOffered})::integer`], type: 'bigint' },
  key: sql<string>`case when ${isOffered} then 'open' else 'waiting' end`,
  among: (keys) => {
    const some = [
      ...(keys.includes(OFFERED) ? [isOffered] : []),
      ...(keys.some((key) => key !== OFFERED) ? [sql<SqlBool>`not ${isOffered}`] : []),
    ]
    return sql<SqlBool>`(${sql.join(some, sql` or `)})`
  },
  name: ({ open }) => waitingFields.state.options![open ? OFFERED : 'waiting'] ?? '',
}

export const waitingGroups = { course, state }
