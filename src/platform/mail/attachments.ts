import { sql } from 'kysely'
import type { Db, Trx } from '../database/types.ts'
import { type StoredFile, forgetFiles, keepDrawnFile } from '../files/kept-files.ts'
import type { Services } from '../services.ts'

/** The mail's own files, and those that go with each mail of its mailing. */
interface Carrier {
  id: number
  mailing_id: number | null
}

/** The files that go along with a mail. */
export const listAttachments = (db: Db | Trx, { id, mailing_id }: Carrier) =>
  db
    .selectFrom('stored_files')
    .select(['id', 'name', 'mime_type', 'storage_key'])
    .where(
      sql<boolean>`id in (select file_id from mail_attachments where mail_id = ${id}
        union all select file_id from mailing_attachments where mailing_id = ${mailing_id}::integer)`,
    )
    .orderBy('id')
    .execute()

/** Lets files go along with all mails of a mailing. */
export async function attachToMailing(trx: Trx, mailingId: number, fileIds: number[]): Promise<void> {
  if (fileIds.length === 0) return
  await trx
    .insertInto('mailing_attachments')
    .values(fileIds.map((file_id) => ({ mailing_id: mailingId, file_id })))
    .execute()
}

/** Lets files go along with the mails of a mailing to each of these people, by their ids. */
export async function attachToMails(trx: Trx, mailingId: number, files: Map<number, number[]>): Promise<void> {
  const rows = [...files].flatMap(([person, ids]) => ids.map((file) => ({ person, file })))
  await sql`
    insert into mail_attachments (mail_id, file_id)
    select mails.id, own.file from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as own(person integer, file integer)
    join mails on mails.mailing_id = ${mailingId} and mails.object_id = own.person
  `.execute(trx)
}

/** Lets files that were drawn go along with a mail. */
export async function attachDrawn(trx: Trx, mailId: number, files: StoredFile[]): Promise<void> {
  for (const file of files) {
    const file_id = await keepDrawnFile(trx, file)
    await trx
      .insertInto('mail_attachments')
      .values({ mail_id: mailId, file_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The files of a mailing, for who writes it anew. */
export const listMailingFiles = (db: Db | Trx, mailingId: number) =>
  db
    .selectFrom('mailing_attachments')
    .innerJoin('stored_files', 'stored_files.id', 'mailing_attachments.file_id')
    .select(['stored_files.id', 'stored_files.name'])
    .where('mailing_id', '=', mailingId)
    .orderBy('stored_files.id')
    .execute()

/** Takes the files out of mailings that are locked; those that nothing else refers to go. */
export async function dropMailingFiles(trx: Trx, services: Pick<Services, 'jobs'>, mailings: number[]): Promise<void> {
  if (mailings.length === 0) return
  const gone = await trx
    .deleteFrom('mailing_attachments')
    .where('mailing_id', 'in', mailings)
    .returning('file_id')
    .execute()
  await forgetFiles(trx, services, [...new Set(gone.map(({ file_id }) => file_id))])
}
