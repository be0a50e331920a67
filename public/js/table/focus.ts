/** The focus stays in a table whose rows are replaced: on the same row, or on the one that took its place. */
import { idOf, resultsOf, rowsOf, tableOf } from './markup.ts'

export function focusRow(row: HTMLElement | undefined): void {
  if (!row) return
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

const linkOf = (row: Element) => row.querySelector<HTMLElement>('.c-main a')

/**
 * Call it before the rows change.
 *
 * @returns what to call afterwards: puts the focus back if it went with a row
 */
export function holdFocus(table: HTMLElement): () => void {
  const { activeElement } = document
  const row = activeElement?.closest<HTMLTableRowElement>('tr[data-id]')
  if (!row || tableOf(row) !== table) return () => undefined
  const at = rowsOf(table).indexOf(row)
  const wasLink = linkOf(row) === activeElement
  return () => {
    if (document.activeElement && document.activeElement !== document.body) return
    const rows = rowsOf(table)
    const next = rows.find((other) => idOf(other) === idOf(row)) ?? rows[Math.min(Math.max(at, 0), rows.length - 1)]
    if (!next) resultsOf(table).focus({ preventScroll: true })
    else if (wasLink && linkOf(next)) linkOf(next)?.focus({ preventScroll: true })
    else focusRow(next)
  }
}
