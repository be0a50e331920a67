import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db, Trx } from '../database/types.ts'
import type { Viewer } from '../access/viewer.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'
import { type HeldFiles, REMOVE, heldFiles, namedKeys } from './held-files.ts'

/** A file in the store, as `stored_files` knows it. */
export interface StoredFile {
  /** Where it is in the file store. */
  key: string
  /** As a reader gets to see it. */
  name: string
  mimeType: string
  /** Bytes. */
  size: number
  sha256: string
}

const columnsOf = ({ key, name, mimeType, size, sha256 }: StoredFile) => ({
  storage_key: key,
  name,
  mime_type: mimeType,
  byte_size: size,
  sha256,
})

/** Registers a received file in the transaction that gives it its place; answers its id. */
export async function keepFile(db: Db | Trx, viewer: Viewer, file: StoredFile): Promise<number> {
  const { id } = await db
    .insertInto('stored_files')
    .values({ ...columnsOf(file), created_by: viewer.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Registers a file that the product drew itself, so that a mail can carry it; answers its id, the same one however often
 * it is called.
 */
export async function keepDrawnFile(trx: Trx, file: StoredFile): Promise<number> {
  const { id } = await trx
    .insertInto('stored_files')
    .values({ ...columnsOf(file), drawn: true })
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ name: file.name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * How long, in ms, the bytes stay after their row was deleted: a day, and an hour more for an undo that is just going
 * on.
 */
const BYTES_STAY_MS = 25 * 3_600_000

/**
 * Removes the files that nothing refers to any more: their rows at once, the bytes a day later, or as soon as the
 * change set is closed.
 */
export async function forgetFiles(trx: Trx, services: Pick<Services, 'jobs'>, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ key: string }>`select forget_files(${ids}) as key`.execute(trx)
  if (rows.length === 0) return
  const runAt = new Date(Date.now() + BYTES_STAY_MS)
  await services.jobs.add(trx, REMOVE, { keys: rows.map(({ key }) => key) }, { runAt })
}

/** Removes the bytes of forgotten files, but for those that a row names again; removing twice does no harm. */
export const removeForgotten: JobHandler = async ({ keys }, { db, files, registry }) => {
  const forgotten = keys as string[]
  const named = await namedKeys(db, registry.all(heldFiles), forgotten)
  for (const key of forgotten) if (!named.has(key)) await files.remove(key)
}

const namedByStored: HeldFiles['named'] = async (db, keys) =>
  (await db.selectFrom('stored_files').select('storage_key').where('storage_key', 'in', keys).execute()).map(
    ({ storage_key }) => storage_key,
  )

/** Files that people uploaded: documents and attachments, and images. */
export const storedFiles: HeldFiles[] = [
  { folders: ['documents'], named: namedByStored },
  { folders: ['uploads'], are: 'photos', named: namedByStored },
]

/** @throws NotFound when its bytes are gone */
export async function openKept(
  { db, files }: { db: Db; files: Services['files'] },
  id: number,
): Promise<{ name: string; mimeType: string; content: Readable }> {
  const file = await db.selectFrom('stored_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { name: file.name, mimeType: file.mime_type, content: await files.open(file.storage_key) }
}
