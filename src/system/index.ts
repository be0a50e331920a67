import { sql, type SqlBool } from 'kysely'
import { type Manifest, type ModulePart, area } from '../platform/manifest.ts'
import { accountScreens, retireAccount } from './accounts/index.ts'
import { apiClients } from './api-clients/index.ts'
import { developer } from './developer/index.ts'
import { establishments } from './establishments/index.ts'
import { holidays } from './holidays/index.ts'
import { lookups } from './lookups/index.ts'
import { messages } from './messages/index.ts'
import { settings } from './settings/index.ts'
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
  merging: [{ record: 'contact', table: 'users', settle: (trx, { row }) => retireAccount(trx, row.id) }],
}

export const system: Manifest = area('system', [
  own,
  settings,
  holidays,
  establishments,
  apiClients,
  developer,
  messages,
  lookups,
])
