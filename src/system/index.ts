import { sql, type SqlBool } from 'kysely'
import { sendMail } from '../platform/mail/mail.ts'
import type { Manifest } from '../platform/manifest.ts'
import { accountScreens } from './accounts/index.ts'
import { shellScreens } from './shell/index.ts'

export const system: Manifest = {
  name: 'system',
  screens: [...accountScreens, ...shellScreens],
  records: [
    {
      type: 'user',
      label: { one: 'gebruiker', many: 'gebruikers' },
      area: 'user',
      table: 'users',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
    },
  ],
  jobs: { 'mail.send': sendMail },
}
