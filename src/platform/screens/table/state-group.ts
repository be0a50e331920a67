/** Rows of a list under the few states that they can be in. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Group, groupKeyOf } from './table-groups.ts'

/**
 * A group by a state of which a record has few, in the order in which they are given.
 * @param of.column never null; each value of it stands in `states`, or its rows are left out
 * @param of.states what each is called
 * @param of.indexed whether there is an index of the state with each usual order of the list behind it: then the first
 *   rows of each state are taken from it, however many others there are
 */
export function stateGroup({
  label,
  column,
  states,
  indexed = false,
  ...more
}: {
  label: string
  column: RawBuilder<string>
  states: Readonly<Record<string, string | { label: string }>>
  indexed?: boolean
} & Pick<Group<object>, 'when' | 'sums'>): Group<object> {
  const keys = Object.keys(states)
  return {
    label,
    sort: {
      by: [sql`array_position(${sql.lit(`{${keys.join()}}`)}::text[], ${column})`],
      type: 'bigint',
      ...(indexed
        ? {
            parts: () =>
              keys.map((key, i) => ({
                where: sql<SqlBool>`${column} = ${sql.lit(key)}`,
                by: [sql`${sql.lit(i + 1)}::bigint`],
              })),
          }
        : {}),
    },
    key: column,
    among: (some) => sql<SqlBool>`${column} = any(${some}::text[])`,
    name: (row) => {
      const state = states[groupKeyOf(row)] ?? ''
      return typeof state === 'string' ? state : state.label
    },
    ...more,
  }
}
