import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Group, groupKeyOf } from './table-groups.ts'

/**
 * Rows of a list by what holds for them or does not, those for which it holds first.
 * @param of.names what the two groups are called
 */
export const yesNoGroup = ({
  label,
  holds,
  names,
  ...more
}: {
  label: string
  holds: RawBuilder<SqlBool>
  names: { yes: string; no: string }
} & Pick<Group<object>, 'when' | 'sums'>): Group<object> => ({
  label,
  sort: { by: [sql`(not (${holds}))::integer`], type: 'bigint' },
  key: sql<string>`(case when ${holds} then 'yes' else 'no' end)`,
  among: (keys) => sql<SqlBool>`(${holds}) = any(${keys.map((key) => key === 'yes')}::boolean[])`,
  name: (row) => (groupKeyOf(row) === 'yes' ? names.yes : names.no),
  ...more,
})
