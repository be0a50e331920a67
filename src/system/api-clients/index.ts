import { sql, type SqlBool } from 'kysely'
import { callerFinders } from '../../platform/http/callers.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { settingsTabs } from '../settings/points.ts'
import { settingsArea } from '../settings/rights.ts'
import { apiClientFields } from './api-clients.fields.ts'
import { clientNames, findCaller } from './api-clients.queries.ts'
import * as screens from './api-clients.screens.ts'
import * as docs from './docs.screens.ts'
import { seedApiClients } from './story.ts'
import { oauthToken } from './token.screens.ts'

export { placeProgram } from './api-clients.commands.ts'
export { type ApiCaller, findCaller, findPlace, listOrigins } from './api-clients.queries.ts'
export { type Scope } from './api-clients.rules.ts'

export const apiClients: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(docs), oauthToken],
  records: [
    {
      type: 'api_client',
      label: { one: 'API-sleutel', many: 'API-sleutels' },
      area: settingsArea,
      table: 'api_clients',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: apiClientFields,
      names: clientNames,
    },
  ],
  story: seedApiClients,
  gifts: [
    give(callerFinders, [findCaller]),
    give(settingsTabs, [
      {
        key: 'api',
        page: 'links',
        label: 'API-sleutels',
        icon: 'key',
        area: settingsArea,
        order: 80,
        url: '/settings/api/clients?embed=1',
      },
    ]),
  ],
}
