import { sql, type SqlBool } from 'kysely'
import { sendMail } from '../platform/mail/mail.ts'
import { type Manifest, type ModulePart, area } from '../platform/manifest.ts'
import { accountScreens } from './accounts/index.ts'
import { establishments } from './establishments/index.ts'
import { shellScreens } from './shell/index.ts'

const own: ModulePart = {
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

export const system: Manifest = area('system', [own, establishments])
