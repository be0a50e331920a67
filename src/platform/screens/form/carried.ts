/** For what records of any type can carry (`carries`), by type and id: how screens name the record it belongs to. */
import { type Expression, type SqlBool, sql } from 'kysely'
import { id } from '../../forms/fields.ts'
import { capital } from '../../format/sentence.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { RecordType, Records } from '../../manifest.ts'
import { type Filter, selectorFilter } from '../table/table-filters.ts'

/** Whether records of a type carry something: notes, documents, messages. */
export const carrying =
  (what: string) =>
  ({ carries }: Pick<RecordType, 'carries'>): boolean =>
    carries?.includes(what) === true

type Types = readonly Pick<RecordType, 'type' | 'label'>[]

/** Rows of a table that name a record of these types, by two columns, which the viewer sees. */
export function ofSeen(
  viewer: Viewer,
  records: Records,
  types: readonly Pick<RecordType, 'type'>[],
  table: string,
  [typeColumn, idColumn]: readonly [string, string] = ['object_type', 'object_id'],
): Expression<SqlBool> {
  const [type, id] = [sql.ref(`${table}.${typeColumn}`), sql.ref(`${table}.${idColumn}`)]
  const scopes = types.map((one) => sql`(${type} = ${one.type} and ${records.sees(viewer, one.type, id)})`)
  return scopes.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(scopes, sql` or `)})`
}

/** The query parameter that names a record of this type: `contact_id`. */
export const ownerParam = (type: string): string => `${type}_id`

const byParam = <T>(types: Types, value: (type: Types[number]) => T): Record<string, T> =>
  Object.fromEntries(types.map((one) => [ownerParam(one.type), value(one)]))

/** The query parameters that may name the record something belongs to, one per type. */
export const ownerShape = (types: Types) => byParam(types, () => id.optional())

/** The same for `authorise`, which checks the record that is named: parameter → record type. */
export const ownerRecords = (types: Types): Record<string, string> => byParam(types, ({ type }) => type)

/** The same as filters of a list. */
export const ownerFilters = (
  types: Types,
  of: (owner: { type: string; id: number }) => Expression<SqlBool>,
): Record<string, Filter> =>
  byParam(types, ({ type, label }) =>
    selectorFilter(capital(label.one), type, (owners) => {
      const ofEach = owners.map((owner) => sql`(${of({ type, id: owner })})`)
      return sql<SqlBool>`(${sql.join(ofEach, sql` or `)})`
    }),
  )
