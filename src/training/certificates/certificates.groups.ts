import { type SqlBool, sql } from 'kysely'
import { isPlanner } from '../../platform/access/viewer.ts'
import type { Group } from '../../platform/screens/table-groups.ts'
import { certificateFields } from './certificates.fields.ts'
import { stateColumn } from './certificates.queries.ts'
import { type CertificateState, STATES } from './certificates.rules.ts'

const course: Group<{ course_description: string }> = {
  label: certificateFields.course_id.label,
  sort: {
    by: [sql`courses.description collate "nl-x-icu"`, sql`certificates.course_id`],
    types: ['text', 'bigint'],
  },
  key: sql<string>`certificates.course_id::text`,
  among: (keys) => sql<SqlBool>`certificates.course_id = any(${keys.map(Number)}::integer[])`,
  name: (certificate) => certificate.course_description,
}

/** By the company that its holder works for now. */
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
  name: (certificate) => certificate.company_name ?? 'Particulier',
}

const STATES_IN_ORDER = Object.keys(STATES)

const state: Group<{ state: CertificateState }> = {
  label: 'Status',
  sort: {
    by: [sql`array_position(${sql.lit(`{${STATES_IN_ORDER.join()}}`)}::text[], ${stateColumn})`],
    type: 'bigint',
  },
  key: sql<string>`${stateColumn}`,
  among: (keys) => sql<SqlBool>`${stateColumn} = any(${keys}::text[])`,
  name: (certificate) => STATES[certificate.state].label,
}

export const certificateGroups = { course, company, state }
