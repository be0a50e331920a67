/** The bar above a table: what takes filters off, export of what is filtered. Setting them is in `filter-menus.ts`. */
import { lazy } from '../lazy.ts'
import { on } from '../lib/dom.ts'
import { withParams } from '../lib/request.ts'
import { type Field, columnsOf, fieldOf, fieldsOf, filtersOf, groupOf, tableOf } from './markup.ts'
import { reloadTable } from './table.ts'

function empty(field: Field): void {
  field.value = field.dataset.unset ?? ''
}

/** Takes filters off and loads the table without them. */
function clear(table: HTMLElement, wanted: (field: Field) => boolean): void {
  for (const field of fieldsOf(table).filter(wanted)) empty(field)
  reloadTable(table)
}

export function startFilters(): void {
  on('click', '[data-chip]', (_event, button) => {
    const table = tableOf(button)
    if (!table) return
    clear(table, (field) => field.name === button.dataset.chip)
    // The chip goes, and would take the focus along.
    table.querySelector<HTMLElement>('[data-filter-add]')?.focus({ preventScroll: true })
  })
  on('click', '[data-clear-filters]', (_event, button) => {
    const table = tableOf(button)
    if (table) clear(table, () => true)
  })
  on('click', '[data-clear-search]', (_event, button) => {
    const table = tableOf(button)
    if (!table) return
    const isSearch = (field: Field) => field.type === 'search'
    clear(table, isSearch)
    fieldsOf(table).find(isSearch)?.focus()
  })
  // The link carries the filters of this moment, also when it opens in another tab.
  on('pointerdown', '[data-export]', (_event, link) => aimExport(link))
  on('focusin', '[data-export]', (_event, link) => aimExport(link))
  lazy('[data-filter-add], [data-filter-open]', () => import('./filter-menus.ts'))
  lazy('[data-all-rows]', () => import('./all-rows.ts'))
}

function aimExport(link: HTMLElement): void {
  const table = tableOf(link) ?? document.getElementById(link.dataset.for ?? '')
  const { exportUrl = '' } = table?.dataset ?? {}
  if (!table) return
  const params = [
    ...filtersOf(table),
    ['sort', fieldOf(table, 'sort').value],
    ...Object.entries({ ...columnsOf(table), ...groupOf(table) }),
    ['fields', 'own'],
    ['export', link.dataset.export ?? 'csv'],
  ]
  link.setAttribute('href', withParams(exportUrl, params as [string, string][]))
}
