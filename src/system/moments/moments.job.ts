import { sql } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import { attachToMails } from '../../platform/mail/attachments.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { markHolding } from '../importing/index.ts'
import { queueForMoment } from '../messages/index.ts'
import { claimDue, kindOf, listMoments, rememberMailing } from './moments.queries.ts'
import { momentKinds } from './points.ts'

/**
 * Sends what is due at `now`, moment by moment: what is taken and the mail that it becomes are one transaction, so that a
 * process that is killed leaves neither.
 */
export async function sendDue(services: Services, now: Date): Promise<void> {
  const carriers = services.registry.all(momentKinds).flatMap(({ carriedBy = [] }) => carriedBy.map(({ kind }) => kind))
  const moments = await listMoments(services.db)
    .where('message_moments.active', '=', true)
    // What goes in the place of others goes first.
    .orderBy(sql`kind = any(${carriers}) desc, message_moments.id`)
    .execute()
  for (const moment of moments) {
    const kind = kindOf(services.registry, moment.kind)
    if (!kind) continue
    await inTransaction(services.db, null, async (trx) => {
      const { claimed, holding } = await claimDue(trx, kind, moment, now)
      await markHolding(trx, holding)
      const due = Map.groupBy(claimed, ({ record_id }) => record_id)
      for (const [recordId, subjects] of due) {
        const mailing = await queueForMoment(trx, services, {
          record: { type: kind.record, id: recordId },
          message: moment,
          sender: await kind.planner(trx, recordId),
          kind: moment.recipients,
          inCalendars: kind.inCalendars,
          template: moment.template_id,
          people: subjects.map(({ recipient_id, email }) => ({ id: recipient_id, email: email! })),
        })
        if (kind.attach) await attachToMails(trx, mailing, await kind.attach(trx, services, subjects))
        await rememberMailing(trx, subjects, mailing)
      }
      if (due.size > 0) await services.changes.announce(trx, [{ type: 'message-moment', id: moment.id }])
    })
  }
}

/** Every minute. */
export const sendMoments: JobHandler = (_payload, services) => sendDue(services, new Date())
