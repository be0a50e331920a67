import MailComposer from 'nodemailer/lib/mail-composer'
import type { Selectable } from 'kysely'
import type { DB, Db } from '../database/types.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Letter } from './delivery.ts'

export type Mail = Selectable<DB['mails']>

/** The mail as bytes, with its attachments. The message id is that of its row, so that an answer can be traced. */
export async function composeLetter(
  { db, files }: { db: Db; files: FileStore },
  mail: Mail,
  sender: { name: string; address: string; replyTo: string | null; domain: string },
): Promise<Letter> {
  const attachments = await db
    .selectFrom('mail_attachments')
    .innerJoin('stored_files', 'stored_files.id', 'mail_attachments.file_id')
    .select(['name', 'mime_type', 'storage_key'])
    .where('mail_id', '=', mail.id)
    .orderBy('stored_files.id')
    .execute()
  const composer = () =>
    new MailComposer({
      from: { name: sender.name, address: sender.address },
      to: mail.recipient,
      cc: mail.cc,
      bcc: mail.bcc,
      ...((mail.reply_to ?? sender.replyTo) ? { replyTo: mail.reply_to ?? sender.replyTo! } : {}),
      subject: mail.subject,
      text: mail.text_body,
      ...(mail.html_body === null ? {} : { html: mail.html_body }),
      messageId: `<noordkaap-${mail.id}@${sender.domain}>`,
      date: new Date(),
      attachments: contents.map(({ name, mime_type, content }) => ({
        filename: name,
        contentType: mime_type,
        content,
      })),
    }).compile()
  const contents = await Promise.all(
    attachments.map(async (attachment) => ({ ...attachment, content: await files.read(attachment.storage_key) })),
  )
  const open = composer()
  open.keepBcc = true
  return {
    from: sender.address,
    to: [mail.recipient, ...mail.cc, ...mail.bcc],
    raw: await open.build(),
    rawWithoutBcc: await composer().build(),
  }
}
