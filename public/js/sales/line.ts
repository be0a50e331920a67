/**
 * Lines of a sale: one is typed below the others and changed in its row (rows.ts). A row that is held is dragged, beside its grip and its buttons.
 * One of them: what else it can change is asked once its price, discount or VAT is another.
 */
import { matching, on, onContent } from '../lib/dom.ts'
import { startRows } from './rows.ts'

/** So long a row is held before it can be dragged: short presses select text or open the line. */
const HOLD_MS = 2000

const WATCHED = ['price', 'discount', 'discount_type', 'tax_type_id', 'taxes_included']

/** What the fields hold that say what a product costs. */
function costsOf(part: Element): string {
  const form = part.closest('form')
  return form ? JSON.stringify(WATCHED.map((name) => new FormData(form).getAll(name))) : ''
}

const before = new WeakMap<Element, string>()

function draw(part: HTMLElement): void {
  const option = part.querySelector<HTMLElement>('[data-sale-all]')
  if (!option) return
  option.hidden = costsOf(part) === before.get(part)
  const box = option.querySelector<HTMLInputElement>('input[type="checkbox"]')
  if (box && option.hidden) box.checked = false
}

/** Lets a row be dragged once it has been held; a drag by then takes it along. */
function hold(row: HTMLElement): void {
  const timer = setTimeout(() => {
    row.draggable = true
    row.classList.add('is-held')
  }, HOLD_MS)
  const end = () => {
    clearTimeout(timer)
    row.classList.remove('is-held')
  }
  for (const type of ['pointerup', 'pointercancel', 'dragend', 'scroll'])
    document.addEventListener(type, end, { once: true, capture: true })
}

export function start(): void {
  startRows()
  on('pointerdown', '[data-sale] [data-sort-item]', (event, row) => {
    const onControl =
      event.target instanceof Element && event.target.closest('a, button, input, select, form, [data-sort-grip]')
    if (!onControl && row.querySelector('[data-sort-grip]')) hold(row)
  })
  onContent((scope) => {
    for (const part of matching(scope, '[data-sale-line]')) if (!before.has(part)) before.set(part, costsOf(part))
  })
  for (const type of ['input', 'change'] as const) on(type, '[data-sale-line]', (_event, part) => draw(part))
}
