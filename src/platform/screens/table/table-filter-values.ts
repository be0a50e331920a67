/** The filters of one request: what is set, what rows must meet by it, and what its SQL is known by. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database/types.ts'
import { Invalid } from '../../errors.ts'
import { type Found, findWords, indexFirst } from '../../fast/index-first.ts'
import { type Viewer, viewerScope } from '../../access/viewer.ts'
import type { Registry } from '../../registry.ts'
import { asksNothing, readChoices, writeChoices } from './filter-choices.contract.ts'
import type { FilterValues, Filters } from './table-filters.ts'

/** The filters of a list that this viewer may ask it by. */
export const filtersFor = (filters: Filters = {}, viewer: Viewer): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, filter]) => filter.when?.(viewer) ?? true))

/**
 * The set filters of a request; an unknown name is ignored, as a stale bookmark may carry one.
 * @throws Invalid for a value that its filter cannot read: a list that leaves it out in silence shows what was not asked for
 */
export function readFilters(
  filters: Filters,
  query: Record<string, unknown>,
  defaults: FilterValues = {},
): FilterValues {
  const values: FilterValues = {}
  for (const [name, filter] of Object.entries(filters)) {
    const given = query[name] ?? filter.older?.(query)
    const raw = given === undefined ? (defaults[name] ?? '') : given
    const value = typeof raw === 'string' ? filter.read(raw, name) : null
    if (value !== null) values[name] = value
    else if (typeof raw !== 'string' || !asksNothing(raw))
      throw new Invalid({ [name]: [`${filter.label} is niet geldig.`] })
  }
  return values
}

/** What the rows must meet by these values. */
export function conditionsOf(filters: Filters, values: FilterValues, viewer: Viewer, db: Db): Promise<Found[]> {
  return Promise.all(
    Object.entries(values).map(async ([name, value]) => {
      const filter = filters[name]!
      if (filter.searched) return findWords(db, filter.searched, value)
      const where = filter.where(value, viewer)
      return { where: filter.indexed ? await indexFirst(db, filter.indexed, where) : where }
    }),
  )
}

/**
 * That the records by which somebody filters are there for them, who sees the own ones of that type only: which rows
 * belong to a record tells of it what it is not there to be asked for, such as where somebody works.
 */
export function namesSeen(filters: Filters, values: FilterValues, viewer: Viewer, registry: Registry) {
  const conditions: Expression<SqlBool>[] = []
  for (const [name, value] of Object.entries(values)) {
    const { kind, type } = filters[name]!
    const source = kind === 'selector' && type !== null ? registry.selectors.get(type) : undefined
    const ids = source ? readChoices(value)!.values.map(Number) : []
    if (!source || ids.length === 0) continue
    const record = registry.record(source.record)
    if (viewerScope(viewer, record.area) !== 'own') continue
    conditions.push(sql<SqlBool>`(select count(*) from ${sql.table(record.table)}
      where ${sql.ref(`${record.table}.id`)} in (${sql.join(ids)}) and ${record.visibleTo(viewer)}) = ${sql.lit(ids.length)}`)
  }
  return conditions
}

/** The same where what is searched for is nowhere; null for a list that is not searched, or not for words. */
export async function conditionsAlike(
  filters: Filters,
  values: FilterValues,
  viewer: Viewer,
  db: Db,
  visible: Expression<SqlBool>,
): Promise<Found[] | null> {
  const searched = Object.entries(values).find(([name]) => filters[name]!.alike)
  const where = searched && filters[searched[0]]!.alike!(searched[1], visible)
  if (!where) return null
  const { [searched[0]]: _text, ...others } = values
  return [{ where }, ...(await conditionsOf(filters, others, viewer, db))]
}

/**
 * A name for the SQL of these values and the ids that differ from one to the next; null where it has to be written for
 * the value itself.
 */
export function writtenFor(filters: Filters, values: FilterValues): { name: string; ids: number[] } | null {
  const names: string[] = []
  const ids: number[] = []
  for (const [name, value] of Object.entries(values)) {
    const { written } = filters[name]!
    if (written === undefined) return null
    if (written === 'for any id') {
      const { not, values: chosen } = readChoices(value)!
      ids.push(...chosen.map(Number))
      names.push(`${name}=${not ? '!' : ''}${chosen.length} ids`)
    } else names.push(`${name}=${value}`)
  }
  return { name: names.join('&'), ids }
}

/** The same values with other ids, in the order in which `writtenFor` gave them. */
export function withIds(filters: Filters, values: FilterValues, ids: number[]): FilterValues {
  const left = [...ids]
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (filters[name]!.written !== 'for any id') return [name, value]
      const { not, values: chosen } = readChoices(value)!
      return [name, writeChoices({ not, values: left.splice(0, chosen.length).map(String) })]
    }),
  )
}
