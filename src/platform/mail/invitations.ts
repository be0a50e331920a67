import { sql } from 'kysely'
import type { Db, Trx } from '../database/types.ts'

/** What a mail says in the calendar of its reader: that something takes place, at another time, or not at all. */
export interface Invitation {
  /** The record that takes place. */
  record: { type: string; id: number }
  recipientId: number
  /** Rises with everything that is told anew of the record (RFC 5545, 3.8.7.4). */
  sequence: number
  cancelled: boolean
  startsAt: Date
  endsAt: Date
  place: string
  /** The iCalendar object. */
  content: string
}

/** Lets invitations go along with a mail that waits; one that has some keeps those. */
export async function attachInvitations(trx: Trx, mailId: number, invitations: Invitation[]): Promise<void> {
  if (invitations.length === 0) return
  const there = await trx.selectFrom('invitations').select('id').where('mail_id', '=', mailId).executeTakeFirst()
  if (there) return
  await trx
    .insertInto('invitations')
    .values(
      invitations.map(({ record, recipientId, startsAt, endsAt, ...rest }) => ({
        ...rest,
        mail_id: mailId,
        object_type: record.type,
        object_id: record.id,
        recipient_id: recipientId,
        starts_at: startsAt,
        ends_at: endsAt,
      })),
    )
    .execute()
}

/** The invitations of one mail go along with another: it is sent once more. */
export async function repeatInvitations(trx: Trx, fromMail: number, toMail: number): Promise<void> {
  await sql`
    insert into invitations (mail_id, object_type, object_id, recipient_id, sequence, cancelled, starts_at, ends_at, place, content)
    select ${toMail}, object_type, object_id, recipient_id, sequence, cancelled, starts_at, ends_at, place, content
    from invitations where mail_id = ${fromMail} order by id
  `.execute(trx)
}

/** The calendar objects of a mail, in their order. */
export const listInvitations = (db: Db, mailId: number) =>
  db.selectFrom('invitations').select(['content', 'cancelled']).where('mail_id', '=', mailId).orderBy('id').execute()
