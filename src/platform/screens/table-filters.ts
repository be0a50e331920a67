import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, RowQuery } from '../database/types.ts'
import { Invalid } from '../errors.ts'
import { MAX_ID, id, parseDutchDate } from '../forms/fields.ts'
import { formatDate } from '../format/format.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import type { FilterField } from './models.ts'
import { type Found, findWords, indexFirst } from '../fast/index-first.ts'
import { type Indexed, type Searched, hasWords } from './conditions.ts'
import type { SelectorSource } from './selector.ts'

/** A filter of a table: how it looks, how its value is read, and which rows it keeps. */
export interface Filter {
  label: string
  kind: FilterField['kind']
  options: { value: string; label: string }[] | ((services: Services) => { value: string; label: string }[])
  type: string | null
  /** The value as text in the query, or null when it is not set. @throws Invalid for a value that cannot be */
  read(value: string, name: string): string | null
  where(value: string, viewer: Viewer): Expression<SqlBool>
  /** What `where` looks for words in, and nothing else: it is done in the best way for what is there. */
  searched?: Searched
  /** That `where` has an index of its own, from which what is rare is taken. */
  indexed?: Indexed
  /** Of what its SQL is the same, so that a list need not be written anew each time; else it depends on the value. */
  written?: 'for any id' | 'for each choice'
}

/** Chips and queries skip empty values, 'all', and numbers that are not above 0 (P-170, P-171, P-172). */
function isUnset(value: string): boolean {
  return value === '' || value === 'all' || (/^-?\d+$/.test(value) && Number(value) <= 0)
}

/** Free text; every word must occur in what is searched (compared without case and accents). */
export function textFilter(label: string, searched: Searched): Filter {
  return {
    label,
    kind: 'text',
    options: [],
    type: null,
    read: (value) => value.trim().slice(0, 200) || null,
    where: (value) => hasWords(searched.text, value),
    ...(searched.table === undefined ? {} : { searched }),
  }
}

/** Whether a condition holds: 'yes' or 'no'. */
export function yesNoFilter(label: string, condition: RawBuilder<SqlBool>): Filter {
  const options = [
    { value: 'yes', label: 'Ja' },
    { value: 'no', label: 'Nee' },
  ]
  return selectFilter(label, options, (value) => (value === 'yes' ? condition : sql<SqlBool>`not ${condition}`))
}

/** One of a fixed list. */
export function selectFilter(
  label: string,
  options: { value: string; label: string }[],
  where: (value: string, viewer: Viewer) => Expression<SqlBool>,
): Filter {
  return {
    label,
    kind: 'select',
    options,
    type: null,
    read: (value, name) => {
      if (isUnset(value)) return null
      if (!options.some((option) => option.value === value)) throw new Invalid({ [name]: [`${label} is niet geldig.`] })
      return value
    },
    where,
    written: 'for each choice',
  }
}

/** One of a list that is only known when all areas have come together, such as the types of records. */
export function registeredFilter(
  label: string,
  options: (services: Services) => { value: string; label: string }[],
  where: (value: string, viewer: Viewer) => Expression<SqlBool>,
): Filter {
  const read = (value: string) => (isUnset(value) ? null : value.slice(0, 100))
  return { label, kind: 'select', options, type: null, read, where }
}

/** One record by its number. */
export function numberFilter(label: string, where: (id: number, viewer: Viewer) => Expression<SqlBool>): Filter {
  return {
    label,
    kind: 'text',
    options: [],
    type: null,
    read: (value, name) => {
      if (isUnset(value.trim())) return null
      const read = id.safeParse(value.trim())
      if (!read.success) throw new Invalid({ [name]: [`${label} is geen geldig nummer.`] })
      return String(read.data)
    },
    where: (value, viewer) => where(Number(value), viewer),
    written: 'for any id',
  }
}

/** A record of another type, chosen in a selector. */
export function selectorFilter(
  label: string,
  type: string,
  where: (id: number, viewer: Viewer) => Expression<SqlBool>,
): Filter {
  return {
    label,
    kind: 'selector',
    options: [],
    type,
    read: (value, name) => {
      if (isUnset(value)) return null
      if (!/^\d{1,10}$/.test(value) || Number(value) > MAX_ID)
        throw new Invalid({ [name]: [`${label} is niet geldig.`] })
      return value
    },
    where: (value, viewer) => where(Number(value), viewer),
    written: 'for any id',
  }
}

/** A day, typed dd-mm-yyyy; `where` gets yyyy-mm-dd. */
export function dateFilter(label: string, where: (day: string, viewer: Viewer) => Expression<SqlBool>): Filter {
  return {
    label,
    kind: 'date',
    options: [],
    type: null,
    read: (value, name) => {
      if (value === '') return null
      const day = parseDutchDate(value)
      if (day === null) throw new Invalid({ [name]: [`${label} is geen geldige datum (dd-mm-jjjj).`] })
      return day
    },
    where,
  }
}

export type Filters = Record<string, Filter>
export type FilterValues = Record<string, string>

/** The set filters of a request; an unknown name is ignored, as a stale bookmark may carry one. */
export function readFilters(
  filters: Filters,
  query: Record<string, unknown>,
  defaults: FilterValues = {},
): FilterValues {
  const values: FilterValues = {}
  for (const [name, filter] of Object.entries(filters)) {
    const given = query[name]
    const raw = typeof given === 'string' ? given : given === undefined ? (defaults[name] ?? '') : ''
    const value = filter.read(raw, name)
    if (value !== null) values[name] = value
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
 * A name for the SQL of these values and the ids that differ from one to the next; null where it has to be written for
 * the value itself.
 */
export function writtenFor(filters: Filters, values: FilterValues): { name: string; ids: number[] } | null {
  const names: string[] = []
  const ids: number[] = []
  for (const [name, value] of Object.entries(values)) {
    const { written } = filters[name]!
    if (written === undefined) return null
    if (written === 'for any id') ids.push(Number(value))
    names.push(written === 'for any id' ? name : `${name}=${value}`)
  }
  return { name: names.join('&'), ids }
}

/** The same values with other ids, in the order in which `writtenFor` gave them. */
export function withIds(filters: Filters, values: FilterValues, ids: number[]): FilterValues {
  const left = [...ids]
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      filters[name]!.written === 'for any id' ? String(left.shift()) : value,
    ]),
  )
}

/** The column of a row in which a list also brings what a filter's chip says. */
const labelColumn = (name: string) => `filter_${name}`

/** The query with the names of the records that it is filtered by, which saves asking for them. */
export function withFilterLabels<Row>(
  query: RowQuery<Row>,
  filters: Filters,
  values: FilterValues,
  viewer: Viewer,
  services: Services,
): RowQuery<Row> {
  let labelled = query
  for (const [name, value] of Object.entries(values)) {
    const label = sourceOf(filters[name]!, services)?.label(services, viewer, Number(value))
    if (label) labelled = labelled.select(label.as(labelColumn(name)))
  }
  return labelled
}

function sourceOf(filter: Filter, services: Services): SelectorSource | undefined {
  return filter.kind === 'selector' && filter.type !== null ? services.registry.selectors.get(filter.type) : undefined
}

function optionsOf(filter: Filter, services: Services): { value: string; label: string }[] {
  return typeof filter.options === 'function' ? filter.options(services) : filter.options
}

async function displayOf(filter: Filter, value: string, viewer: Viewer, services: Services): Promise<string> {
  if (filter.kind === 'select')
    return optionsOf(filter, services).find((option) => option.value === value)?.label ?? value
  if (filter.kind === 'date') return formatDate(value)
  if (filter.kind !== 'selector') return value
  const found = await sourceOf(filter, services)?.find(services, viewer, [Number(value)])
  return found?.[0]?.label ?? 'onbekend'
}

/**
 * The filters as the view draws them, with the text of their chips.
 * @param row one that was found by them, which may bring the names (see `withFilterLabels`)
 * @param tabFilters those that the tab around the table asks; null for a table on a page
 */
export function filterFields(
  { filters = {}, defaults = {} }: { filters?: Filters; defaults?: FilterValues },
  values: FilterValues,
  viewer: Viewer,
  services: Services,
  { row = {}, tabFilters }: { row?: object | undefined; tabFilters: string[] | null },
): Promise<FilterField[]> {
  const labels = row as Record<string, unknown>
  return Promise.all(
    Object.entries(filters).map(async ([name, filter]) => {
      const value = values[name]
      const label = labels[labelColumn(name)]
      const unset = filter.kind === 'select' && defaults[name] !== undefined ? 'all' : ''
      return {
        name,
        label: filter.label,
        kind: filter.kind,
        unset,
        value: value === undefined ? unset : filter.kind === 'date' ? formatDate(value) : value,
        display:
          value === undefined
            ? ''
            : typeof label === 'string'
              ? label
              : await displayOf(filter, value, viewer, services),
        options: optionsOf(filter, services),
        type: filter.type,
        fixed: tabFilters?.includes(name) ?? false,
      }
    }),
  )
}
