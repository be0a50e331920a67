/** Repeating form blocks: 'add item' clones a template; the sortable kind folds, drags and moves (P-084 … P-092). */
import htmx from 'htmx.org'
import { isVisible, matching, on, onContent, parse } from '../lib/dom.ts'
import { dragByGrip, startReordering, step } from '../lib/reorder.ts'
import { request, RequestFailed } from '../lib/request.ts'
import { confirmPopup } from '../popup/dialogs.ts'

const PLACEHOLDER = '__index__'
const ITEM = '[data-repeat-item]'

function repeatOf(element: Element): HTMLElement {
  return element.closest<HTMLElement>('[data-repeat]')!
}

function itemsOf(repeat: HTMLElement): HTMLElement[] {
  return [...repeat.querySelectorAll<HTMLElement>('[data-repeat-item]')].filter((item) => repeatOf(item) === repeat)
}

/** The server reads a list by its indexes, so these follow the order on screen. */
function renumber(repeat: HTMLElement): void {
  const name = repeat.dataset.name ?? ''
  itemsOf(repeat).forEach((item, i) => {
    const at = (path: string) => (path.startsWith(`${name}[`) ? path.replace(/\[[^\]]*\]/, `[${i}]`) : path)
    for (const field of item.querySelectorAll<HTMLInputElement>('[name]')) field.name = at(field.name)
    for (const shown of item.querySelectorAll<HTMLElement>('[data-needs]'))
      shown.dataset.needs = (shown.dataset.needs ?? '').split('&').map(at).join('&')
  })
}

/** What a folded item is called: the first thing filled in. */
function titleOf(item: HTMLElement): string {
  for (const field of item.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    '.repeat-body :is(input, select, textarea)',
  )) {
    const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.value
    if (!['hidden', 'checkbox', 'radio'].includes(field.type) && text?.trim()) return text.trim()
  }
  return item.dataset.title ?? ''
}

function fold(item: HTMLElement, folded: boolean): void {
  item.classList.toggle('is-collapsed', folded)
  const title = item.querySelector<HTMLElement>('[data-repeat-title]')
  if (!title) return
  title.textContent = titleOf(item)
  title.setAttribute('aria-expanded', String(!folded))
}

function draw(repeat: HTMLElement): void {
  const items = itemsOf(repeat)
  const { min = '0', max = '0', sortable } = repeat.dataset
  const add = repeat.querySelector<HTMLElement>('[data-repeat-add]')
  if (add) add.hidden = Number(max) > 0 && items.length >= Number(max)
  const fixed = items.length <= Math.max(Number(min), sortable === undefined ? 0 : 1)
  items.forEach((item, i) => {
    const button = (name: string) => item.querySelector<HTMLButtonElement>(`[data-repeat-${name}]`)
    const trash = button('remove')
    if (trash) trash.disabled = fixed
    const [up, down] = [button('up'), button('down')]
    if (up) up.disabled = i === 0
    if (down) down.disabled = i === items.length - 1
  })
}

function add(repeat: HTMLElement): void {
  const template = repeat.querySelector<HTMLTemplateElement>('template[data-repeat-template]')
  const list = repeat.querySelector('[data-repeat-items]')
  if (!template || !list) return
  const index = Number(repeat.dataset.nextIndex ?? itemsOf(repeat).length)
  repeat.dataset.nextIndex = String(index + 1)
  const item = parse(template.innerHTML.replaceAll(PLACEHOLDER, String(index))).firstElementChild as HTMLElement
  if (repeat.dataset.sortable !== undefined) for (const other of itemsOf(repeat)) fold(other, true)
  list.append(item)
  htmx.process(item)
  draw(repeat)
  changed(repeat)
  const fields = [...item.querySelectorAll<HTMLElement>('.repeat-body :is(input, select, textarea, .sel-btn)')]
  fields.find(isVisible)?.focus()
}

function changed(repeat: HTMLElement): void {
  if (repeat.dataset.sortable !== undefined) renumber(repeat)
  repeat.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A stored item is removed on the server first, after a question (P-154, P-214); a new one just goes. */
async function remove(item: HTMLElement): Promise<void> {
  const { itemId, removalUrl } = item.dataset
  if (itemId && removalUrl) {
    if (!(await confirmPopup('Weet u zeker dat u dit item uit het systeem wilt verwijderen?', { danger: true }))) return
    try {
      const body = new URLSearchParams({ id: itemId })
      await request(removalUrl, { method: 'POST', body, source: item, failText: 'Er ging helaas iets mis.' })
    } catch (error) {
      if (error instanceof RequestFailed || error instanceof TypeError) return
      throw error
    }
  }
  const repeat = repeatOf(item)
  item.remove()
  draw(repeat)
  changed(repeat)
}

function move(item: HTMLElement, by: 1 | -1): void {
  if (!step(item, by, isSortable)) return
  const repeat = repeatOf(item)
  draw(repeat)
  changed(repeat)
  item.querySelector<HTMLElement>(by < 0 ? '[data-repeat-up]' : '[data-repeat-down]')?.focus()
}

const isSortable = (item: HTMLElement): boolean => repeatOf(item).dataset.sortable !== undefined

function startDragging(): void {
  startReordering({
    item: ITEM,
    list: '[data-repeat]',
    mayMove: isSortable,
    picked: (item) => fold(item, true),
    dropped: (item, repeat) => {
      item.draggable = false
      draw(repeat)
      changed(repeat)
    },
  })
  dragByGrip('[data-repeat-grip]', ITEM)
}

export function start(): void {
  on('click', '[data-repeat-add]', (_event, button) => add(repeatOf(button)))
  const itemButtons: Record<string, (item: HTMLElement) => unknown> = {
    '[data-repeat-remove]': remove,
    '[data-repeat-up]': (item) => move(item, -1),
    '[data-repeat-down]': (item) => move(item, 1),
    '[data-repeat-title]': (item) => fold(item, !item.classList.contains('is-collapsed')),
  }
  for (const [selector, run] of Object.entries(itemButtons))
    on('click', selector, (_event, button) => void run(button.closest<HTMLElement>('[data-repeat-item]')!))
  startDragging()
  document.addEventListener('reveal', (event) => {
    const item = (event.target as Element).closest<HTMLElement>('[data-repeat-item].is-collapsed')
    if (item) fold(item, false)
  })
  onContent((scope) => {
    for (const repeat of matching(scope, '[data-repeat]')) {
      if (repeat.dataset.sortable !== undefined) itemsOf(repeat).forEach((item, i) => fold(item, i > 0))
      draw(repeat)
    }
  })
}
