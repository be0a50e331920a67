/**
 * Lines that are typed where they stand. The empty row is there anew once it is saved, with its product to be typed; a line
 * becomes a form in its row, one at a time: Enter saves it, Escape leaves it as it was.
 */
import { el, matching, on, onContent } from '../lib/dom.ts'
import { setChosen } from '../fields/selector.ts'
import { isDirty } from '../popup/dirty.ts'
import { fillRegion } from '../region.ts'
import { formNote } from '../validation.ts'

const NEW = '.sale-new'
const UNSAVED = 'Voeg eerst de regel toe die u typte, of maak hem leeg.'

/** What each row held before it became a form. */
const before = new WeakMap<Element, Node[]>()

const productOf = (form: Element) => form.querySelector<HTMLSelectElement>('select[name="product_id"]')
const inputOf = (form: Element, name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)

function enter(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}

function leave(row: Element): void {
  const cells = before.get(row)
  if (!cells) return
  before.delete(row)
  row.classList.remove('is-editing')
  row.replaceChildren(...cells)
  row.querySelector<HTMLElement>('[data-line-edit]')?.focus()
}

/** @param field the one that was clicked in, by what its cell shows */
async function edit(row: HTMLElement, field: string): Promise<void> {
  if (before.has(row)) return
  const others = [...(row.parentElement?.querySelectorAll('.is-editing') ?? [])]
  const dirty = others.find((other) => isDirty(other))
  // What was typed in another row is saved by who typed it.
  if (dirty) return dirty.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus()
  others.forEach(leave)
  before.set(row, [...row.childNodes])
  const region = el('div', { 'data-region': row.dataset.lineUrl })
  const cell = el('td', { colspan: row.querySelectorAll('td').length, class: 'sale-edit' }, region)
  row.classList.add('is-editing')
  row.replaceChildren(cell)
  await fillRegion(region)
  enter(inputOf(region, field) ?? inputOf(region, 'name'))
}

/** Which field a cell shows. */
const FIELDS = { 'sale-count': 'count', 'sale-price': 'price', 'sale-off': 'discount' }
const fieldAt = (target: Element): string =>
  Object.entries(FIELDS).find(([css]) => target.closest(`.${css}`))?.[1] ?? 'name'

/** What it costs stands where it can be typed otherwise. */
function tellPrice(told: HTMLElement): void {
  const form = told.closest('form')
  if (!form) return
  const { price = '', off = '' } = told.dataset
  for (const [name, text] of [
    ['price', price],
    ['discount', off === '' ? '0' : off],
  ] as const)
    // prettier-ignore
    inputOf(form, name)?.setAttribute('placeholder', text)
}

function askPrice(form: HTMLFormElement): void {
  const told = form.querySelector('[data-line-price]')
  if (Number(productOf(form)?.value) > 0) told?.dispatchEvent(new CustomEvent('lines:price'))
  else told?.replaceChildren()
}

/** Where the row was saved, its next one begins; a sale without lines begins there too. */
function begin(form: HTMLFormElement): void {
  const place = form.closest<HTMLElement>(NEW)!
  const isFirst = form.closest('[data-sale]')?.querySelector('[data-sort-item]') === null
  const isIdle = !document.activeElement?.matches('input, select, textarea')
  if (place.dataset.saved !== undefined || (isFirst && isIdle)) form.querySelector<HTMLElement>('.sel-btn')?.focus()
  delete place.dataset.saved
}

function startNew(): void {
  on('submit', `${NEW} form`, (_event, form) => (form.closest<HTMLElement>(NEW)!.dataset.saved = ''))
  on('click', '[data-line-free]', (_event, button) => {
    const select = productOf(button.closest('form')!)
    if (select) setChosen(select, [{ value: button.dataset.lineFree!, text: button.dataset.name! }])
  })
  on('change', `${NEW} select[name="product_id"]`, (_event, select) => {
    const form = select.closest('form')!
    askPrice(form)
    const name = inputOf(form, 'name')
    // What stands beside it is shown by the same change.
    setTimeout(() => enter(name?.closest('[hidden]') === null ? name : inputOf(form, 'count')))
  })
  on('change', `${NEW} input[name="count"]`, (_event, input) => askPrice(input.closest('form')!))
  // A line that was typed and not saved would be lost by what is done with the sale.
  document.addEventListener(
    'click',
    (event) => {
      const action = event.target instanceof Element ? event.target.closest('.popup-head :is(a, [data-post])') : null
      const form = action?.closest('dialog')?.querySelector<HTMLFormElement>(`${NEW} form`)
      if (!form || !isDirty(form.parentElement!)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      formNote(form, UNSAVED)
    },
    { capture: true },
  )
}

export function startRows(): void {
  startNew()
  on('click', '[data-line]', (event, row) => {
    const target = event.target as Element
    const control = target.closest('a, button, input, select, label, form, [data-sort-grip]')
    if (control && !control.matches('[data-line-edit]')) return
    event.preventDefault()
    void edit(row, fieldAt(target))
  })
  document.addEventListener('escape', (event) => {
    const row = event.target instanceof Element ? event.target.closest('.is-editing') : null
    if (!row || event.defaultPrevented) return
    event.preventDefault()
    leave(row)
  })
  onContent((scope) => {
    for (const form of matching<HTMLFormElement>(scope, `${NEW} form`)) begin(form)
    for (const told of matching(scope, `${NEW} [data-price]`)) tellPrice(told)
  })
}
