import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { teacherRequestsArea, teacherSearchArea } from './rights.ts'

type Table = 'teacher_requests' | 'teacher_applications'

const visible =
  (table: Table) =>
  (viewer: Viewer): Expression<SqlBool> => {
    const scope = viewerScope(viewer, teacherRequestsArea)
    if (scope === 'all') return sql<SqlBool>`true`
    if (scope === 'none' || viewer.contactId === null) return sql<SqlBool>`false`
    const own = sql<SqlBool>`${sql.ref(`${table}.contact_id`)} = ${viewer.contactId}`
    // Who is not asked yet is told nothing.
    return table === 'teacher_requests' ? sql<SqlBool>`(${own} and teacher_requests.asked_at is not null)` : own
  }
/** Row scopes of both record types: a teacher's own. */
export const requestsVisibleTo = visible('teacher_requests')
export const applicationsVisibleTo = visible('teacher_applications')

export const searchesVisibleTo = (viewer: Viewer): Expression<SqlBool> =>
  viewerScope(viewer, teacherSearchArea) === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`false`

export async function searchNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('teacher_searches')
    .innerJoin('appointments', 'appointments.id', 'teacher_searches.appointment_id')
    .select(['teacher_searches.id', 'appointments.description'])
    .where('teacher_searches.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, description }) => [id, description]))
}

/** What they are called in the history: who, and for which part. */
const namesIn =
  (table: Table) =>
  async (db: Db | Trx, ids: number[]): Promise<Map<number, string>> => {
    const rows = await db
      .selectFrom(table)
      .innerJoin('contacts', 'contacts.id', `${table}.contact_id`)
      .innerJoin('appointments', 'appointments.id', `${table}.appointment_id`)
      .select([`${table}.id`, nameText.as('name'), 'appointments.description'])
      .where(`${table}.id`, 'in', ids)
      .execute()
    return new Map(rows.map(({ id, name, description }) => [id, `${name}, ${description}`]))
  }
export const requestNames = namesIn('teacher_requests')
export const applicationNames = namesIn('teacher_applications')
