import { sql } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { today } from '../../platform/format/zone.ts'
import type { RecordRef } from '../../platform/manifest.ts'
import type { TaskEdit, TaskInput } from './tasks.forms.ts'
import type { TaskKind } from './tasks.rules.ts'

interface NewTask {
  title: string
  kind: Exclude<TaskKind, 'own'>
  /** The record that it is about, whose type carries tasks. */
  of: RecordRef
  /** YYYY-MM-DD; today unless told. */
  day?: string
  /** Who is to do it; the office unless told. */
  user_id?: number | null
  note?: string
  /** Each time anew, as each is about somebody else. */
  apart?: true
}

/** A task that follows from something else, once for each record and kind while it is open; answers its id. */
export async function addTask(trx: Trx, { of, kind, day = today(), apart, ...more }: NewTask): Promise<number> {
  const values = { kind, day, ...more, object_type: of.type, object_id: of.id }
  if (apart) return insertTask(trx, values)
  await sql`select pg_advisory_xact_lock(hashtext(${`task ${kind} ${of.type}`}), ${of.id})`.execute(trx)
  const open = await trx
    .selectFrom('tasks')
    .select('id')
    .where('object_type', '=', of.type)
    .where('object_id', '=', of.id)
    .where('kind', '=', kind)
    .where('done', '=', false)
    .executeTakeFirst()
  if (open) return open.id
  return insertTask(trx, values)
}

/** What somebody writes down for themselves or for somebody else. */
export const addOwnTask = (trx: Trx, input: TaskInput, of: RecordRef | null): Promise<number> =>
  insertTask(trx, { ...input, kind: 'own', object_type: of?.type ?? null, object_id: of?.id ?? null })

async function insertTask(
  trx: Trx,
  values: { title: string; kind: TaskKind; day: string } & Partial<TaskInput> & {
      object_type: string | null
      object_id: number | null
    },
): Promise<number> {
  // prettier-ignore
  const { id } = await trx.insertInto('tasks').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

const doneBy = (viewer: Viewer, done: boolean) =>
  done ? { done, done_at: new Date(), done_by: viewer.id } : { done, done_at: null, done_by: null }

/** @throws NotFound, Stale when someone else saved first */
export async function editTask(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { version, done, ...input }: TaskEdit,
): Promise<void> {
  // prettier-ignore
  const task = await lockVersion(trx, 'tasks', id, version, { ...input, done })
  await trx
    .updateTable('tasks')
    .set({ ...input, ...(task.done === done ? {} : doneBy(viewer, done)) })
    .where('id', '=', id)
    .execute()
}

/** Ticks off those that are open. */
export async function finishTasks(trx: Trx, viewer: Viewer, ids: number[]): Promise<void> {
  await trx.updateTable('tasks').set(doneBy(viewer, true)).where('id', 'in', ids).where('done', '=', false).execute()
}

/** Ticks off what a module made about a record, which settled it. */
export async function finishTaskOf(trx: Trx, viewer: Viewer, of: RecordRef, kind: TaskKind): Promise<void> {
  await trx
    .updateTable('tasks')
    .set(doneBy(viewer, true))
    .where('object_type', '=', of.type)
    .where('object_id', '=', of.id)
    .where('kind', '=', kind)
    .where('done', '=', false)
    .execute()
}

export async function deleteTask(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('tasks').where('id', '=', id).execute()
}
