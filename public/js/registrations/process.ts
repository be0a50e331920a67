/** Processes or removes the sign-ups that are ticked, one after the other: each row says what became of it. */
import { matching, on, onContent } from '../lib/dom.ts'
import { isFailure, request } from '../lib/request.ts'
import { type Flash, flash } from '../flash.ts'
import { WRONG, processedFlash, removedFlash } from './outcome.ts'

type Pair = [id: number, name: string]
interface Processed {
  status: 'processed' | 'failed' | 'received'
  message: string
  created: { company: Pair | null; contact: Pair | null }
}

const PANEL = '[data-registrations]'
const CHECK = 'input[data-entry-check]'
const panelOf = (inside: Element) => inside.closest<HTMLElement>(PANEL)!
const ticked = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLInputElement>(`${CHECK}:checked:not(:disabled)`)]
const rowOf = (box: Element) => box.closest<HTMLTableRowElement>('[data-entry]')!

const tellFlash = (told: Flash | null): void => {
  if (told) flash(told.str, told.type)
}

/** The buttons wait for a row that is ticked and can be. */
function tell(panel: HTMLElement): void {
  const chosen = ticked(panel).length
  panel.querySelector('[data-entries-count]')!.textContent = chosen === 0 ? '' : `${chosen} gekozen`
  for (const button of panel.querySelectorAll<HTMLButtonElement>('[data-entries-process], [data-entries-remove]'))
    button.disabled = chosen === 0
  for (const all of panel.querySelectorAll<HTMLInputElement>('[data-entries-all]')) {
    const own = [...all.closest('table')!.querySelectorAll<HTMLInputElement>(`${CHECK}:not(:disabled)`)]
    all.disabled = own.length === 0
    all.checked = own.length > 0 && own.every(({ checked }) => checked)
    all.indeterminate = !all.checked && own.some(({ checked }) => checked)
  }
}

const STATUS = {
  done: ['is-done', 'st-confirmed', 'Verwerkt'],
  removed: ['is-done', 'st-option', 'Verwijderd'],
  error: ['is-error', 'st-cancelled', 'Fout'],
} as const

function mark(row: HTMLTableRowElement, as: keyof typeof STATUS, message = ''): void {
  const [css, status, label] = STATUS[as]
  row.classList.remove('is-done', 'is-error')
  row.classList.add(css)
  const shown = row.querySelector('[data-entry-status] .status')!
  shown.className = `status ${status}`
  shown.textContent = label
  row.querySelector('[data-entry-message]')!.textContent = message
  if (as === 'error') return
  const box = row.querySelector<HTMLInputElement>(CHECK)!
  box.checked = false
  box.disabled = true
}

/** What was made for one row can be chosen in the others that are about the same, and is. */
function offer(panel: HTMLElement, name: string, value: string, selects: string): void {
  for (const select of panel.querySelectorAll<HTMLSelectElement>(selects)) {
    if ([...select.options].some((option) => option.value === value)) continue
    select.prepend(new Option(`${name}: zojuist toegevoegd`, value))
    if (select.value === '0') select.value = value
  }
}

async function post(url: string, fields: Record<string, string>, row: HTMLTableRowElement): Promise<Response> {
  return request(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: 'application/json' },
    source: row,
    failText: '',
  })
}

/** Answers whether it was done. */
async function processRow(panel: HTMLElement, row: HTMLTableRowElement): Promise<boolean> {
  const value = (name: string) => row.querySelector<HTMLSelectElement>(`[name="${name}"]`)?.value ?? ''
  const waiting = row.querySelector<HTMLInputElement>('[name="waiting"]')?.checked === true
  const sends = panel.querySelector<HTMLInputElement>('[data-entries-message]')!.checked
  const answer = await post(
    `/api/entries/process/${row.dataset.entry}`,
    {
      contact_id: value('contact_id'),
      company_id: value('company_id'),
      register: '1',
      sendMessage: sends ? '1' : '0',
      waiting: waiting ? '1' : '0',
    },
    row,
  )
  const { status, message, created } = (await answer.json()) as Processed
  mark(row, status === 'processed' ? 'done' : 'error', message)
  const company = row.querySelector<HTMLElement>('[data-entry-company]')?.dataset.entryCompany
  if (created.company && company !== undefined)
    offer(panel, created.company[1], String(created.company[0]), `[data-entry-company="${CSS.escape(company)}"]`)
  const person = row.querySelector<HTMLElement>('[data-entry-name]')?.dataset.entryName
  if (created.contact && person !== undefined)
    offer(panel, created.contact[1], String(created.contact[0]), `[data-entry-name="${CSS.escape(person)}"]`)
  return status === 'processed'
}

async function removeRow(row: HTMLTableRowElement): Promise<void> {
  await post(`/api/entries/remove/${row.dataset.entry}`, {}, row)
  mark(row, 'removed')
}

/** Does so with every row that is ticked; a row that fails stays, and keeps none of the others. Answers how many failed. */
async function each(panel: HTMLElement, what: (row: HTMLTableRowElement) => Promise<boolean>): Promise<number> {
  panel.toggleAttribute('inert', true)
  let failed = 0
  for (const row of ticked(panel).map(rowOf)) {
    try {
      if (!(await what(row))) failed++
    } catch (error) {
      if (!isFailure(error)) throw error
      mark(row, 'error', WRONG)
      failed++
    }
  }
  panel.toggleAttribute('inert', false)
  tell(panel)
  return failed
}

export function start(): void {
  on('change', `${PANEL} ${CHECK}`, (_event, box) => tell(panelOf(box)))
  on('change', `${PANEL} [data-entries-all]`, (_event, all) => {
    for (const box of all.closest('table')!.querySelectorAll<HTMLInputElement>(`${CHECK}:not(:disabled)`))
      box.checked = (all as HTMLInputElement).checked
    tell(panelOf(all))
  })
  // Who is chosen is who it is about.
  on('change', `${PANEL} select`, (_event, select) => {
    const box = rowOf(select).querySelector<HTMLInputElement>(CHECK)!
    if ((select as HTMLSelectElement).value !== '') box.checked = true
    tell(panelOf(select))
  })
  on('click', `${PANEL} [data-entries-process]`, (_event, button) => {
    const panel = panelOf(button)
    void each(panel, (row) => processRow(panel, row)).then((failed) => tellFlash(processedFlash(failed)))
  })
  on('click', `${PANEL} [data-entries-remove]`, (_event, button) => {
    const panel = panelOf(button)
    void each(panel, async (row) => {
      await removeRow(row)
      return true
    }).then((failed) => tellFlash(removedFlash(failed)))
  })
  onContent((scope) => matching<HTMLElement>(scope, PANEL).forEach(tell))
}
