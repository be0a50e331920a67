import { type Expression, type SqlBool, sql } from 'kysely'
import { HttpError } from '../../errors.ts'
import { MAX_ID } from '../../forms/fields.ts'
import { formatNumber } from '../../format/format.ts'
import { literal } from '../../fast/prepared-reads.ts'
import type { Db, RowQuery } from '../../database/types.ts'
import type { Viewer } from '../../access/viewer.ts'
import { firstOfBranches } from '../../fast/index-first.ts'

/** A way to order a table: expressions that are never null, with the type their key is compared as. */
export interface Sort {
  by: Expression<unknown>[]
  type?: 'text' | 'timestamptz' | 'date' | 'bigint'
  /** Where they differ: the type of each. */
  types?: NonNullable<Sort['type']>[]
  /** How many of them go forward whichever way the list goes: those of its groups. */
  leading?: number
  /** The parts that all rows fall into, where only those have an index in this order; none for such a viewer. */
  parts?: (viewer: Viewer) => Part[] | undefined
}

/** Some of the rows of a list, and what its order comes down to among them. */
export interface Part {
  where: Expression<SqlBool>
  by: Expression<unknown>[]
}

export interface Paging {
  page: number
  maxPerPage: number
  sort: string
  /** Opaque key of the last row of the page before; null on the first page. */
  after: string | null
}

/** Counting stops here: beyond it the list says that there are more (docs/decisions.md). */
export const COUNT_LIMIT = 10_000
/** checkAll answers at most this many ids; beyond it an action takes the filter (rulings 3). */
const IDS_LIMIT = 20_000

interface Key {
  values: string[]
  id: number
}

function encodeKey(row: Record<string, unknown>, count: number): string {
  const key: Key = { values: Array.from({ length: count }, (_, i) => String(row[`key_${i}`])), id: row.id as number }
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** A day that exists, as PostgreSQL writes it. */
const isDay = (text: string): boolean => {
  const instant = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}
const CLOCK = /^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/

/** Whether PostgreSQL can have written this value of a sort. */
const IS_VALUE: Record<NonNullable<Sort['type']>, (text: string) => boolean> = {
  text: (text) => !text.includes('\0'),
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  date: (text) => isDay(text) || /^-?infinity$/.test(text),
  timestamptz: (text) => (isDay(text.slice(0, 10)) && CLOCK.test(text.slice(10))) || /^-?infinity$/.test(text),
}

const typeAt = ({ type = 'text', types }: Sort, i: number) => types?.[i] ?? type

/** @throws HttpError (400) for a key that no page of this list can have given out */
function decodeKey(text: string, sort: Sort): Key {
  const { by } = sort
  const isValue = (value: unknown, i: number) =>
    value === null || (typeof value === 'string' && IS_VALUE[typeAt(sort, i)](value))
  const isId = (id: unknown) => Number.isInteger(id) && (id as number) >= 0 && (id as number) <= MAX_ID
  try {
    const { values, id } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Key
    if (Array.isArray(values) && values.length === by.length && values.every(isValue) && isId(id)) return { values, id }
  } catch {
    // falls through to the refusal below
  }
  throw new HttpError(400, 'Deze pagina bestaat niet meer. Vernieuw de lijst.')
}

/** Whether a sort name asks for descending order: '-name'. */
export function isDescending(sort: string): boolean {
  return sort.startsWith('-')
}

/**
 * One page by key: the rows after the last one seen, so that page 10,000 costs what page 1 does. Without a key a
 * later page falls back on OFFSET, for a URL typed by hand.
 * @param parts in each of which the first rows are looked for, to be put together
 */
export function pageQuery<Row extends { id: number }>(
  query: RowQuery<Row>,
  table: string,
  sort: Sort,
  paging: Paging,
  parts?: Part[],
): RowQuery<Row> {
  const idColumn = sql.ref(`${table}.id`)
  const isOffset = paging.page > 0 && paging.after === null
  const found =
    parts === undefined || isOffset
      ? query
      : firstOfBranches(
          query,
          idColumn,
          parts.map(({ where, by }) => inOrder(query.where(where), [...by, idColumn], sort, paging)),
        )
  const keys = sort.by.map((expression, i) => sql`(${expression})::text`.as(`key_${i}`))
  return inOrder(found, [...sort.by, idColumn], sort, paging).select(keys)
}

/** What comes after a row in an order of which the first expressions may go another way than the rest. */
function beyond(order: Expression<unknown>[], values: Expression<unknown>[], leading: number, operator: '<' | '>') {
  const past = (from: number, to: number | undefined, sign: '<' | '>' | '=') =>
    sql<SqlBool>`(${sql.join(order.slice(from, to))}) ${sql.raw(sign)} (${sql.join(values.slice(from, to))})`
  if (leading === 0 || operator === '>') return past(0, undefined, operator)
  return sql<SqlBool>`(${past(0, leading, '>')} or ${past(0, leading, '=')} and ${past(leading, undefined, operator)})`
}

function inOrder<Row>(query: RowQuery<Row>, order: Expression<unknown>[], sort: Sort, paging: Paging): RowQuery<Row> {
  const { leading = 0 } = sort
  const operator = isDescending(paging.sort) ? '<' : '>'
  let page = query.limit(literal(paging.maxPerPage + 1))
  order.forEach((expression, i) => {
    page = page.orderBy(sql`${expression} ${operator === '<' && i >= leading ? sql`desc` : sql`asc`}`)
  })
  if (paging.after !== null) {
    const key = decodeKey(paging.after, sort)
    const values = [...key.values.map((value, i) => sql`${value}::${sql.raw(typeAt(sort, i))}`), sql`${key.id}`]
    page = page.where(beyond(order, values, leading, operator))
    // Of an order over two tables an index knows no more than where its first column begins.
    page = page.where(sql<SqlBool>`${order[0]!} ${sql.raw(leading > 0 ? '>' : operator)}= ${values[0]!}`)
  } else if (paging.page > 0) {
    page = page.offset(paging.page * paging.maxPerPage)
  }
  return page
}

/** The page that these rows of its query are. */
export function pageFrom<Row extends { id: number }>(found: Row[], sort: Sort, paging: Paging) {
  const rows = found.slice(0, paging.maxPerPage)
  const last = rows.at(-1)
  const more = found.length > paging.maxPerPage && last !== undefined
  return { rows, after: more ? encodeKey(last, sort.by.length) : null }
}

/** How many rows each of these queries has, counted up to COUNT_LIMIT + 1, by one statement. */
export async function countEach(db: Db, queries: RowQuery<unknown>[]): Promise<number[]> {
  const counts = queries.map((query) => {
    const inner = query
      .clearSelect()
      .clearOrderBy()
      .select(sql`1`.as('one'))
      .limit(literal(COUNT_LIMIT + 1))
    return sql`(select count(*) from (${inner}) counted)`
  })
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::integer[] as counts`.execute(db)
  return rows[0]!.counts
}

/** How many rows match. */
export const countRows = async (db: Db, query: RowQuery<unknown>): Promise<number> => (await countEach(db, [query]))[0]!

/** The ids of all matching rows in the order of the table, at most IDS_LIMIT. */
export async function fetchIds(
  query: RowQuery<unknown>,
  table: string,
  sort: Sort,
  sortName: string,
): Promise<number[]> {
  const direction = isDescending(sortName) ? sql`desc` : sql`asc`
  let ids = query.clearSelect().select(`${table}.id as id`)
  for (const expression of [...sort.by, sql.ref(`${table}.id`)]) ids = ids.orderBy(sql`${expression} ${direction}`)
  const rows = (await ids.limit(literal(IDS_LIMIT)).execute()) as { id: number }[]
  return rows.map((row) => row.id)
}

/** Those of `ids` that the query holds: rows outside the scope do not exist for its viewer. */
export async function keepIds(query: RowQuery<unknown>, table: string, ids: number[]): Promise<number[]> {
  const rows = (await query
    .clearSelect()
    .select(`${table}.id as id`)
    .where(sql<SqlBool>`${sql.ref(`${table}.id`)} = any(${ids})`)
    .execute()) as { id: number }[]
  return rows.map((row) => row.id)
}

/** 'meer dan 10.000' beyond what is counted. */
export function countText(count: number): string {
  return count > COUNT_LIMIT ? 'meer dan 10.000' : formatNumber(count)
}
