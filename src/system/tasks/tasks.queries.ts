import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import type { RecordRef, Records } from '../../platform/manifest.ts'
import { carrying } from '../../platform/screens/form/carried.ts'
import { NOW, waitingRows } from '../attention/points.ts'
import { tasksArea } from './rights.ts'
import type { TaskKind } from './tasks.rules.ts'

export const carriesTasks = carrying('tasks')

/** Row scope of the record type 'task': a teacher has those that are theirs to do. */
export const tasksVisibleTo = (viewer: Viewer): Expression<SqlBool> =>
  viewerScope(viewer, tasksArea) === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`tasks.user_id = ${viewer.id}`

/** Those about one record. */
export const aboutRecord = ({ type, id }: RecordRef) =>
  sql<SqlBool>`tasks.object_type = ${type} and tasks.object_id = ${id}`

export const countOpenTasks = (viewer: Viewer, id: number, type: string): Expression<number> =>
  sql<number>`(select count(*) from tasks where ${aboutRecord({ type, id })} and not tasks.done and ${tasksVisibleTo(viewer)})`

/** The name of the record that a task is about. */
function recordName(records: Records): RawBuilder<string | null> {
  const cases = records
    .recordTypes()
    .filter(carriesTasks)
    .map(
      ({ type, table, nameSql, label }) => sql`when ${type} then (select ${nameSql ?? sql`${label.one}`}
      from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = tasks.object_id)`,
    )
  return sql<string | null>`(case tasks.object_type ${sql.join(cases, sql` `)} end)`
}

export const listTasks = (db: Db | Trx, records: Records) =>
  db
    .selectFrom('tasks')
    .leftJoin('users', 'users.id', 'tasks.user_id')
    .selectAll('tasks')
    .select(['users.name as person', recordName(records).as('record_name')])
    .$narrowType<{ kind: TaskKind }>()

/** @throws NotFound */
export async function getTask(db: Db | Trx, records: Records, id: number) {
  const task = await listTasks(db, records).where('tasks.id', '=', id).executeTakeFirst()
  if (!task) throw new NotFound('Taak')
  return task
}

export const isDue = sql<SqlBool>`not tasks.done and tasks.day <= ${NOW}`

/** What should have been done by today. */
export const dueTasks = (viewer: Viewer) =>
  waitingRows({ day: NOW, from: sql`from tasks where ${isDue} and ${tasksVisibleTo(viewer)}` })
