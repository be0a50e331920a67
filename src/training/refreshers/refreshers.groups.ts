import { type SqlBool, sql } from 'kysely'
import { isPlanner } from '../../platform/access/viewer.ts'
import type { Group } from '../../platform/screens/table-groups.ts'
import { refresherFields } from './refreshers.fields.ts'
import { stateColumn } from './refreshers.queries.ts'
import { type RefresherState, STATES } from './refreshers.rules.ts'

const course: Group<{ course_description: string }> = {
  label: refresherFields.course_id.label,
  sort: {
    by: [sql`courses.description collate "nl-x-icu"`, sql`contact_refreshers.course_id`],
    types: ['text', 'bigint'],
  },
  key: sql<string>`contact_refreshers.course_id::text`,
  among: (keys) => sql<SqlBool>`contact_refreshers.course_id = any(${keys.map(Number)}::integer[])`,
  name: (refresher) => refresher.course_description,
}

const company: Group<{ company_name: string | null }> = {
  label: 'Bedrijf',
  // Of whom somebody sees as one of the own people the company need not be known.
  when: isPlanner,
  sort: {
    by: [sql`coalesce(companies.name, '') collate "nl-x-icu"`, sql`coalesce(companies.id, 0)`],
    types: ['text', 'bigint'],
  },
  key: sql<string>`coalesce(companies.id, 0)::text`,
  among: (keys) => sql<SqlBool>`coalesce(companies.id, 0) = any(${keys.map(Number)}::integer[])`,
  reads: { company_name: sql`companies.name` },
  name: (refresher) => refresher.company_name ?? 'Particulier',
}

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

export const refresherGroups = { course, company, month, state }
