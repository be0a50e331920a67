import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import * as screens from './messages.screens.ts'
import { tellMessages } from './story.ts'

export const messages: ModulePart = {
  screens: Object.values(screens),
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
  jobs: { 'mail.send': sendMail },
  story: tellMessages,
}
