/** What is chosen to be billed: how much it comes to, whole groups at once, and another day up to which. */
import { on, onContent } from '../lib/dom.ts'

const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' })
const BILL = 'input[name="bills"]'

function tell(): void {
  const page = document.querySelector('[data-billing]')
  if (!page) return
  const chosen = [...page.querySelectorAll<HTMLInputElement>(`${BILL}:checked`)]
  const cents = chosen.reduce((sum, { dataset }) => sum + Number(dataset.cents), 0)
  const count = `${chosen.length} ${chosen.length === 1 ? 'factuur' : 'facturen'}`
  page.querySelector('[data-billing-sum]')!.textContent = `${count} gekozen, ${euros.format(cents / 100)} exclusief btw`
  const submit = page.querySelector<HTMLButtonElement>('[data-billing-submit]')!
  submit.disabled = chosen.length === 0
  for (const all of page.querySelectorAll<HTMLInputElement>('[data-billing-all]')) {
    const own = [...all.closest('section')!.querySelectorAll<HTMLInputElement>(BILL)]
    all.checked = own.every(({ checked }) => checked)
    all.indeterminate = !all.checked && own.some(({ checked }) => checked)
  }
}

export function start(): void {
  on('change', '[data-billing-all]', (_event, all) => {
    for (const one of all.closest('section')!.querySelectorAll<HTMLInputElement>(BILL))
      one.checked = (all as HTMLInputElement).checked
    tell()
  })
  on('change', `[data-billing] ${BILL}`, tell)
  on('change', '[data-billing-until] input', (_event, input) => input.closest('form')?.requestSubmit())
  // The list comes by itself, and comes again after every change.
  onContent(tell)
}
