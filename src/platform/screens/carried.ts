/** What hangs on records of any type that says that it `carries` it, by type and id: how screens name whose it is. */
import type { Expression, SqlBool } from 'kysely'
import { id } from '../forms/fields.ts'
import { capital } from '../format/sentence.ts'
import type { RecordType } from '../manifest.ts'
import { type Filter, selectorFilter } from './table-filters.ts'

/** Whether records of a type carry something: notes, documents, messages. */
export const carrying =
  (what: string) =>
  ({ carries }: Pick<RecordType, 'carries'>): boolean =>
    carries?.includes(what) === true

/** How a record of this type is named in a query: `contact_id`. */
export const ownerParam = (type: string): string => `${type}_id`

type Types = readonly Pick<RecordType, 'type' | 'label'>[]

const byParam = <T>(types: Types, value: (type: Types[number]) => T): Record<string, T> =>
  Object.fromEntries(types.map((one) => [ownerParam(one.type), value(one)]))

/** Whose something is, as the part of a query that may name a record of each of these types. */
export const ownerShape = (types: Types) => byParam(types, () => id.optional())

/** The same for the doors, which check the one that is named: parameter → record type. */
export const ownerRecords = (types: Types): Record<string, string> => byParam(types, ({ type }) => type)

/** The same as filters of a list. */
export const ownerFilters = (
  types: Types,
  of: (owner: { type: string; id: number }) => Expression<SqlBool>,
): Record<string, Filter> =>
  byParam(types, ({ type, label }) => selectorFilter(capital(label.one), type, (owner) => of({ type, id: owner })))
