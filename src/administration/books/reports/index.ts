import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { widgets } from '../../../system/dashboard/points.ts'
import { reportsArea } from '../../../platform/saved-views/rights.ts'
import * as turnover from './turnover.screens.ts'
import * as vat from './vat.screens.ts'
import { forecastWidget, incomeWidget, moneyWidget } from './widgets.ts'

const everybody = () => sql<SqlBool>`true`

/** What was invoiced, summed: turnover and VAT, each number with the rows behind it. */
export const reports: ModulePart = {
  screens: [turnover, vat].flatMap((declared) => Object.values(declared)),
  records: [
    {
      type: 'report_line',
      label: { one: 'omzetregel', many: 'omzetregels' },
      history: false,
      area: reportsArea,
      table: 'report_lines',
      visibleTo: everybody,
      open: null,
    },
    {
      type: 'report_tax',
      label: { one: 'btw-regel', many: 'btw-regels' },
      history: false,
      area: reportsArea,
      table: 'report_taxes',
      visibleTo: everybody,
      open: null,
    },
  ],
  nav: [
    {
      group: 'reports',
      label: 'Rapporten',
      icon: 'chart-bar',
      href: '/administration/reports',
      key: 'x',
      area: reportsArea,
      order: 1,
    },
  ],
  gifts: [
    give(widgets, [incomeWidget, forecastWidget, moneyWidget]),
    // Only what has a number is summed, and that is never merged.
    give(
      mergeStrategies,
      ['report_lines', 'report_taxes'].map((table) => ({
        record: 'invoice',
        table,
        column: 'invoice_id',
        merges: 'stays' as const,
      })),
    ),
  ],
}
