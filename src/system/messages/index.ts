import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { sendMail, sweepMails } from '../../platform/mail/sending.ts'
import * as mailbox from './mailbox.screens.ts'
import * as screens from './messages.screens.ts'
import { tellMessages } from './story.ts'

const { mailProviders, ...mailboxScreens } = mailbox
export { mailProviders }

export const messages: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(mailboxScreens)],
  records: [
    {
      type: 'message',
      label: { one: 'bericht', many: 'berichten' },
      area: 'messages',
      table: 'mails',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/messages/view/{id}',
    },
  ],
  nav: [{ group: 'Beheer', label: 'Berichten', icon: 'mail', href: '/messages', area: 'messages', order: 79 }],
  jobs: { 'mail.send': sendMail, 'mail.sweep': sweepMails },
  schedules: { 'mail.sweep': '*/5 * * * *' },
  story: tellMessages,
}
