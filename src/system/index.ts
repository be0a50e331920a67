import { sql, type SqlBool } from 'kysely'
import { type Manifest, type ModulePart, area } from '../platform/manifest.ts'
import { accountScreens } from './accounts/index.ts'
import { documents } from './documents/index.ts'
import { establishments } from './establishments/index.ts'
import { messages } from './messages/index.ts'
import { notes } from './notes/index.ts'
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
}

export const system: Manifest = area('system', [own, establishments, documents, messages, notes])
