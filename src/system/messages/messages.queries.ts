import { NotFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/database/types.ts'
import type { Status } from '../../platform/screens/models.ts'

/** What became of a mail, in words; a status is always hue and label. */
export const MAIL_STATES: Record<string, Status> = {
  queued: { label: 'In de wachtrij', css: 'st-planned' },
  sending: { label: 'Wordt verzonden', css: 'st-planned' },
  sent: { label: 'Verzonden', css: 'st-confirmed' },
  refused: { label: 'Geweigerd', css: 'st-cancelled' },
  uncertain: { label: 'Onzeker', css: 'st-option' },
}

export const listMails = (db: Db) =>
  db
    .selectFrom('mails')
    .select(['mails.id', 'mails.recipient', 'mails.subject', 'mails.state', 'mails.error', 'mails.created_at'])

export async function getMail(db: Db, id: number) {
  const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
  if (!mail) throw new NotFound('Bericht')
  return mail
}
