import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../../platform/screens/table/table-groups.ts'
import { companyGroup, courseGroup } from '../../catalogue/people/index.ts'
import { stateColumn } from './refreshers.queries.ts'
import { type RefresherState, STATES } from './refreshers.rules.ts'

const months = new Intl.DateTimeFormat('nl-NL', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const monthStart = sql<string>`date_trunc('month', contact_refreshers.expires_at)::date`

const month: Group<{ expires_at: string }> = {
  label: 'Maand',
  sort: { by: [monthStart], type: 'date' },
  key: sql<string>`${monthStart}::text`,
  among: (keys) => sql<SqlBool>`${monthStart} = any(${keys}::date[])`,
  name: (refresher) => months.format(new Date(`${refresher.expires_at}T00:00:00Z`)),
}

const IN_ORDER = Object.keys(STATES)

const state: Group<{ state: RefresherState }> = {
  label: 'Status',
  sort: { by: [sql`array_position(${sql.lit(`{${IN_ORDER.join()}}`)}::text[], ${stateColumn})`], type: 'bigint' },
  key: sql<string>`${stateColumn}`,
  among: (keys) => sql<SqlBool>`${stateColumn} = any(${keys}::text[])`,
  name: (refresher) => STATES[refresher.state].label,
}

const course = courseGroup<{ course_description: string }>(
  sql`contact_refreshers.course_id`,
  (refresher) => refresher.course_description,
)

export const refresherGroups = { course, company: companyGroup, month, state }
