import { type SqlBool, sql } from 'kysely'
import { isPlanner } from '../../../platform/access/viewer.ts'
import { formatNumber } from '../../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { VALIDITY_BASES, type ValidityBasis } from './courses.rules.ts'

/** What else is known of courses, for who wants it in the list. */
export const courseColumns = [
  askedColumn({
    field: 'validity_basis',
    asks: () => sql<string | null>`case when courses.validity_months is not null then courses.validity_basis end`,
    cell: (basis) => (basis === null ? null : VALIDITY_BASES[basis as ValidityBasis]),
  }),
  askedColumn({
    field: 'refresher_course_id',
    asks: () =>
      sql<string | null>`(select next.description from courses next where next.id = courses.refresher_course_id)`,
    cell: (name) => name,
  }),
  askedColumn({
    field: 'plannings',
    label: 'Planningen',
    when: isPlanner,
    kind: 'num',
    asks: () => sql<number>`(select count(*)::integer from appointment_groups g where g.course_id = courses.id)`,
    cell: (count) => formatNumber(count),
  }),
  askedColumn({
    field: 'active',
    asks: () => sql<SqlBool>`courses.active`,
    cell: (active) => (active ? 'Ja' : 'Nee'),
  }),
  addedColumn('courses'),
]
