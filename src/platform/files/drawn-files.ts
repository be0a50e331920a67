import type { Trx } from '../database/types.ts'

/** A file that the product drew itself. */
export interface DrawnFile {
  /** Where it is in the file store. */
  key: string
  /** As a reader gets to see it. */
  name: string
  mimeType: string
  /** Bytes. */
  size: number
  sha256: string
}

/** Registers a drawn file, so that a mail can carry it; answers its id, the same one however often it is called. */
export async function keepDrawnFile(trx: Trx, file: DrawnFile): Promise<number> {
  const { id } = await trx
    .insertInto('stored_files')
    .values({
      storage_key: file.key,
      name: file.name,
      mime_type: file.mimeType,
      byte_size: file.size,
      sha256: file.sha256,
      drawn: true,
    })
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ name: file.name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
