/** The filters that a table can declare; the language of their values is in `filter-*.contract.ts`. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { Invalid } from '../../errors.ts'
import { id } from '../../forms/fields.ts'
import { type Day, dayOf, isoDay } from '../../format/days.ts'
import { today } from '../../format/zone.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Services } from '../../services.ts'
import { type Indexed, type Searched, hasWords } from '../../matching/conditions.ts'
import { readChoices, writeChoices } from './filter-choices.contract.ts'
import { daysOf, readPeriodChoice, writePeriodChoice } from './filter-periods.contract.ts'
import { looksLike } from '../../search/likeness.ts'
import type { FilterField } from './filter-field.contract.ts'

/** A filter of a table: how it looks, how its value is read, and which rows it keeps. */
export interface Filter {
  label: string
  /** For whom it is there, where what it asks tells what not everybody may know. */
  when?(viewer: Viewer): boolean
  kind: FilterField['kind']
  options: Option[] | ((services: Services) => Option[])
  type: string | null
  /** Whether rows without a value can be asked for. */
  asksEmpty?: boolean
  /** The value as text in the query, or null when it is not set. @throws Invalid for a value that cannot be */
  read(value: string, name: string): string | null
  /** The value by the names that the filter had before, in addresses that people kept. */
  older?: (query: Record<string, unknown>) => string | undefined
  where(value: string, viewer: Viewer): Expression<SqlBool>
  /** Rows that look like a text that is nowhere; `visible` are those that the viewer may see. */
  alike?: (value: string, visible: Expression<SqlBool>) => Expression<SqlBool> | null
  /** What `where` looks for words in, and nothing else: it is done in the best way for what is there. */
  searched?: Searched
  /** That `where` has an index of its own, from which what is rare is taken. */
  indexed?: Indexed
  /** The sort in which a list is that it is set for, unless another was chosen: that of its index. */
  order?: string
  /** Of what its SQL is the same, so that a list need not be written anew each time; else it depends on the value. */
  written?: 'for any id' | 'for each choice'
}

interface Option {
  value: string
  label: string
}

/** More than this nobody chooses by hand. */
const MOST_VALUES = 50

/** Free text; every word must occur in what is searched (compared without case and accents). */
export function textFilter(label: string, searched: Searched): Filter {
  return {
    label,
    kind: 'text',
    options: [],
    type: null,
    read: (value) => value.trim().slice(0, 200) || null,
    where: (value) => hasWords(searched.text, value),
    alike: (value, visible) => looksLike(searched, value, visible),
    ...(searched.table === undefined ? {} : { searched }),
  }
}

interface Chosen {
  /** A row has one of these; there is at least one. */
  any: (values: string[], viewer: Viewer) => Expression<SqlBool>
  /** A row has no value; left out where each has one. */
  none?: RawBuilder<SqlBool> | undefined
  /** A row has none of these, where that has an index which `any` turned around has not. */
  not?: ((values: string[]) => Expression<SqlBool>) | undefined
  /** What is wrong with a value, after the label. */
  refuse: (value: string) => string | null
}

/** A filter whose value is `3,5`, `!3,5`, `-` or `!-`. */
function choiceFilter(
  face: Pick<Filter, 'label' | 'kind' | 'options' | 'type' | 'written'>,
  { any, none, not: without, refuse }: Chosen,
): Filter {
  const { label } = face
  const check = (values: string[]): string | undefined => {
    if (values.length > MOST_VALUES) return `Kies bij ${label} hooguit ${MOST_VALUES} waarden.`
    if (values.length === 0) return none ? undefined : `${label} kan niet leeg zijn.`
    const wrong = values.map(refuse).find((reason) => reason !== null)
    return wrong && `${label} ${wrong}`
  }
  return {
    ...face,
    asksEmpty: none !== undefined,
    read: (text, name) => {
      const choices = readChoices(text)
      if (choices === null) return null
      const problem = check(choices.values)
      if (problem !== undefined) throw new Invalid({ [name]: [problem] })
      return writeChoices(choices)
    },
    where: (text, viewer) => {
      const { not, values } = readChoices(text)!
      if (not && values.length > 0 && without) return without(values)
      const found = values.length === 0 ? none! : any(values, viewer)
      return not ? sql<SqlBool>`(${found}) is not true` : found
    },
  }
}

const NOT_VALID = 'is niet geldig.'

/** Each value by itself, one of which holds. */
const anyOf = (conditions: Expression<SqlBool>[]): Expression<SqlBool> =>
  conditions.length === 1
    ? conditions[0]!
    : sql<SqlBool>`(${sql.join(
        conditions.map((condition) => sql`(${condition})`),
        sql` or `,
      )})`

const YES_NO = [
  { value: 'yes', label: 'Ja' },
  { value: 'no', label: 'Nee' },
]

/** Whether a condition holds: 'yes' or 'no'. */
export function yesNoFilter(label: string, condition: RawBuilder<SqlBool>): Filter {
  return selectFilter(label, YES_NO, (value) => (value === 'yes' ? condition : sql<SqlBool>`not ${condition}`))
}

/** Whether there is anything in a field, and nothing of what: `missing` says that there is not. */
export function filledFilter(label: string, missing: RawBuilder<SqlBool>): Filter {
  return choiceFilter(
    { label, kind: 'filled', options: [], type: null, written: 'for each choice' },
    { any: () => sql<SqlBool>`false`, none: missing, refuse: () => NOT_VALID },
  )
}

/**
 * Some of a fixed list.
 * @param where the rows with one value
 * @param more.none the rows without a value, and `not` those with none of these values where an index knows them
 */
export function selectFilter(
  label: string,
  options: Option[],
  where: (value: string, viewer: Viewer) => Expression<SqlBool>,
  more: Pick<Chosen, 'none' | 'not'> = {},
): Filter {
  return choiceFilter(
    { label, kind: 'select', options, type: null, written: 'for each choice' },
    {
      any: (values, viewer) => anyOf(values.map((value) => where(value, viewer))),
      ...more,
      refuse: (value) => (options.some((option) => option.value === value) ? null : NOT_VALID),
    },
  )
}

/** Some of a list that is only known when all areas have come together, such as the types of records. */
export function registeredFilter(
  label: string,
  options: (services: Services) => Option[],
  where: (values: string[], viewer: Viewer) => Expression<SqlBool>,
): Filter {
  return choiceFilter(
    { label, kind: 'select', options, type: null },
    { any: where, refuse: (value) => (value.length > 100 ? NOT_VALID : null) },
  )
}

const isId = (value: string) => /^\d{1,10}$/.test(value) && id.safeParse(value).success

/** Records by their numbers, for `in (…)`. */
export function numberFilter(label: string, where: (ids: number[], viewer: Viewer) => Expression<SqlBool>): Filter {
  return choiceFilter(
    { label, kind: 'number', options: [], type: null, written: 'for any id' },
    {
      any: (values, viewer) => where(values.map(Number), viewer),
      refuse: (value) => (isId(value) ? null : 'is geen geldig nummer.'),
    },
  )
}

/**
 * Records of another type, chosen in a selector.
 * @param where the rows that belong to one of these, at best said with `in (…)`
 * @param none the rows that belong to no record of that type
 */
export function selectorFilter(
  label: string,
  type: string,
  where: (ids: number[], viewer: Viewer) => Expression<SqlBool>,
  none?: RawBuilder<SqlBool>,
): Filter {
  return choiceFilter(
    { label, kind: 'selector', options: [], type, written: 'for any id' },
    {
      any: (values, viewer) => where(values.map(Number), viewer),
      none,
      refuse: (value) => (isId(value) ? null : NOT_VALID),
    },
  )
}

/** What a period is compared with. */
interface Dated {
  column: RawBuilder<unknown>
  type: 'date' | 'timestamptz'
  /** The same as its index has it, where that puts something in the place of no value. */
  by?: RawBuilder<unknown>
  /** Whether a row may be without. */
  nullable?: boolean
}

/** Amsterdam's day of this moment. */
function dayNow(): Day {
  const [year, month, date] = today().split('-').map(Number) as [number, number, number]
  return dayOf(year, month, date)
}

/** A period, or open at either end: see `filter-periods.contract.ts`. */
export function periodFilter(label: string, { column, type, by = column, nullable = false }: Dated): Filter {
  const first = (day: Day) => sql`${by} >= ${isoDay(day)}::date`
  const last = (day: Day) =>
    type === 'date' ? sql`${by} <= ${isoDay(day)}::date` : sql`${by} < ${isoDay(day + 1)}::date`
  return {
    label,
    kind: 'period',
    options: [],
    type: null,
    asksEmpty: nullable,
    read: (text, name) => {
      if (text.trim() === '' || text === 'all') return null
      const choice = readPeriodChoice(text)
      if (choice === null) throw new Invalid({ [name]: [`${label} is geen geldige periode (dd-mm-jjjj..dd-mm-jjjj).`] })
      if (choice.period.kind === 'none' && !nullable) throw new Invalid({ [name]: [`${label} kan niet leeg zijn.`] })
      return writePeriodChoice(choice)
    },
    where: (text) => {
      const { not, period } = readPeriodChoice(text)!
      const days = daysOf(period, dayNow())
      const parts = days
        ? [
            ...(days.from === null ? [] : [first(days.from)]),
            ...(days.until === null ? [] : [last(days.until)]),
            ...(by === column ? [] : [sql`${column} is not null`]),
          ]
        : [sql`${column} is null`]
      const found = sql<SqlBool>`(${sql.join(parts, sql` and `)})`
      return not ? sql<SqlBool>`${found} is not true` : found
    },
  }
}

export type Filters = Record<string, Filter>
export type FilterValues = Record<string, string>
