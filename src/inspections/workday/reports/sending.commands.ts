import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { listDefaultFiles, queueMailing } from '../../../system/messages/index.ts'
import { reportAudience } from './audience.ts'
import { reportMessages } from './report-message.ts'

export const DRAW = 'report.draw'

const MISSING = 'Kies bij Instellingen, E-mail, Keuringsrapporten eerst een bericht, of verstuur het rapport niet.'

/**
 * Has the report of a visit that is finished in this transaction drawn and mailed; the mail waits as every mail does, and
 * can be stopped until it leaves (rulings 11.10).
 * @throws Invalid (422) where no message is chosen
 */
export async function sendReport(
  trx: Trx,
  services: Pick<Services, 'jobs' | 'registry'>,
  viewer: Viewer,
  visitId: number,
): Promise<void> {
  await services.jobs.add(trx, DRAW, { visit: visitId })
  const { id, mail_to } = await trx.selectFrom('visit_reports').select(['id', 'mail_to']).where('visit_id', '=', visitId).executeTakeFirstOrThrow() // prettier-ignore
  if (mail_to === null) return
  const message = await reportMessages.find(trx, services, 'report_message')
  if (message === null) throw new Invalid({ mail_to: [MISSING] })
  const files = await listDefaultFiles(trx, message.id)
  await queueMailing(trx, services, viewer, reportAudience, {
    ...{ subject: message.subject, content: message.content, kinds: ['customer'], calendar: null },
    ...{ ids: [id], of: id, drawn: [String(visitId)] },
    attachments: files.map((file) => file.id),
  })
}
