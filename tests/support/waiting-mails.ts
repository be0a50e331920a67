import { sendMailing } from '../../src/system/messages/mailing.job.ts'
import type { TestApp } from './app.ts'

/** Writes and sends all mails of mailings that wait now. */
export async function sendWaiting({ db, services }: TestApp): Promise<void> {
  const waiting = await db
    .selectFrom('mails')
    .select('mailing_id as id')
    .distinct()
    .where('mailing_id', 'is not', null)
    .where('state', '=', 'queued')
    .execute()
  for (const { id } of waiting) await sendMailing({ id }, services)
}
