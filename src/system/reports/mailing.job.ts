import { PLANNERS } from '../../platform/access/roles.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { wallClock } from '../../platform/format/zone.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { claimMailing } from './reports.commands.ts'
import { listReports } from './reports.queries.ts'
import { isDue } from './reports.rules.ts'

/**
 * Mails the links of the reports that are due at a moment. A mail tells no more than the name: what the reader sees behind
 * the link is by their own rights.
 */
export async function mailDue(services: Services, at: Date): Promise<void> {
  const now = wallClock(at)
  const reports = await listReports(services.db)
    .where('mail_every', 'is not', null)
    .orderBy('saved_reports.id')
    .execute()
  for (const { id, name, user_ids: ids, ...moment } of reports) {
    if (!isDue(moment, now)) continue
    await inTransaction(services.db, null, async (trx) => {
      if (!(await claimMailing(trx, id, now))) return
      const readers = await trx
        .selectFrom('users')
        .select(['email', 'roles'])
        .where('id', 'in', ids)
        .where('active', '=', true)
        .orderBy('id')
        .execute()
      const { href } = new URL(`/reports/start/${id}`, services.config.baseUrl)
      for (const { email } of readers.filter(({ roles }) => roles.some((role) => PLANNERS.includes(role as 1))))
        await queueMail(trx, services, {
          to: email,
          subject: `Rapport: ${name}`,
          text: `Het rapport '${name}' staat voor u klaar:\n\n${href}\n\nU ziet het na het aanmelden, met wat u mag zien.`,
          record: { type: 'saved_report', id },
        })
    })
  }
}

/** Every minute. */
export const mailReports: JobHandler = (_payload, services) => mailDue(services, new Date())
