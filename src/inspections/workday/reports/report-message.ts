import { messageSetting } from '../../../system/messages/index.ts'
import { reportAudience } from './audience.ts'

/** Which message customers read with the report of a visit. */
export const reportMessages = messageSetting({
  key: 'report_messages',
  text: 'Dit standaardbericht gaat mee met het keuringsrapport, zodra een bezoek is afgerond.',
  when: 'Als een bezoek is afgerond',
  readers: { report_message: { audience: reportAudience, kinds: ['customer'] } },
  example: (story) => ({ form: { report_message: story.shortReportMessage } }),
})
