import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { fixedTables, settingsPages, settingsTabs } from '../../../system/settings/points.ts'
import { settingsArea } from '../../../system/settings/rights.ts'
import { statusFields } from './statuses.fields.ts'
import { statusColors } from './statuses.screens.ts'
import { seedStatuses } from './story.ts'

/** The statuses of a part, whose colours the settings choose. */
export const statuses: ModulePart = {
  screens: [statusColors],
  records: [
    {
      type: 'appointment_status',
      label: { one: 'planningstatus', many: 'planningstatussen' },
      area: settingsArea,
      table: 'appointment_statuses',
      fields: statusFields,
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
    },
  ],
  story: seedStatuses,
  gifts: [
    give(fixedTables, ['appointment_statuses']),
    give(settingsPages, [{ key: 'training', label: 'Opleidingen', icon: 'school', order: 20 }]),
    give(settingsTabs, [
      {
        key: 'status-colors',
        page: 'training',
        label: 'Statuskleuren',
        icon: 'palette',
        area: settingsArea,
        order: 50,
        url: '/settings/status-colors',
      },
    ]),
  ],
}
