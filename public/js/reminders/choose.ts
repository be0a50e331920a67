/** Which customers get their letters: how many, what they come to, and the question about exactly these. */
import { on, onContent } from '../lib/dom.ts'

const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' })
const ONE = 'input[data-reminder]'

function tell(): void {
  const page = document.querySelector('[data-reminders]')
  const send = page?.querySelector<HTMLAnchorElement>('[data-reminders-send]')
  if (!page || !send) return
  const boxes = [...page.querySelectorAll<HTMLInputElement>(ONE)]
  const chosen = boxes.filter(({ checked }) => checked)
  const cents = chosen.reduce((sum, { dataset }) => sum + Number(dataset.cents), 0)
  const count = `${chosen.length} ${chosen.length === 1 ? 'klant' : 'klanten'}`
  page.querySelector('[data-reminders-sum]')!.textContent =
    boxes.length === 0 ? '' : `${count} gekozen, ${euros.format(cents / 100)}`
  const of = (kind: string) => chosen.filter(({ dataset }) => dataset.reminder === kind).map(({ value }) => value)
  send.hidden = chosen.length === 0
  send.href = `/administration/reminders/send?companies=${of('companies').join(',')}&contacts=${of('contacts').join(',')}`
  send.querySelector('span')!.textContent = `Versturen naar ${count}`
  const all = page.querySelector<HTMLInputElement>('[data-reminders-all]')
  if (!all) return
  all.checked = boxes.length > 0 && chosen.length === boxes.length
  all.indeterminate = !all.checked && chosen.length > 0
}

export function start(): void {
  on('change', '[data-reminders-all]', (_event, all) => {
    for (const one of document.querySelectorAll<HTMLInputElement>(ONE)) one.checked = (all as HTMLInputElement).checked
    tell()
  })
  on('change', ONE, tell)
  // The list comes by itself, and comes again after every change.
  onContent(tell)
}
