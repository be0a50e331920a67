/** What is chosen to be billed: how much it comes to, whole groups at once, what is in view, and another day up to which. */
import { on, onContent } from '../lib/dom.ts'
import { plain } from '../search-text.ts'

const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' })
const BILL = 'input[name="bills"]'
const LINE = '.billing-line'

const counted = (count: number): string => `${count} ${count === 1 ? 'factuur' : 'facturen'}`
const sumOf = (bills: readonly HTMLInputElement[]): number =>
  bills.reduce((sum, { dataset }) => sum + Number(dataset.cents), 0)
const lineOf = (bill: HTMLInputElement): HTMLElement => bill.closest<HTMLElement>(LINE)!
const isShown = (bill: HTMLInputElement): boolean => !lineOf(bill).hidden
const billsOf = (within: ParentNode): HTMLInputElement[] => [...within.querySelectorAll<HTMLInputElement>(BILL)]

function tell(): void {
  const page = document.querySelector('[data-billing]')
  if (!page) return
  const ticked = billsOf(page).filter(({ checked }) => checked)
  const chosen = ticked.filter(isShown)
  const aside = ticked.length - chosen.length
  page.querySelector('[data-billing-sum]')!.textContent =
    `${counted(chosen.length)} gekozen, ${euros.format(sumOf(chosen) / 100)} exclusief btw${aside > 0 ? `. Buiten beeld: ${aside}, die worden nu niet gemaakt` : ''}`
  page.querySelector<HTMLButtonElement>('[data-billing-submit]')!.disabled = chosen.length === 0
  for (const all of page.querySelectorAll<HTMLInputElement>('[data-billing-all]')) {
    const own = billsOf(all.closest('section')!).filter(isShown)
    all.checked = own.length > 0 && own.every(({ checked }) => checked)
    all.indeterminate = !all.checked && own.some(({ checked }) => checked)
  }
}

/** The head of a group says what of it is in view. */
function tellGroup(group: HTMLElement): void {
  const all = billsOf(group)
  const shown = all.filter(isShown)
  group.hidden = shown.length === 0
  group.querySelector('[data-billing-count]')!.textContent =
    shown.length === all.length ? counted(all.length) : `${shown.length} van ${counted(all.length)}`
  group.querySelector('[data-billing-total]')!.textContent = `${euros.format(sumOf(shown) / 100)} excl. btw`
}

const SORTS: Readonly<Record<string, (a: HTMLElement, b: HTMLElement) => number>> = {
  // What is not late comes after all that is.
  late: (a, b) => (a.dataset.due || '9').localeCompare(b.dataset.due || '9'),
  cents: (a, b) => sumOf(billsOf(b)) - sumOf(billsOf(a)),
}
function sort(page: Element, by: string): void {
  for (const list of page.querySelectorAll('section > ul')) {
    const lines = [...list.querySelectorAll<HTMLElement>(`:scope > ${LINE}`)]
    list.append(...lines.toSorted((a, b) => (SORTS[by]?.(a, b) ?? 0) || Number(a.dataset.nth) - Number(b.dataset.nth)))
  }
}

/** Shows what is searched and filtered, in the order that is asked; what is out of view keeps its tick and is not made. */
function show(): void {
  const page = document.querySelector('[data-billing]')
  const tools = page?.querySelector<HTMLElement>('[data-billing-tools]')
  if (!page || !tools) return
  const words = plain(tools.querySelector('input')!.value).split(/\s+/).filter(Boolean)
  const only = tools.querySelector<HTMLSelectElement>('[data-billing-show]')!.value
  const bills = billsOf(page)
  tools.hidden = bills.length === 0
  for (const bill of bills) {
    const line = lineOf(bill)
    const text = words.length === 0 ? '' : plain(`${bill.ariaLabel} ${line.textContent}`)
    line.hidden =
      (only !== '' && !line.dataset.is!.split(' ').includes(only)) || !words.every((word) => text.includes(word))
    bill.disabled = line.hidden || 'blocked' in bill.dataset
  }
  for (const group of page.querySelectorAll<HTMLElement>('section:has([data-billing-count])')) tellGroup(group)
  page.querySelector<HTMLElement>('[data-billing-none]')?.toggleAttribute('hidden', bills.length === 0 || bills.some(isShown)) // prettier-ignore
  sort(page, tools.querySelector<HTMLSelectElement>('[data-billing-sort]')!.value)
  tell()
}

export function start(): void {
  on('change', '[data-billing-all]', (_event, all) => {
    for (const one of billsOf(all.closest('section')!))
      if (!one.disabled) one.checked = (all as HTMLInputElement).checked
    tell()
  })
  on('change', `[data-billing] ${BILL}`, tell)
  on('input', '[data-billing-search]', show)
  on('change', '[data-billing-tools] select', show)
  on('change', '[data-billing-until] input', (_event, input) => input.closest('form')?.requestSubmit())
  // The list comes by itself, and comes again after every change.
  onContent(show)
}
