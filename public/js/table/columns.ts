/** Which columns a list has and in which order: ticked in a menu, moved by their grips with the mouse or the arrows. */
import { on } from '../lib/dom.ts'
import { keepPreference } from '../lib/preference.ts'
import { formOf, tableOf } from './markup.ts'
import { reloadTable } from './table.ts'

const COLUMN = '[data-column]'
/** Names no column: the usual ones. */
const USUAL = '-'

const listOf = (menu: Element, which: 'on' | 'off') => menu.querySelector<HTMLElement>(`[data-columns-${which}]`)!
const columnsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>(COLUMN)]
const keysOf = (columns: HTMLElement[]) => columns.map(({ dataset }) => dataset.column ?? '').join()

/** The usual columns of the menu in their usual order. */
const usualOf = (menu: Element) =>
  columnsIn(menu)
    .filter(({ dataset }) => dataset.usual !== undefined)
    .sort((a, b) => Number(a.dataset.usual) - Number(b.dataset.usual))

/** Loads the list with the columns that the menu says, and remembers them where no view is open. */
function apply(menu: HTMLElement): void {
  const table = tableOf(menu)
  const field = table && formOf(table).elements.namedItem('columns')
  if (!table || !(field instanceof HTMLInputElement)) return
  const keys = keysOf(columnsIn(listOf(menu, 'on')))
  field.value = keys === keysOf(usualOf(menu)) ? '' : keys
  reloadTable(table, { keep: true })
  if (table.dataset.view === undefined || table.dataset.view === 'all')
    void keepPreference(menu.dataset.columns ?? '', field.value || USUAL)
}

function show(menu: HTMLElement, column: HTMLElement, isShown: boolean): void {
  listOf(menu, isShown ? 'on' : 'off').append(column)
  column.querySelector<HTMLElement>('[data-column-shown]')?.focus()
}

function reset(menu: HTMLElement): void {
  const usual = usualOf(menu)
  listOf(menu, 'off').append(...columnsIn(menu).filter((column) => !usual.includes(column)))
  listOf(menu, 'on').append(...usual)
  for (const column of columnsIn(menu))
    column.querySelector<HTMLInputElement>('[data-column-shown]')!.checked = usual.includes(column)
  apply(menu)
}

const isFixed = (column: Element | null) => !column || column.getAttribute('draggable') !== 'true'

/** Moves a column one place; the name of the row stays where it is. */
function step(column: HTMLElement, by: -1 | 1): boolean {
  const other = by < 0 ? column.previousElementSibling : column.nextElementSibling
  if (isFixed(other)) return false
  if (by < 0) other!.before(column)
  else other!.after(column)
  return true
}

function pressed(event: KeyboardEvent, grip: HTMLElement): void {
  const [column, menu] = [grip.closest<HTMLElement>(COLUMN), grip.closest<HTMLElement>('[data-columns]')]
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (!column || !menu || by === 0) return
  event.preventDefault()
  if (!step(column, by)) return
  grip.focus()
  if (column.closest('[data-columns-on]')) apply(menu)
}

let dragged: HTMLElement | null = null

function startDragging(): void {
  on('dragstart', COLUMN, (event, column) => {
    dragged = column
    event.dataTransfer?.setData('text/plain', column.textContent.trim())
  })
  on('dragover', COLUMN, (event, column) => {
    const isSame = dragged?.parentElement === column.parentElement
    if (!dragged || !isSame || isFixed(column)) return
    event.preventDefault()
    const { top, height } = column.getBoundingClientRect()
    if (event.clientY < top + height / 2) column.before(dragged)
    else column.after(dragged)
  })
  document.addEventListener('dragend', () => {
    const menu = dragged?.closest<HTMLElement>('[data-columns]')
    const isShown = dragged?.closest('[data-columns-on]') !== null
    dragged = null
    if (menu && isShown) apply(menu)
  })
}

export function start(): void {
  on('change', '[data-column-shown]', (_event, box) => {
    const [column, menu] = [box.closest<HTMLElement>(COLUMN), box.closest<HTMLElement>('[data-columns]')]
    if (!column || !menu) return
    show(menu, column, (box as HTMLInputElement).checked)
    apply(menu)
  })
  on('click', '[data-columns-reset]', (_event, button) => {
    const menu = button.closest<HTMLElement>('[data-columns]')
    if (menu) reset(menu)
  })
  on('keydown', '[data-column-grip]', pressed)
  startDragging()
}
