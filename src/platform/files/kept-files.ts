import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db, Trx } from '../database/types.ts'
import type { Viewer } from '../http/viewer.ts'
import type { ReceivedFile } from '../http/receive-file.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'

/** Registers a received file in the transaction that gives it its place; answers its id. */
export async function keepFile(trx: Trx, viewer: Viewer, file: ReceivedFile): Promise<number> {
  const { id } = await trx
    .insertInto('stored_files')
    .values({
      storage_key: file.key,
      name: file.name,
      mime_type: file.mimeType,
      byte_size: file.size,
      sha256: file.sha256,
      created_by: viewer.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Forgets those of the files that nothing refers to any more: their rows at once, the bytes by a job after the commit.
 */
export async function forgetFiles(trx: Trx, services: Pick<Services, 'jobs'>, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ key: string }>`select forget_files(${ids}) as key`.execute(trx)
  if (rows.length > 0) await services.jobs.add(trx, 'files.remove', { keys: rows.map(({ key }) => key) })
}

/** Removes the bytes of forgotten files; removing twice does no harm. */
export const removeForgotten: JobHandler = async ({ keys }, { files }) => {
  for (const key of keys as string[]) await files.remove(key)
}

/** @throws NotFound when its bytes are gone */
export async function openKept(
  { db, files }: { db: Db; files: Services['files'] },
  id: number,
): Promise<{ name: string; mimeType: string; content: Readable }> {
  const file = await db.selectFrom('stored_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { name: file.name, mimeType: file.mime_type, content: await files.open(file.storage_key) }
}
