/** Sends results as they are filled in, through the log of operations, and says what is not stored yet. */
import { unsavedText } from '../../../src/training/proof/results/results.contract.ts'
import { failedDrafts, hasDrafts, saveDrafts } from '../fields/autosave.ts'
import { flash } from '../flash.ts'
import { el } from '../lib/dom.ts'
import { perform, pump } from '../lib/operations.ts'
import { RequestFailed } from '../lib/request.ts'

type Trouble = 'offline' | 'refused'
interface Stored {
  rows: { key: string; version: number; present: number | null; passed: number | null }[]
}
interface Known {
  version: number
  present: string
  passed: string
}

/** How many operations of a row are not answered, and what is wrong with the last. */
const unsaved = new Map<string, { count: number; trouble: Trouble | null }>()
/** The newest of a row that this browser stored, by its key. */
const stored = new Map<string, Known>()

const keyOf = (row: HTMLElement) => row.dataset.result ?? ''
const textOf = (value: number | null) => (value === null ? '' : String(value))
const rowsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-result]')]

export function isUnsaved(row: HTMLElement): boolean {
  return unsaved.has(keyOf(row))
}

/** Whether something on this screen, a result or a note, is not stored yet. */
export function hasUnsaved(root: HTMLElement): boolean {
  return rowsIn(root).some(isUnsaved) || hasDrafts(root)
}

/** Whether what the server drew is older than what this browser has stored since it was asked. */
export function isOutdated(row: HTMLElement): boolean {
  return Number(row.dataset.version) < (stored.get(keyOf(row))?.version ?? 0)
}

function isShown(root: HTMLElement): boolean {
  return root.isConnected && root.closest('dialog')?.open !== false
}

/** The one thing a teacher in a cellar has to know: this is not stored yet, and how to try again. */
export function showUnsaved(root: HTMLElement): void {
  root.querySelector('[data-results-unsaved]')?.remove()
  const failing = rowsIn(root).filter((row) => unsaved.get(keyOf(row))?.trouble)
  for (const row of rowsIn(root)) row.classList.toggle('is-error', failing.includes(row))
  const notes = failedDrafts(root)
  if (failing.length === 0 && notes.length === 0) return
  const offline =
    failing.some((row) => unsaved.get(keyOf(row))?.trouble === 'offline') || notes.some((note) => note.offline)
  const again = el('button', { class: 'linklike', type: 'button' }, 'Opnieuw')
  again.addEventListener('click', () => {
    void pump()
    saveDrafts(root)
  })
  const names = [...new Map(failing.map(({ dataset }) => [dataset.contact, dataset.name ?? ''])).values()]
  const text = el('span', { class: 'grow' }, unsavedText({ names, notes: notes.length, offline }))
  const css = `note note--${offline ? 'warning' : 'error'}`
  const note = el('div', { class: css, role: 'alert', 'data-results-unsaved': true }, text, again)
  root.querySelector('.rt-bar')?.after(note)
}

function mark(root: HTMLElement, keys: string[], trouble: Trouble | null): void {
  for (const key of keys) {
    const at = unsaved.get(key)
    if (at) at.trouble = trouble
  }
  changed(root)
}

function changed(root: HTMLElement): void {
  root.dispatchEvent(new CustomEvent('results:saved', { bubbles: true }))
  if (isShown(root)) showUnsaved(root)
}

/** What the user saw of a row before: what this browser stored last, or else what the server drew. */
function seenOf(row: HTMLElement): Known {
  const drawn = {
    version: Number(row.dataset.version),
    present: row.dataset.present ?? '',
    passed: row.dataset.passed ?? '',
  }
  const own = stored.get(keyOf(row))
  return own && own.version > drawn.version ? own : drawn
}

function operationOf(root: HTMLElement, rows: HTMLElement[]) {
  const url = root.dataset.save ?? ''
  const base: Record<string, string> = {}
  const fields = rows.flatMap((row) => {
    const seen = seenOf(row)
    return (['present', 'passed'] as const).flatMap((field): [string, string][] => {
      const { name, value } = row.querySelector<HTMLSelectElement>(`select[data-choice="${field}"]`)!
      const was = `was_${field}[${keyOf(row)}]`
      base[name] = was
      return [
        [name, value],
        [was, seen[field]],
      ]
    })
  })
  const names = [...new Set(rows.map(({ dataset }) => dataset.name ?? ''))]
  const label = names.length > 2 ? `Resultaten van ${names.length} cursisten` : `Resultaten van ${names.join(' en ')}`
  return { label, url, fields, base, slot: `results ${url}` }
}

/** Saves these rows as they stand now. */
export function keep(root: HTMLElement, rows: HTMLElement[]): void {
  if (rows.length > 0) void save(root, rows)
}

async function save(root: HTMLElement, rows: HTMLElement[]): Promise<void> {
  const keys = rows.map(keyOf)
  for (const key of keys)
    unsaved.set(key, { count: (unsaved.get(key)?.count ?? 0) + 1, trouble: unsaved.get(key)?.trouble ?? null })
  let wasOffline = false
  try {
    const answer = await perform<Stored>(operationOf(root, rows), () => {
      wasOffline = true
      mark(root, keys, 'offline')
    })
    for (const { key, version, present, passed } of answer.rows)
      stored.set(key, { version, present: textOf(present), passed: textOf(passed) })
    for (const key of keys) {
      const at = unsaved.get(key)
      if (at && --at.count <= 0) unsaved.delete(key)
    }
    if (wasOffline) flash('De resultaten zijn alsnog opgeslagen', 'success')
    changed(root)
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    mark(root, keys, 'refused')
    if (!isShown(root)) flash('Er ging iets mis bij het opslaan.', 'error')
  }
}
