import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { settingsTabs } from '../settings/points.ts'
import { settingsArea } from '../settings/rights.ts'
import { closingDayFields } from './holidays.fields.ts'
import { closingDayNames } from './holidays.queries.ts'
import * as screens from './holidays.screens.ts'
import { seedHolidays } from './story.ts'

export { type ClosedDays, type ClosedRead, closedColumn, closedDays, closedDaysOf } from './holidays.queries.ts'
export { dutchHolidays, workingDaysBefore } from './holidays.rules.ts'

const tab = { area: settingsArea } as const

export const holidays: ModulePart = {
  screens: Object.values(screens),
  records: [
    {
      type: 'closing_day',
      label: { one: 'sluitingsdag', many: 'sluitingsdagen' },
      area: settingsArea,
      table: 'closing_days',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/closing-day/edit/{id}',
      fields: closingDayFields,
      names: closingDayNames,
    },
  ],
  constraints: {
    closing_days_apart: { field: 'first_day', message: 'In deze dagen valt al een sluiting.' },
  },
  story: seedHolidays,
  gifts: [
    give(settingsTabs, [
      {
        ...tab,
        key: 'holidays',
        page: 'organisation',
        label: 'Feestdagen',
        icon: 'calendar',
        order: 20,
        url: '/settings/holidays',
      },
      {
        ...tab,
        key: 'closing-days',
        page: 'organisation',
        label: 'Sluitingsdagen',
        icon: 'calendar-off',
        order: 21,
        url: '/settings/closing-days?embed=1',
      },
    ]),
  ],
}
