/** All that tables do, wherever they stand. */
import { startBulk } from './bulk.ts'
import { startFilters } from './filters.ts'
import { startHints } from './hints.ts'
import { startTableKeys } from './keyboard.ts'
import { startSelections } from './selection.ts'
import { startTables } from './table.ts'

export function startTableParts(): void {
  startSelections()
  startTables()
  startFilters()
  startHints()
  startBulk()
  startTableKeys()
}
