import MailComposer from 'nodemailer/lib/mail-composer'
import type { Selectable } from 'kysely'
import type { DB, Db } from '../database/types.ts'
import type { FileStore } from '../files/file-store.ts'
import { listAttachments } from './attachments.ts'
import type { Letter } from './delivery.ts'
import { listInvitations } from './invitations.ts'

export type Mail = Selectable<DB['mails']>

/** The mail as bytes, with its attachments. The message id is that of its row, so that an answer can be traced. */
export async function composeLetter(
  { db, files }: { db: Db; files: FileStore },
  mail: Mail,
  sender: { name: string; address: string; replyTo: string | null; domain: string },
): Promise<Letter> {
  const attachments = await listAttachments(db, mail)
  const [invitation, ...more] = (await listInvitations(db, mail.id)).map(({ content, cancelled }, i) => ({
    method: cancelled ? ('CANCEL' as const) : ('REQUEST' as const),
    filename: i === 0 ? 'invite.ics' : `invite-${i + 1}.ics`,
    content,
  }))
  const composer = () =>
    new MailComposer({
      from: { name: mail.sender_name ?? sender.name, address: sender.address },
      to: mail.recipient,
      cc: mail.cc,
      bcc: mail.bcc,
      ...((mail.reply_to ?? sender.replyTo) ? { replyTo: mail.reply_to ?? sender.replyTo! } : {}),
      subject: mail.subject,
      text: mail.text_body,
      ...(mail.html_body === null ? {} : { html: mail.html_body }),
      messageId: `<noordkaap-${mail.id}@${sender.domain}>`,
      date: new Date(),
      // Mail programs show the first beside the text; an object holds one record alone (RFC 5546, 3.2.2).
      ...(invitation ? { icalEvent: invitation } : {}),
      attachments: [
        ...contents.map(({ name, mime_type, content }) => ({ filename: name, contentType: mime_type, content })),
        ...more.map(({ method, filename, content }) => ({
          filename,
          contentType: `text/calendar; charset=utf-8; method=${method}`,
          content,
        })),
      ],
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
