import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { reportsArea } from '../../platform/saved-views/rights.ts'
import { historyLabels } from '../history/points.ts'
import { mailReports } from './mailing.job.ts'
import { reportFields } from './reports.fields.ts'
import * as list from './list.screens.ts'
import * as screens from './reports.screens.ts'
import { seedReports } from './story.ts'

const MAIL = 'reports.mail'

/** Lists under a name, run by whoever may see them, and mailed as a link at a moment. */
export const reports: ModulePart = {
  screens: [list, screens].flatMap((declared) => Object.values(declared)),
  records: [
    {
      type: 'saved_report',
      label: { one: 'rapport', many: 'rapporten' },
      area: reportsArea,
      table: 'saved_reports',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/reports/start/{id}',
      fields: reportFields,
      nameSql: sql<string>`saved_reports.name`,
    },
  ],
  nav: [
    {
      group: 'reports',
      label: 'Bewaarde rapporten',
      icon: 'report',
      href: '/reports',
      area: reportsArea,
      order: 3,
    },
  ],
  jobs: { [MAIL]: mailReports },
  crons: { [MAIL]: '* * * * *' },
  afterStory: seedReports,
  gifts: [give(historyLabels, [{ saved_report: { fields: { mailed_on: 'Laatst gemaild' } } }])],
}
