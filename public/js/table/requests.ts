/** What happens around the request that loads a table: its fields, the sign that it is busy, the swap, a failure. */
import { on } from '../lib/dom.ts'
import { holdFocus } from './focus.ts'
import { resultsOf, rowsOf, tableOf } from './markup.ts'
import { clearLoadError, showOldRows } from './rows.ts'

const FORM = '[data-filters]'

/** What puts the focus back once the rows of a table have been replaced. */
const waitingFocus = new WeakMap<Element, () => void>()

/** How wide the columns were before the rows went. */
const headWidths = new WeakMap<Element, number[]>()

/** Without rows the columns would take other widths, and jump while somebody types in the search. */
function keepHead(table: HTMLElement): void {
  if (rowsOf(table).length > 0) return
  const widths = headWidths.get(table) ?? []
  table.querySelectorAll<HTMLElement>('thead th').forEach((head, i) => {
    head.style.width = `${widths[i] ?? 0}px`
  })
}

/** An answer of which nothing is drawn: the rows that stood there stay. */
const isRefused = ({ detail }: DocumentEventMap['htmx:after:swap']) => (detail.ctx.response?.status ?? 0) >= 400

/** What must stay as it is while the rows are replaced. */
function beforeSwap(table: HTMLElement): void {
  waitingFocus.set(table, holdFocus(table))
  const heads = [...table.querySelectorAll('thead th')]
  headWidths.set(
    table,
    heads.map((head) => head.getBoundingClientRect().width),
  )
}

interface Tell {
  /** New rows stand in the table. */
  arrived: (table: HTMLElement) => void
  /** The focus is back too. */
  settled: (table: HTMLElement) => void
}

export function startRequests({ arrived, settled }: Tell): void {
  on('htmx:config:request', FORM, ({ detail }) => {
    const fields = detail.ctx.request.body as FormData
    // No columns means the usual ones, and not those of a preference.
    for (const [name, value] of [...fields]) if (value === '' && name !== 'columns') fields.delete(name)
    fields.set('page', '0')
  })
  on('htmx:before:request', FORM, (_event, form) => resultsOf(tableOf(form)!).setAttribute('aria-busy', 'true'))
  on('htmx:finally:request', FORM, (_event, form) => {
    const table = tableOf(form)
    if (table) resultsOf(table).removeAttribute('aria-busy')
  })
  on('htmx:before:swap', FORM, (event, form) => {
    if (!isRefused(event)) beforeSwap(tableOf(form)!)
  })
  on('htmx:after:swap', FORM, (event, form) => {
    const table = tableOf(form)!
    if (isRefused(event)) return
    keepHead(table)
    clearLoadError(table)
    arrived(table)
    waitingFocus.get(table)?.()
    settled(table)
  })
  const failedToLoad = (_event: Event, form: HTMLElement) => showOldRows(tableOf(form)!)
  on('htmx:response:error', FORM, (event, form) => {
    if (event.detail.ctx.response?.status !== 422) failedToLoad(event, form)
  })
  on('htmx:error', FORM, failedToLoad)
}
