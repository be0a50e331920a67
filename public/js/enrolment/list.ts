/**
 * A participant list: from pasted text or a file to a preview that can be corrected, and what keeps it from being
 * saved.
 */
import { el, on, onContent, matching, parse } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { latest } from '../lib/latest.ts'
import { fetchHtml, isAbort, RequestFailed } from '../lib/request.ts'
import { draw, showCapacity } from './capacity.ts'
import { closeLine, openLine } from './line-form.ts'
import { takeOffer, takeTheRest } from './offers.ts'
import { askPlacesTaken } from './places-taken.ts'
import { formOf, isList, isTouched, linesOf, openDoubts, rootOf } from './markup.ts'

const asking = latest<HTMLElement>()

function placeOf(root: HTMLElement): HTMLElement {
  return root.querySelector<HTMLElement>('[data-list-preview]')!
}

/** The words of a refused list: its field's message, or what the server said about the request. */
function messageOf(error: RequestFailed): string {
  const body = (error.body ?? {}) as Record<string, unknown>
  const [first] = Object.values(body)
  if (Array.isArray(first)) return String(first[0])
  return typeof body.message === 'string' ? body.message : 'Er is een fout opgetreden.'
}

/** Sends a list and answers its preview; null when it was refused, which then stands in place of the preview. */
async function fetchPreview(root: HTMLElement, body: FormData): Promise<DocumentFragment | null> {
  const chosen = new FormData(formOf(root))
  for (const name of ['appointment_id', 'what_appointments']) {
    const value = chosen.get(name)
    if (typeof value === 'string') body.set(name, value)
  }
  const signal = asking.next(root)
  const button = root.querySelector('[data-list-read]')
  button?.setAttribute('aria-busy', 'true')
  try {
    const options = { method: 'POST', body, signal, failText: '' }
    return parse(await fetchHtml(root.dataset.listUrl ?? '', options))
  } catch (error) {
    if (isAbort(error)) return null
    const message = error instanceof RequestFailed ? messageOf(error) : 'Er is een fout opgetreden.'
    const note = el('div', { class: 'note note--error', role: 'alert' }, icon('error'), el('span', {}, message))
    placeOf(root).replaceChildren(note)
    return null
  } finally {
    if (!signal.aborted) button?.removeAttribute('aria-busy')
  }
}

/** Adds the lines to a request: all of them, or those on which the user decided something. */
function addLines(body: FormData, root: HTMLElement, lines: HTMLElement[]): void {
  const names = new Set(lines.map((line) => `lines[${line.dataset.line}]`))
  for (const [name, value] of new FormData(formOf(root)))
    if (names.has(name.slice(0, name.indexOf(']') + 1))) body.append(name, value)
}

/**
 * Reads the list; once the user has said which row is the heading or what the columns hold, by that, with what was
 * decided on its lines.
 */
async function readList(
  root: HTMLElement,
  columns: HTMLElement | null = null,
  changed?: EventTarget | null,
): Promise<void> {
  const body = new FormData()
  const file = root.querySelector<HTMLInputElement>('[data-list-file]')?.files?.[0]
  if (file) body.set('file', file)
  else body.set('text', root.querySelector<HTMLTextAreaElement>('[data-list-text]')?.value ?? '')
  if (columns) {
    body.set('header', columns.querySelector<HTMLSelectElement>('[data-heading]')?.value ?? '')
    // With another heading the columns are guessed anew.
    const heading = changed instanceof HTMLElement && changed.matches('[data-heading]')
    for (const column of heading ? [] : columns.querySelectorAll<HTMLSelectElement>('[data-column]'))
      body.append('columns[]', column.value)
    addLines(body, root, linesOf(root).filter(isTouched))
  }
  const preview = await fetchPreview(root, body)
  if (preview) placeOf(root).replaceChildren(preview)
  const details = placeOf(root).querySelector<HTMLDetailsElement>('[data-columns]')
  if (details && columns) details.open = true
  draw(root)
  if (preview && !columns) placeOf(root).scrollIntoView({ block: 'start' })
}

/** A file that was dropped on a planning, read as one that is chosen here. */
export function takeFile(popup: HTMLElement, file: File): void {
  const root = popup.querySelector<HTMLElement>('[data-enrol]')
  const input = root?.querySelector<HTMLInputElement>('[data-list-file]')
  const way = root?.querySelector<HTMLInputElement>('[name="way"][value="list"]')
  if (!root || !input || !way) return
  way.checked = true
  way.dispatchEvent(new Event('change', { bubbles: true }))
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
  input.dispatchEvent(new Event('input', { bubbles: true }))
  void readList(root)
}

/** Asks again who the people on the lines are, as they are now. */
async function matchAgain(root: HTMLElement): Promise<void> {
  const table = root.querySelector('[data-lines]')
  if (!table || linesOf(root).length === 0) return
  const body = new FormData()
  addLines(body, root, linesOf(root))
  const fresh = (await fetchPreview(root, body))?.querySelector('[data-lines]')
  if (fresh && table.isConnected) table.replaceWith(fresh)
  draw(root)
}

/** Makes somebody new of everybody on whom nothing was decided yet. */
function chooseNew(root: HTMLElement): void {
  for (const line of openDoubts(root)) line.querySelector<HTMLInputElement>('input[value="new"]')!.checked = true
  draw(root)
}

/** After a correction: the line is looked for again, for the keyboard to go on from there. */
async function takeOver(form: HTMLElement): Promise<void> {
  const root = rootOf(form)!
  const line = form.dataset.lineForm ?? ''
  await matchAgain(root)
  root.querySelector<HTMLElement>(`tr[data-line="${CSS.escape(line)}"] [data-line-edit]`)?.focus()
}

/** Only people of the company are offered, and whoever is added on the way belongs to it. */
function narrowPeople(root: HTMLElement, company: string): void {
  const select = root.querySelector<HTMLSelectElement>('select[name="students[]"]')
  if (!select) return
  const settings = JSON.parse(select.dataset.selector ?? '{}') as {
    filters: Record<string, string>
    createUrl: string | null
  }
  const chosen = /^[1-9]\d*$/.test(company)
  settings.filters = chosen ? { company_id: company } : {}
  const [add] = (settings.createUrl ?? '').split('?')
  if (add) settings.createUrl = chosen ? `${add}?company_id=${company}` : add
  select.dataset.selector = JSON.stringify(settings)
}

/** A refused save: the screen before it comes back with its table read again (T-227). */
function refused(root: HTMLElement, text: string): void {
  let errors: Record<string, string[]>
  try {
    errors = JSON.parse(text) as Record<string, string[]>
  } catch {
    return
  }
  const shortage = errors.students?.[0] ?? ''
  // Who chose nobody reads that at the field; it says nothing about places.
  const nobody = root.querySelector('select[name="students[]"] option:checked') === null
  if (!isList(root)) return showCapacity(root, nobody ? '' : shortage)
  const stale = Object.keys(errors).some((key) => key === 'students' || key.startsWith('lines.'))
  if (stale) void matchAgain(root).then(() => shortage && showCapacity(root, shortage))
}

export function start(): void {
  const inRoot = (element: Element, run: (root: HTMLElement) => unknown) => {
    const root = rootOf(element)
    if (root) void run(root)
  }
  onContent((scope) => {
    for (const root of matching(scope, '[data-enrol]')) {
      draw(root)
      narrowPeople(root, root.querySelector<HTMLSelectElement>('select[name="company_id"]')?.value ?? '')
    }
  })
  on('click', '[data-list-read]', (_event, button) => inRoot(button, (root) => readList(root)))
  on('change', '[data-list-file]', (_event, input) => {
    if ((input as HTMLInputElement).files?.length) inRoot(input, (root) => readList(root))
  })
  on('change', '[data-columns]', (event, columns) => inRoot(columns, (root) => readList(root, columns, event.target)))
  on(
    'change',
    '[data-line-choice], [data-line-skip], [data-enrol] :is([name="way"], [name="raise_maximum"], [name="rest_appointment_id"])',
    (_event, field) => inRoot(field, draw),
  )
  on('change', '[data-enrol] [name="appointment_id"], [data-enrol] [name="what_appointments"]', (_event, field) =>
    inRoot(field, (root) => {
      showCapacity(root, '')
      return matchAgain(root)
    }),
  )
  on('change', '[data-enrol] select[name="company_id"]', (_event, select) =>
    inRoot(select, (root) => {
      narrowPeople(root, (select as HTMLSelectElement).value)
      askPlacesTaken(root)
    }),
  )
  on('change', '[data-enrol] select[name="students[]"]', (_event, select) =>
    inRoot(select, (root) => showCapacity(root, '')),
  )
  on('click', '[data-other-planning]', (_event, button) =>
    inRoot(button, (root) => root.querySelector<HTMLElement>('[name="appointment_id"]')?.focus()),
  )
  on('click', '[data-enrol] [data-offer]', (_event, offer) => inRoot(offer, (root) => takeOffer(root, offer)))
  // In the place of what a link to a popup does, so that what is saved there is heard here.
  on(
    'click',
    '[data-enrol] [data-for-the-rest]',
    (event, link) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      inRoot(link, (root) => void takeTheRest(root, link as HTMLAnchorElement))
    },
    { capture: true },
  )
  on('click', '[data-all-new]', (_event, button) => inRoot(button, chooseNew))
  on('click', '[data-line-edit]', (_event, button) => openLine(button.closest('tr')!))
  on('click', '[data-line-cancel]', (_event, button) => closeLine(button.closest('tr')!))
  on('click', '[data-line-done]', (_event, button) => void takeOver(button.closest('tr')!))
  on('keydown', '[data-line-form] input', (event, input) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void takeOver(input.closest('tr')!)
  })
  on('htmx:after:request', 'form[data-form]:has([data-enrol])', ({ detail: { ctx } }, form) => {
    if (ctx.response?.status === 422) refused(form.querySelector<HTMLElement>('[data-enrol]')!, ctx.text ?? '')
  })
}
