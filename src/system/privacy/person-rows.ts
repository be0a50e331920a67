/** What is kept about a person, told as data: which rows there are, how they read, what goes and what stays. */
import { type SqlBool, sql } from 'kysely'
import { everOf, maskHistory } from '../../platform/database/history.ts'
import type { DB, Db, RowQuery, Trx } from '../../platform/database/types.ts'
import { type Catalogue, impersonal } from '../../platform/fields/facts.ts'
import { formatCount } from '../../platform/format/format.ts'
import type { PersonDataSource, PersonRow } from './person-source.ts'

/** Why money stays known. */
export const FISCAL = 'de fiscale bewaarplicht van zeven jaar'

/** The rows of a table that are of the person alone, and not of a company whose contact they are. */
export const isOwnOf = (contactId: number) => sql<SqlBool>`(contact_id = ${contactId} and company_id is null)`

/** Tables whose rows are somebody's by their `contact_id`. */
type OwnTable = { [T in keyof DB]: DB[T] extends { contact_id: unknown } ? T : never }[keyof DB]

/** Rows of the person that the plan counts; of none it says nothing. */
interface Counted<Row> {
  /** One and many of them, or the words around their number. */
  what: readonly [one: string, many: string] | ((count: number) => string)
  /** Which rows; all unless told. */
  of?: (row: Row) => boolean
}

interface Description<Row> extends Pick<PersonDataSource, 'key' | 'label'> {
  /** What is kept about the person with this contact id, in the order in which the person reads it. */
  rows(db: Db | Trx, contactId: number): RowQuery<Row> | Promise<Row[]>
  show(row: Row): PersonRow
  empties?: Counted<Row>[]
  keeps?: (Counted<Row> & { why: string })[]
  /** Tables of which the rows go when the person does. */
  deletes?: OwnTable[]
  /** Record types whose history is masked, with their catalogue or the columns that say nothing about a person. */
  history?: Record<string, Catalogue | string[]>
}

/** Masks what the history says about all records of a type that ever belonged to this owner. */
export async function maskEver(
  trx: Trx,
  type: string,
  owner: Parameters<typeof everOf>[2],
  fields: Catalogue | string[],
): Promise<void> {
  await maskHistory(trx, type, await everOf(trx, type, owner), Array.isArray(fields) ? fields : impersonal(fields))
}

/** The words for the rows that are counted; nothing when there are none. */
function wordsFor<Row>({ what, of = () => true }: Counted<Row>, rows: Row[]): string[] {
  const count = rows.filter((row) => of(row)).length
  if (count === 0) return []
  return [typeof what === 'function' ? what(count) : formatCount(count, ...what)]
}

/**
 * One kind of data about a person. What is special is said after it, as a method of the source.
 * @example { ...personRows({ key: 'orders', … }), anonymise: async (trx, contactId) => … }
 */
export function personRows<Row>(told: Description<Row>): Required<Omit<PersonDataSource, 'byName'>> {
  const { key, label, empties = [], keeps = [], deletes = [], history = {} } = told
  const rowsOf = async (db: Db | Trx, contactId: number): Promise<Row[]> => {
    const found = told.rows(db, contactId)
    return 'execute' in found ? found.execute() : found
  }
  return {
    key,
    label,
    collect: async ({ db }, contactId) => (await rowsOf(db, contactId)).map((row) => told.show(row)),
    plan: async (db, contactId) => {
      const rows = await rowsOf(db, contactId)
      return {
        emptied: empties.flatMap((counted) => wordsFor(counted, rows)),
        kept: keeps.flatMap((counted) => wordsFor(counted, rows).map((what) => ({ what, why: counted.why }))),
        blocked: [],
      }
    },
    anonymise: async (trx, contactId) => {
      for (const table of deletes)
        await sql`delete from ${sql.table(table)} where contact_id = ${contactId}`.execute(trx)
    },
    mask: async (trx, contactId) => {
      for (const [type, fields] of Object.entries(history)) await maskEver(trx, type, { contact_id: contactId }, fields)
    },
  }
}
