/** What a change notice does to the tables on the page. */
import type { RecordRef } from '../../../src/platform/screens/models.ts'
import { onChanged } from '../changes.ts'
import { idOf, isLoading, TABLE } from './markup.ts'
import { refreshRows } from './rows.ts'
import { unchoose } from './selection.ts'

/** Notices wait for more of the same (P-248). */
const RELOAD_MS = 500

type Reload = (table: HTMLElement, after: number, keep: boolean) => void

/** Tables in a tab that nobody sees. */
const waiting = new Set<HTMLElement>()

function changed(table: HTMLElement, items: RecordRef[], reload: Reload): void {
  const mine = items.filter((item) => item.type === table.dataset.type)
  if (mine.length === 0) return
  const shown = new Set([...table.querySelectorAll<HTMLElement>('tr[data-id]')].map(idOf))
  const ids = mine.map((item) => String(item.id))
  // A record that is not on screen may be new, and belong there. What is loading already may have read it before it
  // changed. A tab that nobody sees reloads when somebody does.
  if (isLoading(table) || ids.some((id) => !shown.has(id))) {
    if (document.hidden) waiting.add(table)
    else reload(table, RELOAD_MS, true)
  } else void refreshRows(table, ids).then(() => afterRefresh(table, ids, reload))
}

function afterRefresh(table: HTMLElement, ids: string[], reload: Reload): void {
  const gone = ids.filter((id) => !table.querySelector(`tr[data-id="${CSS.escape(id)}"]`))
  unchoose(table, gone)
  if (gone.length > 0) reload(table, RELOAD_MS, true)
}

/** @param reload loads a table again, after so many milliseconds, with as many rows as it has when `keep` */
export function startNotices(reload: Reload): void {
  onChanged([], (items) => {
    for (const table of document.querySelectorAll<HTMLElement>(TABLE)) changed(table, items, reload)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    for (const table of waiting) if (table.isConnected) reload(table, 0, true)
    waiting.clear()
  })
}
