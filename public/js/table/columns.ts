/** Which columns a list has and in which order: ticked in a menu, moved by their grips with the mouse or the arrows. */
import { FIELD_KEYS, stepBy } from '../key-lists.ts'
import { on } from '../lib/dom.ts'
import { keepPreference } from '../lib/preference.ts'
import { startReordering, step } from '../lib/reorder.ts'
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

const mayMove = (column: Element): boolean => column.getAttribute('draggable') === 'true'

function pressed(event: KeyboardEvent, grip: HTMLElement): void {
  const [column, menu] = [grip.closest<HTMLElement>(COLUMN), grip.closest<HTMLElement>('[data-columns]')]
  const by = stepBy(FIELD_KEYS.order, event)
  if (!column || !menu || by === null) return
  event.preventDefault()
  // The name of the row stays where it is.
  if (!step(column, by, mayMove)) return
  grip.focus()
  if (column.closest('[data-columns-on]')) apply(menu)
}

function startDragging(): void {
  startReordering({
    item: COLUMN,
    list: '[data-columns]',
    mayMove,
    dropped: (column, menu) => {
      if (column.closest('[data-columns-on]')) apply(menu)
    },
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
