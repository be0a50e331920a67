/** All that tables do, wherever they stand. */
import { lazy } from '../lazy.ts'
import { startBulk } from './bulk.ts'
import { startCellEdits } from './cell-edit.ts'
import { startFilters } from './filters.ts'
import { startGroups } from './groups.ts'
import { startHints } from './hints.ts'
import { startTableKeys } from './keyboard.ts'
import { startOpening } from './opening.ts'
import { startPager } from './pager.ts'
import { startSelections } from './selection.ts'
import { startTables } from './table.ts'
import { startViews } from './views.ts'

export function startTableParts(): void {
  startSelections()
  startTables()
  startFilters()
  startHints()
  startBulk()
  lazy('form[data-asks]', () => import('./bulk-plan.ts'))
  startCellEdits()
  startTableKeys()
  startOpening()
  startPager()
  startViews()
  startGroups()
  lazy('[data-columns]', () => import('./columns.ts'))
}
