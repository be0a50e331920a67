/** What became of the mails with which invoices and quotations were sent, and where the next one goes. */
import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { linkedWays } from '../../../platform/mail/accounts.ts'
import type { Audience } from '../../../system/messages/points.ts'

/** What is sent so: its record type. */
export type Sent = 'invoice' | 'quotation'

/** A mail that carries a paper. */
export interface SentMail {
  id: number
  state: string
  at: string
}

/** Mails that carry the paper of a record, as `mails`, or will; one that only writes of it is none, a reminder neither. */
const carrying = sql<boolean>`(
  exists (select from mailings where mailings.id = mails.mailing_id and mailings.drawn is not null)
  or (mails.resend_of is not null and exists (
    select from mail_attachments a join stored_files f on f.id = a.file_id
    where a.mail_id = mails.id and f.storage_key like 'papers/%')))`

/** The last mail with which each was sent or will be, whatever became of that. */
export async function lastMails(db: Db | Trx, type: Sent, ids: readonly number[]): Promise<Map<number, SentMail>> {
  const { rows } = await sql<SentMail & { record_id: number }>`
    select distinct on (mails.object_id) mails.object_id as record_id, mails.id, mails.state,
      coalesce(mails.sent_at, mails.created_at)::text as at
    from mails where mails.object_type = ${type} and mails.object_id = any(${ids}) and ${carrying}
    order by mails.object_id, mails.id desc`.execute(db)
  return new Map(rows.map(({ record_id, ...mail }) => [record_id, mail]))
}

/** The same of one record as JSON, for the query of its popup, with what tells whether mail leaves here. */
export const lastMail = (type: Sent, id: number): RawBuilder<unknown> => sql`
  select json_build_object('id', mails.id, 'state', mails.state, 'recipient', mails.recipient,
    'linked', ${linkedWays})
  from mails where mails.object_type = ${type} and mails.object_id = ${id} and ${carrying}
  order by mails.id desc limit 1`

/** Where each of those that a viewer sees is mailed to; '' where there is no address. */
export async function addressesOf(
  db: Db | Trx,
  viewer: Viewer,
  audience: Audience,
  ids: number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; email: string | null }>`
    select p.id, p.email from (${audience.people(
      viewer,
      ids,
      audience.kinds.map(({ key }) => key),
    )}) p`.execute(db)
  return new Map(rows.map(({ id, email }) => [id, email ?? '']))
}
