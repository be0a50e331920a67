/** Which rows are ticked: kept over reloads and pages, per table and user (P-069, P-071). */
import { readStored, writeStored } from '../lib/browser-storage.ts'
import { ownKey, ownKeys } from '../lib/own-storage.ts'
import { filterKey, idOf, labelOf, rowsOf, TABLE } from './markup.ts'

interface Chosen {
  label: string
  /** The filters under which the row was last seen or chosen. */
  under: string
}

const selections = new WeakMap<Element, Map<string, Chosen>>()

function storageKey(table: HTMLElement): string {
  return ownKey('selection', table.dataset.url ?? table.id)
}

export function selectionOf(table: HTMLElement): Map<string, Chosen> {
  let selection = selections.get(table)
  if (!selection) {
    const stored = readStored<[string, string, string][]>(sessionStorage, storageKey(table)) ?? []
    selection = new Map(stored.map(([id, label, under]) => [id, { label, under }]))
    selections.set(table, selection)
  }
  return selection
}

function store(table: HTMLElement): void {
  const tuples = [...selectionOf(table)].map(([id, { label, under }]) => [id, label, under])
  if (tuples.length > 0) writeStored(sessionStorage, storageKey(table), tuples)
  else sessionStorage.removeItem(storageKey(table))
}

export function selectedIds(table: HTMLElement): string[] {
  return [...selectionOf(table).keys()]
}

/** Names of the chosen rows, as far as they have been on screen. */
export function selectedLabels(table: HTMLElement): string[] {
  return [...selectionOf(table).values()].map(({ label }) => label).filter((label) => label !== '')
}

function drawRow(row: HTMLElement, selected: boolean): void {
  row.classList.toggle('is-selected', selected)
  const box = row.querySelector<HTMLInputElement>('.c-check input')
  if (box) box.checked = selected
}

/** Writes the selection into the rows, the head and the bar above it. */
export function drawSelection(table: HTMLElement): void {
  const selection = selectionOf(table)
  const under = filterKey(table)
  const rows = rowsOf(table)
  for (const row of rows) {
    const chosen = selection.get(idOf(row))
    drawRow(row, chosen !== undefined)
    if (chosen) Object.assign(chosen, { label: labelOf(row), under })
  }
  const ticked = rows.filter((row) => selection.has(idOf(row))).length
  const head = table.querySelector<HTMLInputElement>('[data-check-all]')
  if (head) {
    head.checked = ticked > 0 && ticked === rows.length
    head.indeterminate = ticked > 0 && ticked < rows.length
  }
  const bar = table.querySelector<HTMLElement>('[data-selbar]')
  if (bar) bar.hidden = selection.size === 0
  const count = table.querySelector('[data-selected]')
  if (count) count.textContent = `${selection.size.toLocaleString('nl-NL')} geselecteerd`
  store(table)
  table.dispatchEvent(new CustomEvent('table:selected', { bubbles: true }))
}

/** Ticks or unticks rows. */
export function choose(table: HTMLElement, rows: HTMLElement[], on: boolean): void {
  const selection = selectionOf(table)
  const under = filterKey(table)
  for (const row of rows) {
    if (on) selection.set(idOf(row), { label: labelOf(row), under })
    else selection.delete(idOf(row))
  }
  drawSelection(table)
}

/** Ticks records that may not be on screen. */
export function chooseIds(table: HTMLElement, ids: string[]): void {
  const selection = selectionOf(table)
  const under = filterKey(table)
  for (const id of ids) selection.set(id, { label: selection.get(id)?.label ?? '', under })
  drawSelection(table)
}

export function unchoose(table: HTMLElement, ids: string[]): void {
  for (const id of ids) selectionOf(table).delete(id)
  drawSelection(table)
}

export function clearSelection(table: HTMLElement): void {
  selectionOf(table).clear()
  drawSelection(table)
}

/**
 * A selection ends with the screen it was made on: a reload keeps it, leaving the page or closing the popup does not.
 */
export function startSelections(): void {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit instanceof PerformanceNavigationTiming && visit.type !== 'reload')
    for (const key of ownKeys(sessionStorage, 'selection')) sessionStorage.removeItem(key)
  const end = (scope: Element) => {
    for (const table of scope.querySelectorAll<HTMLElement>(TABLE)) clearSelection(table)
  }
  document.addEventListener('popup:closing', (event) => end(event.target as Element))
  // The browser sometimes brings back a page as it was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && end(document.body))
}

/** How many of the rows that match are chosen, on screen or not. */
export function chosenHere(table: HTMLElement): number {
  const under = filterKey(table)
  return [...selectionOf(table).values()].filter((chosen) => chosen.under === under).length
}

/** Chosen records that the filters of this moment leave out (P-072). */
export function otherIds(table: HTMLElement): string[] {
  const under = filterKey(table)
  const loaded = new Set(rowsOf(table).map(idOf))
  return [...selectionOf(table)].filter(([id, chosen]) => chosen.under !== under && !loaded.has(id)).map(([id]) => id)
}
