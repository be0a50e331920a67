/** Saves results in the order they were filled in, and holds on to what could not be saved. */
import { unsavedText } from '../../../src/training/results/results.contract.ts'
import { failedDrafts, hasDrafts, saveDrafts } from '../fields/autosave.ts'
import { flash } from '../flash.ts'
import { onConnection, tryAgainSoon } from '../lib/connection.ts'
import { el } from '../lib/dom.ts'
import { fetchJson, RequestFailed } from '../lib/request.ts'

interface Outbox {
  /** Rows that still have to be sent; one that changes while it is being sent goes again. */
  waiting: Set<HTMLElement>
  sending: Set<HTMLElement>
  failed: boolean
  /** It failed for want of an answer. */
  offline: boolean
}
interface Stored {
  rows: { key: string; version: number }[]
}

/** Screens with something unsaved. */
const outboxes = new Map<HTMLElement, Outbox>()
/** The newest version of a row that this browser stored, by its key. */
const versions = new Map<string, number>()

export function isUnsaved(row: HTMLElement): boolean {
  return [...outboxes.values()].some(({ waiting, sending }) => waiting.has(row) || sending.has(row))
}

/** Whether something on this screen, a result or a note, is not stored yet. */
export function hasUnsaved(root: HTMLElement): boolean {
  return outboxes.has(root) || hasDrafts(root)
}

/** Whether what the server drew is older than what this browser has stored since it was asked. */
export function isOutdated(row: HTMLElement): boolean {
  return Number(row.dataset.version) < (versions.get(row.dataset.result ?? '') ?? 0)
}

function isShown(root: HTMLElement): boolean {
  return root.isConnected && root.closest('dialog')?.open !== false
}

/** Whose results wait, each student once. */
function namesIn(root: HTMLElement): string[] {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-result]')].filter(isUnsaved)
  return [...new Map(rows.map(({ dataset }) => [dataset.contact, dataset.name ?? ''])).values()]
}

/** The one thing a teacher in a cellar has to know: this is not stored yet, and how to try again. */
export function showUnsaved(root: HTMLElement): void {
  const failed = outboxes.get(root)?.failed ?? false
  root.querySelector('[data-results-unsaved]')?.remove()
  for (const row of root.querySelectorAll<HTMLElement>('[data-result]'))
    row.classList.toggle('is-error', failed && isUnsaved(row))
  const notes = failedDrafts(root)
  if (!failed && notes.length === 0) return
  const offline = (failed && outboxes.get(root)!.offline) || notes.some((note) => note.offline)
  const again = el('button', { class: 'linklike', type: 'button' }, 'Opnieuw')
  again.addEventListener('click', () => {
    void flush(root)
    saveDrafts(root)
  })
  const names = failed ? namesIn(root) : []
  const text = el('span', { class: 'grow' }, unsavedText({ names, notes: notes.length, offline }))
  const css = `note note--${offline ? 'warning' : 'error'}`
  const note = el('div', { class: css, role: 'alert', 'data-results-unsaved': true }, text, again)
  root.querySelector('.rt-bar')?.after(note)
}

/** How it went: 'offline' where nobody answered. */
async function send(root: HTMLElement, rows: Set<HTMLElement>): Promise<'saved' | 'refused' | 'offline'> {
  const selects = [...rows].flatMap((row) => [...row.querySelectorAll<HTMLSelectElement>('select[data-choice]')])
  const body = new URLSearchParams(selects.map((select) => [select.name, select.value]))
  try {
    const stored = await fetchJson<Stored>(root.dataset.save ?? '', {
      method: 'POST',
      body,
      source: root,
      failText: '',
    })
    for (const { key, version } of stored.rows) versions.set(key, version)
    return 'saved'
  } catch (error) {
    if (!(error instanceof RequestFailed) && !(error instanceof TypeError)) throw error
    return error instanceof RequestFailed ? 'refused' : 'offline'
  }
}

/** One request after the other, so that the last choice is also the last one stored. */
async function flush(root: HTMLElement): Promise<void> {
  const outbox = outboxes.get(root)
  if (!outbox || outbox.sending.size > 0) return
  // A student who was taken out of the planning meanwhile has no row any more.
  const rows = new Set([...outbox.waiting].filter((row) => root.contains(row)))
  outbox.waiting = new Set()
  outbox.sending = rows
  const outcome = rows.size === 0 ? 'saved' : await send(root, rows)
  const saved = outcome === 'saved'
  if (saved && outbox.failed) flash('De resultaten zijn alsnog opgeslagen', 'success')
  outbox.sending = new Set()
  outbox.failed = !saved
  outbox.offline = outcome === 'offline'
  if (outbox.offline) tryAgainSoon()
  if (!saved) outbox.waiting = new Set([...rows, ...outbox.waiting])
  else if (outbox.waiting.size > 0) return flush(root)
  else outboxes.delete(root)
  root.dispatchEvent(new CustomEvent('results:saved', { bubbles: true }))
  if (isShown(root)) showUnsaved(root)
  else if (!saved) flash('Er ging iets mis bij het opslaan.', 'error')
}

/** Saves these rows as they stand now, and whatever waited from before. */
export function keep(root: HTMLElement, rows: HTMLElement[]): void {
  if (rows.length === 0) return
  const outbox = outboxes.get(root) ?? { waiting: new Set(), sending: new Set(), failed: false, offline: false }
  outboxes.set(root, outbox)
  for (const row of rows) outbox.waiting.add(row)
  void flush(root)
}

/** Nobody leaves with results that exist on this screen only, unasked; when the network is back they go at once. */
export function guardUnsaved(): void {
  window.addEventListener('beforeunload', (event) => {
    if (outboxes.size > 0) event.preventDefault()
  })
  onConnection(() => {
    for (const root of outboxes.keys()) void flush(root)
  })
  document.addEventListener('popup:closing', (event) => {
    for (const root of outboxes.keys()) if ((event.target as Element).contains(root)) void flush(root)
  })
}
