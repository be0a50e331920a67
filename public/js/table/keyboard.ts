/** The keyboard in a table: arrows, Space, Shift, Enter, R and Escape. */
import { LIST_KEYS, directionOf, isKey, stepBy } from '../key-lists.ts'
import { isTyping, on } from '../lib/dom.ts'
import { focusRow } from './focus.ts'
import { idOf, rowsOf, tableOf, tablesInSight } from './markup.ts'
import { openRow } from './opening.ts'
import { choose, clearSelection, selectionOf } from './selection.ts'
import { reloadTable } from './table.ts'

function toggle(table: HTMLElement, row: HTMLElement): void {
  if (row.querySelector('.c-check')) choose(table, [row], !selectionOf(table).has(idOf(row)))
}

/** Moves from row to row; with Shift the rows passed join the selection. */
function step(table: HTMLElement, row: HTMLElement | null, by: number, extend: boolean): void {
  const rows = rowsOf(table).filter((each) => !each.hidden)
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
  if (isKey(LIST_KEYS.step, event))
    step(table, row, directionOf(LIST_KEYS.step, event), event.shiftKey && isKey(LIST_KEYS.extend, event))
  else if (isKey(LIST_KEYS.ends, event) && onRow)
    focusRow(directionOf(LIST_KEYS.ends, event) < 0 ? rowsOf(table)[0] : rowsOf(table).at(-1))
  else if (isKey(LIST_KEYS.choose, event) && onRow) toggle(table, row)
  else if (isKey(LIST_KEYS.open, event) && onRow) openRow(row)
  else return
  event.preventDefault()
}

export function startTableKeys(): void {
  on('keydown', '[data-table] .rt-scroll', pressed)
  // From what was typed on to what it found.
  on('keydown', '[data-table] .rt-search input', (event, search) => {
    const table = tableOf(search)
    if (!table || stepBy(LIST_KEYS.step, event) !== 1 || event.isComposing) return
    step(table, null, 1, false)
    event.preventDefault()
  })
  // Escape gives up a selection before it closes the popup around the table.
  document.addEventListener('escape', (event) => {
    const table = tablesInSight().find((candidate) => selectionOf(candidate).size > 0)
    if (!table || event.defaultPrevented) return
    clearSelection(table)
    event.preventDefault()
  })
}

/** @returns false where there is no list with a search of its own */
export function focusSearchInSight(): boolean {
  const search = tablesInSight()
    .map((table) => table.querySelector<HTMLInputElement>('.rt-search input'))
    .find((input) => input?.checkVisibility())
  search?.select()
  return search !== undefined
}

/** R reloads the table in sight. */
export function reloadInSight(): void {
  const [table] = tablesInSight()
  if (table) reloadTable(table, { keep: true })
}

/** J and K go from row to row as the arrows do, wherever the focus is. @returns false where there is no table */
export function stepInSight(by: number): boolean {
  const [table] = tablesInSight()
  const row = document.activeElement?.closest<HTMLElement>('tr[data-id]') ?? null
  if (table) step(table, row && tableOf(row) === table ? row : null, by, false)
  return table !== undefined
}
