/** Rows of a list under what they have in common: a value, a record that they refer to, or a month. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MONTHS } from '../../format/days.ts'
import { type Group, groupKeyOf } from './table-groups.ts'

type More<Row> = Pick<Group<Row>, 'label' | 'when' | 'sums' | 'reads'>

/**
 * By a value that is never null.
 * @param of.sort where its own order as text is not that of the groups
 */
export const valueGroup = <Row>({
  column,
  sort = { by: [column] },
  ...more
}: More<Row> & Pick<Group<Row>, 'name'> & { column: RawBuilder<string>; sort?: Group<Row>['sort'] }): Group<Row> => ({
  sort,
  key: column,
  among: (keys) => sql<SqlBool>`${column} = any(${keys}::text[])`,
  ...more,
})

/**
 * By the record that they refer to, in the order of their names.
 * @param of.id never null: 0 stands for none
 */
export const referenceGroup = <Row>({
  id,
  by,
  ...more
}: More<Row> & Pick<Group<Row>, 'name'> & { id: RawBuilder<unknown>; by: RawBuilder<unknown> }): Group<Row> => ({
  sort: { by: [by, id], types: ['text', 'bigint'] },
  key: sql<string>`${id}::text`,
  among: (keys) => sql<SqlBool>`${id} = any(${keys.map(Number)}::integer[])`,
  ...more,
})

/** By the month of a day. */
export const monthGroup = (day: string, sums: Group<object>['sums'] = []): Group<object> =>
  valueGroup({
    label: 'Maand',
    column: sql<string>`to_char(${sql.ref(day)}, 'YYYY-MM')`,
    name: (row) => {
      const [year, month] = groupKeyOf(row).split('-')
      return `${MONTHS[Number(month) - 1]} ${year}`
    },
    sums,
  })
