import { Invalid } from '../../platform/errors.ts'
import { type StoredFile, forgetFiles, keepFile } from '../../platform/files/kept-files.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { listMailingFiles } from '../../platform/mail/attachments.ts'
import { WRITE_UPLOAD } from './messages.forms.ts'

/** The files of a default message, which go along with what is made from it. */
export const listDefaultFiles = (db: Db | Trx, id: number) =>
  db
    .selectFrom('default_message_files')
    .innerJoin('stored_files', 'stored_files.id', 'default_message_files.file_id')
    .select(['stored_files.id', 'stored_files.name'])
    .where('default_message_id', '=', id)
    .orderBy('stored_files.id')
    .execute()

/** @throws Invalid when files are more than a mail server takes */
async function assertSendable(trx: Trx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const { bytes } = await trx
    .selectFrom('stored_files')
    .select(({ fn }) => fn.sum<string>('byte_size').as('bytes'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  if (ids.length > WRITE_UPLOAD.most) throw new Invalid({ files: [`Kies hooguit ${WRITE_UPLOAD.most} bestanden.`] })
  if (Number(bytes) > WRITE_UPLOAD.maxBytes) throw new Invalid({ files: ['De bijlagen zijn samen hooguit 10 MB.'] })
}

interface Sent {
  files: StoredFile[]
  /** Ids of files that were there and go along still. */
  keep: number[]
}

async function keepAll(trx: Trx, viewer: Viewer, files: StoredFile[]): Promise<number[]> {
  const ids: number[] = []
  for (const file of files) ids.push(await keepFile(trx, viewer, file))
  return ids
}

/**
 * The files that go along with a message: those that were sent, and of those that are kept the ones of the message that is
 * written anew and of default messages.
 * @throws Invalid for too many or too much
 */
export async function filesToSend(
  trx: Trx,
  viewer: Viewer,
  mailing: number | undefined,
  { files, keep }: Sent,
): Promise<number[]> {
  const sent = await keepAll(trx, viewer, files)
  if (keep.length === 0) return sent
  const ofDefaults = await trx
    .selectFrom('default_message_files')
    .select('file_id as id')
    .where('file_id', 'in', keep)
    .execute()
  const before = mailing === undefined ? [] : await listMailingFiles(trx, mailing)
  const there = new Set([...before, ...ofDefaults].map(({ id }) => id))
  const ids = [...sent, ...[...new Set(keep)].filter((id) => there.has(id))]
  await assertSendable(trx, ids)
  return ids
}

/** Gives a default message its files: those that were sent beside those that it keeps. @throws Invalid as above */
export async function setDefaultFiles(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  viewer: Viewer,
  id: number,
  { files, keep }: Sent,
): Promise<void> {
  const before = await listDefaultFiles(trx, id)
  const gone = before.map((file) => file.id).filter((file) => !keep.includes(file))
  if (gone.length > 0) {
    await trx
      .deleteFrom('default_message_files')
      .where('default_message_id', '=', id)
      .where('file_id', 'in', gone)
      .execute()
    await forgetFiles(trx, services, gone)
  }
  const added = await keepAll(trx, viewer, files)
  if (added.length > 0)
    await trx
      .insertInto('default_message_files')
      .values(added.map((file_id) => ({ default_message_id: id, file_id })))
      .execute()
  await assertSendable(
    trx,
    (await listDefaultFiles(trx, id)).map((file) => file.id),
  )
}
