/** Choosing rows by hand, the next page or all of them, and what can be done with the choice. */
import type { Action } from '../../../src/platform/screens/models.ts'
import { post, runScript } from '../actions.ts'
import { download } from '../download.ts'
import { flash } from '../flash.ts'
import { csrfToken } from '../lib/csrf.ts'
import { el, on } from '../lib/dom.ts'
import { fetchJson, isAbort, withParams } from '../lib/request.ts'
import { alertPopup, confirmPopup } from '../popup/dialogs.ts'
import { openPopup } from '../popup/open.ts'
import { columnsOf, countOf, filtersOf, fieldOf, idOf, rowsOf, tableOf } from './markup.ts'
import { choose, chooseIds, chosenHere, clearSelection, selectedIds, selectedLabels, unchoose } from './selection.ts'
import { slowOf } from './slow.ts'
import { loadMore } from './table.ts'

/** More ids than this do not fit an address; they are sent (rulings 3). */
const MOST_IN_URL = 200
const MOST_NAMES = 3

let selecting: AbortController | null = null
/** The row of the last click on a box, for a range with Shift. */
let anchor: HTMLElement | null = null

function showProgress(table: HTMLElement, on: boolean): void {
  const progress = table.querySelector<HTMLElement>('[data-select-progress]')
  if (progress) progress.hidden = !on
}

async function chooseNext(table: HTMLElement): Promise<void> {
  showProgress(table, true)
  const rows = await loadMore(table)
  showProgress(table, false)
  choose(table, rows, true)
}

async function chooseAll(table: HTMLElement): Promise<void> {
  selecting = new AbortController()
  showProgress(table, true)
  const params: [string, string][] = [...filtersOf(table), ['sort', fieldOf(table, 'sort').value], ['checkAll', '1']]
  try {
    const url = withParams(table.dataset.url ?? '', params)
    const ids = await fetchJson<number[]>(url, { signal: selecting.signal, failText: '', source: table })
    chooseIds(table, ids.map(String))
  } catch (error) {
    if (!isAbort(error)) await alertPopup(slowOf(error)?.message ?? 'Er is een fout opgetreden')
  } finally {
    selecting = null
    showProgress(table, false)
  }
}

function list(names: string[]): string {
  return new Intl.ListFormat('nl', { type: 'conjunction' }).format(names)
}

/** 'contacten' for a table called 'Contacten'; an abbreviation such as 'AED-keuringen' keeps its capitals. */
function nounOf(table: HTMLElement): string {
  const title = table.dataset.title ?? 'items'
  return /^\p{Lu}\p{Lu}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1)
}

async function massDelete(table: HTMLElement, button: HTMLElement): Promise<void> {
  const ids = selectedIds(table)
  const names = selectedLabels(table)
  const one = ids.length === 1 ? (names[0] ?? 'het geselecteerde item') : null
  const what = one ?? `de ${ids.length.toLocaleString('nl-NL')} geselecteerde ${nounOf(table)}`
  const yes = await confirmPopup(`Weet u zeker dat u ${what} wilt verwijderen?`, {
    title: `${table.dataset.title ?? 'Items'} verwijderen`,
    detail: one === null && names.length === ids.length && ids.length <= MOST_NAMES ? list(names) : '',
    danger: true,
  })
  if (!yes) return
  const url = table.dataset.deleteUrl ?? ''
  const method = ids.length > MOST_IN_URL ? 'POST' : 'DELETE'
  if (await post(url, { ids: ids.join(',') }, button, method)) clearSelection(table)
}

/** Asks for a file or an ordinary page with a selection that is too long for an address, as a form of the page. */
function submitForm(url: string, fields: Record<string, string>): void {
  const inputs = Object.entries({ ...fields, _method: 'GET', _token: csrfToken() }).map(([name, value]) =>
    el('input', { type: 'hidden', name, value }),
  )
  const form = el('form', { method: 'post', action: url, hidden: true }, ...inputs)
  document.body.append(form)
  form.submit()
  form.remove()
}

const actionOf = (button: HTMLElement) => JSON.parse(button.dataset.bulk ?? '{}') as Action

/** The chosen rows as a file: nothing is done with them, so that they stay chosen. */
function exportChosen(table: HTMLElement, button: HTMLElement): void {
  const ids = selectedIds(table)
  const url = withParams(button.dataset.exportSelection ?? '', {
    sort: fieldOf(table, 'sort').value,
    ...columnsOf(table),
    fields: 'own',
  })
  const chosen = { ids: ids.join(',') }
  void (ids.length > MOST_IN_URL ? download(url, button, chosen) : download(withParams(url, chosen), button))
}

/** An action that takes another number of rows stands there switched off, and says why. */
function drawBulk(table: HTMLElement): void {
  for (const button of table.querySelectorAll<HTMLElement>('[data-bulk]')) {
    const { takes } = actionOf(button)
    if (!takes) continue
    const isOff = takes.rows !== selectedIds(table).length
    button.setAttribute('aria-disabled', String(isOff))
    button.title = isOff ? takes.otherwise : ''
    button.setAttribute('aria-description', button.title)
  }
}

async function runBulk(table: HTMLElement, button: HTMLElement): Promise<void> {
  const action = actionOf(button)
  const ids = selectedIds(table)
  if (action.takes && action.takes.rows !== ids.length) return flash(action.takes.otherwise, 'info')
  const fields = { ...action.fields, ids: ids.join(',') }
  if (action.confirm && !(await confirmPopup(action.confirm, { danger: action.danger === true }))) return
  const long = ids.length > MOST_IN_URL
  if (action.kind === 'popup') {
    const popup = await openPopup(long ? action.url : withParams(action.url, fields), {
      opener: button,
      ...(long ? { data: fields } : {}),
    })
    // The server closes what was saved: the choice has served. Closed by hand it stays.
    popup?.addEventListener('popup-close', () => clearSelection(table))
  } else if (action.kind === 'post') {
    if (await post(action.url, fields, button)) clearSelection(table)
  } else if (action.kind === 'script') runScript(action.url, button)
  else if (long) submitForm(action.url, fields)
  else location.assign(withParams(action.url, fields))
}

function boxClicked(box: HTMLInputElement, row: HTMLElement, range: boolean): void {
  const table = tableOf(row)!
  const rows = rowsOf(table)
  const from = anchor ? rows.indexOf(anchor as HTMLTableRowElement) : -1
  const to = rows.indexOf(row as HTMLTableRowElement)
  anchor = row
  if (range && from >= 0 && to >= 0) choose(table, rows.slice(Math.min(from, to), Math.max(from, to) + 1), box.checked)
  else if (to >= 0) choose(table, [row], box.checked)
  else unchoose(table, [idOf(row)])
}

function drawChoices(table: HTMLElement): void {
  const next = table.querySelector<HTMLElement>('[data-select-next]')
  if (next) next.hidden = !table.querySelector<HTMLElement>('[data-sentinel]')?.dataset.next
  const all = table.querySelector<HTMLElement>('[data-select-all]')
  const count = countOf(table)
  if (!all) return
  all.textContent = /^[\d.]+$/.test(count) ? `Alle ${count} selecteren` : 'Alles selecteren'
  all.hidden = count === chosenHere(table).toLocaleString('nl-NL')
}

export function startBulk(): void {
  on('click', '[data-table] .c-check input', (event, box) => {
    const row = box.closest<HTMLElement>('tr[data-id]')
    const table = tableOf(box)
    if (row) boxClicked(box as HTMLInputElement, row, event.shiftKey)
    else if (table) choose(table, rowsOf(table), (box as HTMLInputElement).checked)
  })
  const buttons: Record<string, (table: HTMLElement, button: HTMLElement) => unknown> = {
    '[data-select-next]': chooseNext,
    '[data-select-all]': chooseAll,
    '[data-select-abort]': () => selecting?.abort(),
    '[data-clear-selection]': clearSelection,
    '[data-bulk]': runBulk,
    '[data-export-selection]': exportChosen,
    '[data-mass-delete]': massDelete,
  }
  for (const [selector, run] of Object.entries(buttons))
    on('click', selector, (_event, button) => {
      const table = tableOf(button)
      if (table) void run(table, button)
    })
  document.addEventListener('table:selected', (event) => {
    drawChoices(event.target as HTMLElement)
    drawBulk(event.target as HTMLElement)
  })
}
