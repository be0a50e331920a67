import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../../platform/screens/table/table-groups.ts'
import { companyGroup, courseGroup } from '../../catalogue/people/index.ts'
import { stateColumn } from './certificates.queries.ts'
import { type CertificateState, STATES } from './certificates.rules.ts'

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

const course = courseGroup<{ course_description: string }>(
  sql`certificates.course_id`,
  (certificate) => certificate.course_description,
)

export const certificateGroups = { course, company: companyGroup, state }
