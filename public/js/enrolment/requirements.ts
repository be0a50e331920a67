/** Who is elsewhere then, or does not meet what the course asks, is named as soon as they are chosen, with the reason that lets them in. */
import { matching, on, onContent, parse } from '../lib/dom.ts'
import { latest } from '../lib/latest.ts'
import { fetchHtml, isAbort, isFailure, withParams } from '../lib/request.ts'
import { choiceOf, isList, linesOf } from './markup.ts'

const asking = latest<HTMLElement>()

const boxIn = (scope: Element): HTMLElement | null =>
  (scope.closest('form') ?? scope).querySelector<HTMLElement>('[data-requirements]')

/** The part that people go to: that of the popup, or the one chosen in it. */
function partOf(form: HTMLFormElement, box: HTMLElement): string {
  const chosen = box.dataset.requirements || new FormData(form).get('appointment_id')
  return typeof chosen === 'string' && /^[1-9]\d*$/.test(chosen) ? chosen : ''
}

/** Who is chosen, by id: in the selector, as they were ticked, or as who takes the place. */
function peopleOf(form: HTMLFormElement): string[] {
  const data = new FormData(form)
  const chosen = [...data.getAll('students[]'), data.get('students'), data.get('contact_id')]
  return chosen.flatMap((value) => (typeof value === 'string' ? value.split(',') : [])).filter((id) => /^\d+$/.test(id))
}

/** How many lines of a list stand for somebody who does not meet what is asked. */
const linesLacking = (form: HTMLFormElement): number =>
  linesOf(form).filter((line) => (line.dataset.lacking ?? '').split(' ').includes(choiceOf(line) || 'open')).length

async function load(box: HTMLElement, url: string): Promise<void> {
  const signal = asking.next(box)
  try {
    const fresh = url === '' ? document.createDocumentFragment() : parse(await fetchHtml(url, { signal, source: box })) // prettier-ignore
    const typed = box.querySelector<HTMLInputElement>('[name="waiver"]')?.value ?? ''
    box.replaceChildren(fresh)
    const reason = box.querySelector<HTMLInputElement>('[name="waiver"]')
    if (reason) reason.value = typed
  } catch (error) {
    if (isAbort(error)) return
    // Asked again at the next choice; saving judges in any case.
    delete box.dataset.of
    if (!isFailure(error)) throw error
  }
}

/** Asks who of those chosen now does not meet what the course asks, unless that was asked already. */
export function askRequirements(scope: Element): void {
  const box = boxIn(scope)
  const form = box?.closest('form')
  if (!box || !form) return
  const part = partOf(form, box)
  const listed = isList(form)
  const people = listed ? [] : peopleOf(form)
  const lines = listed ? linesLacking(form) : 0
  const nobody = part === '' || (people.length === 0 && lines === 0)
  const query = {
    students: people.join(','),
    lines: String(lines),
    ...(box.dataset.from ? { from: box.dataset.from } : {}),
    ...(box.dataset.enrols === undefined ? {} : { enrols: '1' }),
  }
  const url = nobody ? '' : withParams(`/calendar/${part}/requirements`, query)
  if ((box.dataset.of ?? '') === url) return
  box.dataset.of = url
  void load(box, url)
}

export function start(): void {
  onContent((scope) => {
    for (const box of matching(scope, '[data-requirements]')) askRequirements(box)
  })
  on('change', 'form:has([data-requirements]) [name]', (_event, field) => {
    if (field.getAttribute('name') !== 'waiver') askRequirements(field)
  })
}
