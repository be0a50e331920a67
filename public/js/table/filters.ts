/** The bar above a table: chips, the panel with all filters, export of what is filtered. */
import { on } from '../lib/dom.ts'
import { withParams } from '../lib/request.ts'
import { ALL, type Field, fieldOf, fieldsOf, filtersOf, tableOf } from './markup.ts'
import { reloadTable } from './table.ts'

function empty(field: Field): void {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) field.checked = false
  else field.value = [...('options' in field ? field.options : [])].some(({ value }) => value === ALL) ? ALL : ''
  // A selector draws its own face over the select.
  field.dispatchEvent(new CustomEvent('selector:refresh', { bubbles: true }))
}

/** Takes filters off and loads the table without them. */
function clear(table: HTMLElement, wanted: (field: Field) => boolean): void {
  for (const field of fieldsOf(table).filter(wanted)) empty(field)
  reloadTable(table)
}

export function startFilters(): void {
  on('click', '[data-chip]', (_event, button) => {
    const table = tableOf(button)
    if (table) clear(table, (field) => field.name === button.dataset.chip)
  })
  on('click', '[data-clear-filters]', (_event, button) => {
    const table = tableOf(button)
    if (table) clear(table, () => true)
  })
  on('click', '[data-clear-search]', (_event, button) => {
    const table = tableOf(button)
    if (!table) return
    const isSearch = (field: Field) => field.type === 'search' && field.closest('.rt-panel') === null
    clear(table, isSearch)
    fieldsOf(table).find(isSearch)?.focus()
  })
  // The link carries the filters of this moment, also when it opens in another tab.
  on('pointerdown', '[data-export]', (_event, link) => aimExport(link))
  on('focusin', '[data-export]', (_event, link) => aimExport(link))
  // A refused filter in the closed panel is shown by opening it.
  document.addEventListener('reveal', (event) => {
    const panel = (event.target as Element).closest<HTMLElement>('.rt-panel')
    if (panel && !panel.matches(':popover-open')) panel.showPopover()
  })
}

function aimExport(link: HTMLElement): void {
  const table = tableOf(link) ?? document.getElementById(link.dataset.for ?? '')
  const { exportUrl = '' } = table?.dataset ?? {}
  if (!table) return
  const params = [...filtersOf(table), ['sort', fieldOf(table, 'sort').value], ['export', link.dataset.export ?? 'csv']]
  link.setAttribute('href', withParams(exportUrl, params as [string, string][]))
}
