import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { countOf } from '../database/count.ts'
import { MASKED } from '../database/history.ts'
import type { Db, Trx } from '../database/types.ts'
import { forgetFiles } from '../files/kept-files.ts'
import { formatCount, formatDateTime } from '../format/format.ts'
import type { Services } from '../services.ts'
import { readableText } from './mail.ts'

/** The addresses that the person has now, in small letters. */
const addressesOf = (contactId: number) => sql`
  select lower(c.email::text) from contacts c where c.id = ${contactId} and c.email is not null
  union select lower(u.email::text) from users u where u.contact_id = ${contactId}`

/** Mails to the person; several people may share an address, so one that is known to be to another is not among them. */
const mailsTo = (contactId: number) => sql<SqlBool>`(
  (mails.object_type = 'contact' and mails.object_id = ${contactId})
  or (mails.object_type = 'user' and mails.object_id in (select u.id from users u where u.contact_id = ${contactId}))
  or (mails.object_type is distinct from 'contact' and lower(mails.recipient) in (${addressesOf(contactId)})))`

const withoutAddresses = (column: 'cc' | 'bcc', contactId: number) => sql<string[]>`array(
  select address from unnest(${sql.ref(column)}) as address where lower(address) not in (${addressesOf(contactId)}))`

const copiesTo = (contactId: number) => sql<SqlBool>`exists (
  select 1 from unnest(mails.cc || mails.bcc) as address where lower(address) in (${addressesOf(contactId)}))`

/** Takes files out of the mails that carry them; the mails stay. */
export async function detachFiles(trx: Trx, fileIds: number[]): Promise<void> {
  if (fileIds.length > 0) await trx.deleteFrom('mail_attachments').where('file_id', 'in', fileIds).execute()
}

/** Mails that were chosen give up their attachments; files that nothing else refers to go. */
async function dropAttachments(trx: Trx, services: Pick<Services, 'jobs'>, chosen: RawBuilder<SqlBool>): Promise<void> {
  const gone = await trx
    .deleteFrom('mail_attachments')
    .using('mails')
    .whereRef('mails.id', '=', 'mail_attachments.mail_id')
    .where(chosen)
    .returning('file_id')
    .execute()
  await forgetFiles(trx, services, [...new Set(gone.map(({ file_id }) => file_id))])
}

/** What was mailed to a person, or in copy. */
export const mailData = {
  key: 'mails',
  label: 'E-mails aan u',
  collect: async ({ db }: Pick<Services, 'db'>, contactId: number) => {
    const mails = await db
      .selectFrom('mails')
      .selectAll()
      .select(
        sql<string | null>`(select string_agg(f.name, ', ' order by f.id) from stored_files f where f.id in (
          select file_id from mail_attachments where mail_id = mails.id
          union all select file_id from mailing_attachments where mailing_id = mails.mailing_id))`.as('attachments'),
      )
      .select(sql<number>`(select count(*)::integer from invitations i where i.mail_id = mails.id)`.as('invitations'))
      .where(sql<SqlBool>`(${mailsTo(contactId)} or ${copiesTo(contactId)})`)
      .orderBy('id')
      .execute()
    return mails.map((mail) => ({
      Datum: formatDateTime(mail.created_at),
      Aan: mail.recipient,
      Onderwerp: mail.subject,
      Tekst: readableText(mail),
      Bijlagen: mail.attachments,
      ...(mail.invitations > 0 ? { Agendabestanden: mail.invitations } : {}),
    }))
  },
  plan: async (db: Db | Trx, contactId: number) => {
    const [to, copies] = [await countMails(db, mailsTo(contactId)), await countMails(db, copiesTo(contactId))]
    const what = (count: number) => formatCount(count, 'e-mail', 'e-mails')
    return {
      emptied: [
        ...(to === 0 ? [] : [`adres, onderwerp, tekst en bijlagen van ${what(to)}`]),
        ...(copies === 0 ? [] : [`het adres bij de kopieën van ${what(copies)}`]),
      ],
      kept: [],
      blocked: [],
    }
  },
  anonymise: async (trx: Trx, contactId: number, services: Pick<Services, 'jobs'>) => {
    await dropAttachments(trx, services, mailsTo(contactId))
    await trx
      .deleteFrom('invitations')
      .using('mails')
      .whereRef('mails.id', '=', 'invitations.mail_id')
      .where(mailsTo(contactId))
      .execute()
    await trx
      .updateTable('mails')
      .set({ cc: withoutAddresses('cc', contactId), bcc: withoutAddresses('bcc', contactId) })
      .where(copiesTo(contactId))
      .execute()
    // What a person wrote to others keeps its words; answers no longer go to somebody who is gone.
    await trx
      .updateTable('mails')
      .set({ reply_to: null })
      .where(sql<SqlBool>`lower(mails.reply_to) in (${addressesOf(contactId)})`)
      .execute()
    await trx
      .updateTable('mails')
      .set({
        recipient: MASKED,
        cc: [],
        bcc: [],
        subject: MASKED,
        text_body: MASKED,
        html_body: null,
        secret: null,
        error: sql<
          string | null
        >`case when state in ('scheduled', 'queued') then ${'De ontvanger is geanonimiseerd.'} end`,
        // What still waits has nowhere to go.
        state: sql<string>`case when state in ('scheduled', 'queued') then 'refused' else state end`,
      })
      .where(mailsTo(contactId))
      .execute()
  },
}

const countMails = (db: Db | Trx, chosen: RawBuilder<SqlBool>) => countOf(db.selectFrom('mails').where(chosen))

const settledBefore = (before: Date) =>
  sql<SqlBool>`(mails.created_at < ${before} and mails.state in ('sent', 'kept', 'refused', 'bounced', 'uncertain'))`

export const mailRetention = {
  key: 'mails',
  label: 'Verzonden e-mails',
  basis: 'Na verzending wordt de e-mail met zijn bijlagen verwijderd.',
  months: 12,
  count: (db: Db | Trx, before: Date) => countMails(db, settledBefore(before)),
  remove: async (trx: Trx, before: Date, services: Pick<Services, 'jobs'>) => {
    await dropAttachments(trx, services, settledBefore(before))
    const gone = await trx.deleteFrom('mails').where(settledBefore(before)).executeTakeFirst()
    return Number(gone.numDeletedRows)
  },
}
