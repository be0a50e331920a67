import { sql } from 'kysely'
import type { Db } from '../database/types.ts'
import { point } from '../points.ts'

/** Which files of the store the rows of a module name; the others are removed in time (orphans.ts). */
export interface HeldFiles {
  /** The folders that it keeps files in, the first part of their keys. Nothing else is ever written to. */
  folders: string[]
  /** What they are, for who looks what takes the room; documents unless it says otherwise. */
  are?: 'certificates' | 'photos' | 'imports'
  /** Those of the keys, a thousand at most, that a row names; each found by an index. */
  named(db: Db, keys: string[]): Promise<string[]>
}

export const heldFiles = point<HeldFiles>('held files')

/** Those of the keys that a row of any module names. */
export async function namedKeys(db: Db, held: readonly HeldFiles[], keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  return new Set((await Promise.all(held.map((part) => part.named(db, keys)))).flat())
}

/** The job that removes files whose row is gone, a day after that. */
export const REMOVE = 'files.remove'

/** Those of the keys that wait for their day to pass; until then the row can come back. */
export async function waitingKeys(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select named as key from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id,
      json_array_elements_text(j.payload -> 'keys') named
    where t.identifier = ${REMOVE} and j.attempts < j.max_attempts and named = any(${keys})
  `.execute(db)
  return rows.map(({ key }) => key)
}
