/** The keyboard in a table: arrows, Space, Shift, Enter, R and Escape. */
import { isTyping, on } from '../lib/dom.ts'
import { openPopup } from '../popup/open.ts'
import { focusRow } from './focus.ts'
import { idOf, rowsOf, tableOf, tablesInSight } from './markup.ts'
import { choose, clearSelection, selectionOf } from './selection.ts'
import { reloadTable } from './table.ts'

function openRow(row: HTMLElement): void {
  const url = row.dataset.open
  if (url) void openPopup(url, { opener: row })
}

function toggle(table: HTMLElement, row: HTMLElement): void {
  if (row.querySelector('.c-check')) choose(table, [row], !selectionOf(table).has(idOf(row)))
}

/** Moves from row to row; with Shift the rows passed join the selection. */
function step(table: HTMLElement, row: HTMLElement | null, by: number, extend: boolean): void {
  const rows = rowsOf(table)
  const at = row ? rows.indexOf(row as HTMLTableRowElement) : by > 0 ? -1 : rows.length
  const next = rows[Math.max(0, Math.min(at + by, rows.length - 1))]
  if (extend && row && next?.querySelector('.c-check')) choose(table, [row, next], true)
  focusRow(next)
}

function pressed(event: KeyboardEvent, area: HTMLElement): void {
  const table = tableOf(area)
  const target = event.target as HTMLElement
  if (!table || isTyping(target) || target.closest('[popover]')) return
  const row = target.closest<HTMLElement>('tr[data-id]')
  const onRow = row !== null && target === row
  if (event.key === 'ArrowDown') step(table, row, 1, event.shiftKey)
  else if (event.key === 'ArrowUp') step(table, row, -1, event.shiftKey)
  else if (event.key === 'Home' && onRow) focusRow(rowsOf(table)[0])
  else if (event.key === 'End' && onRow) focusRow(rowsOf(table).at(-1))
  else if (event.key === ' ' && onRow) toggle(table, row)
  else if (event.key === 'Enter' && onRow) openRow(row)
  else return
  event.preventDefault()
}

export function startTableKeys(): void {
  on('keydown', '[data-table] .rt-scroll', pressed)
  // The tick box selects; anywhere else a click opens the row, unless it was the end of selecting text.
  on('click', '[data-rows] tr[data-id]', (event, row) => {
    if ((event.target as Element).closest('a, button, input, select, label, .c-check')) return
    focusRow(row)
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (isPlain && getSelection()?.isCollapsed !== false) openRow(row)
  })
  // Escape gives up a selection before it closes the popup around the table.
  document.addEventListener('escape', (event) => {
    const table = tablesInSight().find((candidate) => selectionOf(candidate).size > 0)
    if (!table || event.defaultPrevented) return
    clearSelection(table)
    event.preventDefault()
  })
}

/** R reloads the table in sight. */
export function reloadInSight(): void {
  const [table] = tablesInSight()
  if (table) reloadTable(table, { keep: true })
}
