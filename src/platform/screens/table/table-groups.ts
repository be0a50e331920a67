/** Rows of a list under heads: in which order, and what each head counts. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../access/viewer.ts'
import type { Db, RowQuery } from '../../database/types.ts'
import { formatCount, formatMoney } from '../../format/format.ts'
import { literal } from '../../fast/prepared-reads.ts'
import { columnKey } from './table-columns.ts'
import type { Column } from './table-declaration.ts'
import { COUNT_LIMIT, type Sort, countText } from './table-query.ts'
import { UNCOUNTED, inTime } from './table-slow.ts'
import type { GroupedRow } from '../view-models.ts'

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
  /** What is summed over its rows beside their number. */
  sums?: GroupSum[]
}

interface GroupSum {
  of: Expression<number>
  /** Nothing of it is shown where it is ''. */
  text: (sum: number) => string
  /** The column below which it stands where that is shown, which says what it is. */
  under?: { column: string; text: (sum: number) => string }
  /** For whom, where not everybody may know of it. */
  when?: (viewer: Viewer) => boolean
}

/** A sum of cents below the column of that amount; beside the name of the group where that column is not shown. */
export const moneyUnder = (column: string, of: Expression<number>, word = ''): GroupSum => ({
  of,
  text: (cents) => [formatMoney(cents), word].filter(Boolean).join(' '),
  under: { column, text: formatMoney },
})

/** A number of something. */
export const counted = (of: Expression<number>, one: string, many: string): GroupSum => ({
  of,
  text: (count) => formatCount(count, one, many),
})

/** A group as one viewer has it. */
type ShownGroup<Row> = Omit<Group<Row>, 'among'> & { among(keys: string[]): Expression<SqlBool> }

export interface GroupHead {
  key: string
  name: string
  totals: GroupTotal[]
}
interface GroupTotal {
  text: string
  under?: { column: string; text: string }
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
      if (counts === null) return [row, { key, name: group.name(row), totals: [{ text: UNCOUNTED }] }]
      const { count, sums } = counts.get(key) ?? { count: 0, sums: [] }
      if (count > COUNT_LIMIT)
        return [row, { key, name: group.name(row), totals: [{ text: `${countText(count)} ${label.many}` }] }]
      const summed = (group.sums ?? []).map(({ text, under }, i): GroupTotal => {
        const sum = sums[i] ?? 0
        return { text: text(sum), ...(under ? { under: { column: under.column, text: under.text(sum) } } : {}) }
      })
      const total = { text: formatCount(count, label.one, label.many) }
      return [row, { key, name: group.name(row), totals: [total, ...summed.filter(({ text }) => text !== '')] }]
    }),
  )
}

/** A head above these columns: sums stand below the column of theirs, others beside the name, which has the first. */
export function placedHead<Row>(
  head: GroupHead | undefined,
  columns: Column<Row>[],
): NonNullable<GroupedRow['group']> | null {
  if (!head) return null
  const { key, name, totals } = head
  const placed = totals.map(({ text, under }) => {
    const column = under ? columns.findIndex((one) => columnKey(one) === under.column) : -1
    return under && column > 0 ? { column, text: under.text } : text
  })
  return {
    key,
    name,
    totals: placed.filter((one) => typeof one === 'string'),
    under: placed.filter((one) => typeof one !== 'string'),
  }
}
