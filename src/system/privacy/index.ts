import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { popupTabs } from '../../platform/screens/popup/popup-tabs.ts'
import { accountData, linkRetention } from '../accounts/index.ts'
import { settingsArea } from '../settings/rights.ts'
import { maskDeleted } from './deleted.ts'
import * as person from './person.screens.ts'
import { personData, retentionKinds } from './points.ts'
import { retentionFields } from './retention.fields.ts'
import * as retention from './retention.screens.ts'
import { runRetention } from './retention.ts'

export const privacy: ModulePart = {
  screens: [...Object.values(person), ...Object.values(retention)],
  records: [
    {
      type: 'retention_term',
      label: { one: 'bewaartermijn', many: 'bewaartermijnen' },
      area: settingsArea,
      table: 'retention_terms',
      fields: retentionFields,
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
    },
  ],
  jobs: { 'privacy.retention': runRetention, 'privacy.deleted': maskDeleted },
  crons: { 'privacy.retention': '30 1 * * *', 'privacy.deleted': '24 * * * *' },
  nav: [
    {
      label: 'Bewaartermijnen',
      icon: 'clock-shield',
      href: '/privacy/retention',
      setup: true,
      key: 't',
      area: settingsArea,
      order: 87,
    },
  ],
  gifts: [
    give(personData, [accountData]),
    give(retentionKinds, [linkRetention]),
    give(popupTabs, [
      {
        record: 'contact',
        key: 'privacy',
        label: 'Privacy',
        icon: 'shield-lock',
        area: settingsArea,
        order: 910,
        url: (id) => `/privacy/person/${id}`,
      },
    ]),
  ],
}
