import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Viewer } from '../access/viewer.ts'
import type { Db } from '../database/types.ts'
import { NotFound } from '../errors.ts'
import type { FileStore } from './file-store.ts'
import type { ImageType } from './image.ts'
import { keepFile } from './kept-files.ts'

const FILE_NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|gif|webp)$/

/** Whether a name that comes back from the browser can be one that an upload gave out. */
export const isUploadName = (fileName: string): boolean => FILE_NAME.test(fileName)

/**
 * The storage key of an uploaded file, for the area that keeps its name.
 * @param place the place it was uploaded for, which the area itself declared
 * @param fileName what the upload answered; it comes back from the browser, so it is checked
 * @throws NotFound for anything but a name that an upload gives out
 */
export function uploadKey(place: string, fileName: string): string {
  if (!isUploadName(fileName)) throw new NotFound('Bestand')
  return `uploads/${place}/${fileName}`
}

/** Whether an upload of before is there still, and not removed since. */
export async function isKept(db: Db, place: string, fileName: string): Promise<boolean> {
  const key = uploadKey(place, fileName)
  return (
    (await db.selectFrom('stored_files').select('id').where('storage_key', '=', key).executeTakeFirst()) !== undefined
  )
}

/** Keeps an uploaded image under a name of our own, and answers that name. */
export async function storeUpload(
  { db, files }: { db: Db; files: FileStore },
  viewer: Viewer,
  upload: { place: string; name: string; bytes: Buffer; image: ImageType },
): Promise<string> {
  const { place, name, bytes, image } = upload
  const fileName = `${randomUUID()}.${image.extension}`
  const key = uploadKey(place, fileName)
  const { size, sha256 } = await files.write(key, Readable.from([bytes]))
  try {
    await keepFile(db, viewer, { key, name: name.slice(0, 200), mimeType: image.mimeType, size, sha256 })
  } catch (error) {
    await files.remove(key)
    throw error
  }
  return fileName
}
