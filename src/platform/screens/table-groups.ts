/** Rows of a list under heads: in which order, and what each head counts. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import type { Db, RowQuery } from '../database/types.ts'
import { formatCount } from '../format/format.ts'
import { literal } from '../fast/prepared-reads.ts'
import { COUNT_LIMIT, type Sort, countText } from './table-query.ts'
import { UNCOUNTED, inTime } from './table-slow.ts'

/** A way to group the rows of a list. */
export interface Group<Row> {
  label: string
  /** The order of the groups, which tells them apart. */
  sort: Sort
  /** What identifies a group, as text. */
  key: Expression<string>
  /** The rows of these groups, by an index where there is one for this viewer. */
  among(keys: string[], viewer: Viewer): Expression<SqlBool>
  name(row: Row): string
  /** What its name is read from, where that is not in the rows of the list, by the column that it comes in. */
  reads?: Record<string, Expression<unknown>>
  /** For whom it is there, where not everybody may know by what rows belong together. */
  when?(viewer: Viewer): boolean
  /** What is summed over its rows beside their number; `when`: for whom, where not everybody may know of it. */
  sums?: { of: Expression<number>; text: (sum: number) => string; when?: (viewer: Viewer) => boolean }[]
}

/** A group as one viewer has it. */
type ShownGroup<Row> = Omit<Group<Row>, 'among'> & { among(keys: string[]): Expression<SqlBool> }

export interface GroupHead {
  key: string
  name: string
  totals: string[]
}

/** The column of a row in which a grouped list brings its group. */
const KEY = 'group_key'

const typesOf = ({ by, type = 'text', types }: Sort) => types ?? by.map(() => type)

/** The order of a grouped list: the groups always forward, their rows as was asked. */
export function groupedSort({ sort: groups }: Pick<Group<never>, 'sort'>, sort: Sort): Sort {
  return {
    by: [...groups.by, ...sort.by],
    types: [...typesOf(groups), ...typesOf(sort)],
    leading: groups.by.length,
    parts: (viewer) => groups.parts?.(viewer)?.map(({ where, by }) => ({ where, by: [...by, ...sort.by] })),
  }
}

/** A group with what this viewer may know of its rows. */
export const groupFor = <Row>(group: Group<Row>, viewer: Viewer): ShownGroup<Row> => ({
  ...group,
  among: (keys) => group.among(keys, viewer),
  sums: (group.sums ?? []).filter(({ when }) => when?.(viewer) ?? true),
})

/** By what this viewer may group a list. */
export const groupsFor = (groups: Record<string, Group<never>> = {}, viewer: Viewer): Record<string, Group<never>> =>
  Object.fromEntries(Object.entries(groups).filter(([, group]) => group.when?.(viewer) ?? true))

/** A list with the group of each row. */
export const withGroup = <Row>(
  query: RowQuery<Row>,
  group: Pick<Group<never>, 'key' | 'reads'> | null,
): RowQuery<Row> =>
  group
    ? Object.entries({ ...group.reads, [KEY]: group.key }).reduce(
        (rows, [name, value]) => rows.select(sql`${value}`.as(name)),
        query,
      )
    : query

export const groupKeyOf = (row: object): string => String((row as Record<string, unknown>)[KEY])

interface Counted {
  count: number
  sums: number[]
}

function counting(query: RowQuery<unknown>, { key, sums = [] }: Pick<Group<never>, 'key' | 'sums'>) {
  const rows = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`${key}`.as(KEY))
    .select(sums.map(({ of }, i) => sql`${of}`.as(`sum_${i}`)))
    .limit(literal(COUNT_LIMIT + 1))
  const totals = sums.map((_sum, i) => sql`coalesce(sum(${sql.ref(`sum_${i}`)}), 0)`)
  return sql<Counted & { key: string }>`
    select ${sql.ref(KEY)} as key, count(*)::integer as count, array[${sql.join(totals)}]::float8[] as sums
    from (${rows}) counted group by 1`
}

/** How many rows the groups have, and their sums: exact as long as one has no more than are counted. */
async function countGroups<Row>(
  db: Db,
  query: RowQuery<unknown>,
  group: ShownGroup<Row>,
  keys: string[],
): Promise<Map<string, Counted>> {
  const of = (some: string[]) => counting(query.where(group.among(some)), group).execute(db)
  const { rows } = await of(keys)
  const isWhole = rows.reduce((sum, { count }) => sum + count, 0) <= COUNT_LIMIT
  // So many together say nothing of each: then they are counted one by one.
  const counted =
    isWhole || keys.length === 1 ? rows : (await Promise.all(keys.map((key) => of([key])))).flatMap((one) => one.rows)
  return new Map(counted.map((row) => [row.key, row]))
}

/** The heads above rows, in whose order they come. */
export async function groupHeads<Row extends object>(
  db: Db,
  query: RowQuery<unknown>,
  { group, rows, label }: { group: ShownGroup<Row>; rows: Row[]; label: { one: string; many: string } },
): Promise<Map<Row, GroupHead>> {
  const firsts = rows.filter((row, i) => i === 0 || groupKeyOf(row) !== groupKeyOf(rows[i - 1]!))
  if (firsts.length === 0) return new Map()
  const counts = await inTime(() => countGroups(db, query, group, firsts.map(groupKeyOf)))
  return new Map(
    firsts.map((row) => {
      const key = groupKeyOf(row)
      if (counts === null) return [row, { key, name: group.name(row), totals: [UNCOUNTED] }]
      const { count, sums } = counts.get(key) ?? { count: 0, sums: [] }
      if (count > COUNT_LIMIT)
        return [row, { key, name: group.name(row), totals: [`${countText(count)} ${label.many}`] }]
      const summed = (group.sums ?? []).map(({ text }, i) => text(sums[i] ?? 0))
      const total = formatCount(count, label.one, label.many)
      return [row, { key, name: group.name(row), totals: [total, ...summed] }]
    }),
  )
}
