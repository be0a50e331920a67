/** The wizard of a new order: products that were chosen beside it, lines that go, and the paper as it will be. */
import htmx from 'htmx.org'
import { matching, on, onContent, parse } from '../lib/dom.ts'
import { fetchHtml, isFailure, withParams } from '../lib/request.ts'
import { setChosen } from '../fields/selector.ts'
import { closePopup, openPopup } from '../popup/open.ts'

const ADD = '/administration/order/add'

const fieldsOf = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].map(([name, value]) => [name, value as string])

/** Shows the lines as the server has counted them. */
function showLines(html: string, lines: HTMLElement): void {
  const fresh = parse(html).querySelector<HTMLElement>('[data-order-lines]')
  if (!fresh) return
  lines.replaceWith(fresh)
  htmx.process(fresh)
  fresh.querySelector<HTMLElement>('[data-popup]')?.focus()
}

/** What was chosen comes into the wizard that lies below; where none does, one begins with it. */
async function choose(form: HTMLFormElement): Promise<void> {
  const popup = form.closest('dialog')!
  const button = form.querySelector('[type="submit"]')
  const chosen = fieldsOf(form).filter(([name]) => name.startsWith('added['))
  const lines = document.querySelector<HTMLElement>('[data-order-lines]')
  const wizard = lines?.closest('form')
  if (button?.getAttribute('aria-busy') === 'true') return
  button?.setAttribute('aria-busy', 'true')
  try {
    if (!lines || !wizard) {
      await closePopup(popup, { ask: false })
      await openPopup(withParams(ADD, chosen))
      return
    }
    const body = new URLSearchParams([...fieldsOf(wizard), ...chosen])
    const html = await fetchHtml(withParams(ADD, { step: 'products' }), { method: 'POST', body, source: form })
    await closePopup(popup, { ask: false })
    showLines(html, lines)
  } catch (error) {
    if (!isFailure(error)) throw error
  } finally {
    button?.removeAttribute('aria-busy')
  }
}

function remove(button: HTMLElement): void {
  const lines = button.closest<HTMLElement>('[data-order-lines]')
  button.closest('[data-order-line]')?.remove()
  if (!lines) return
  lines.querySelector<HTMLElement>('[data-order-remove], [data-popup]')?.focus()
  lines.dispatchEvent(new CustomEvent('lines:changed'))
}

interface Buyers {
  companies: { id: number; label: string }[]
  contacts: { id: number; label: string }[]
}

/** Who buys by the quotation that was chosen, where nobody was yet. */
function takeBuyers(part: HTMLElement): void {
  const form = part.closest('form')
  const { companies, contacts } = JSON.parse(part.dataset.orderBuyers ?? '{}') as Buyers
  const put = (name: string, found: Buyers['companies']) => {
    const select = form?.querySelector<HTMLSelectElement>(`select[name="${name}"]`)
    if (select && found.length > 0) setChosen(select, found.map(({ id, label }) => ({ value: String(id), text: label }))) // prettier-ignore
  }
  put('company_id', companies)
  put('contact_id', contacts)
}

export function start(): void {
  on('submit', 'form[data-order-choice]', (event, form) => {
    event.preventDefault()
    void choose(form as HTMLFormElement)
  })
  on('click', '[data-order-remove]', (_event, button) => remove(button))
  onContent((scope) => matching(scope, '[data-order-buyers]').forEach(takeBuyers))
}
