/** What is offered when a planning has too few places: others of the course, and of the courses that may replace it. */
import { el, parse } from '../lib/dom.ts'
import { latest } from '../lib/latest.ts'
import { fetchHtml, isAbort, isFailure, withParams } from '../lib/request.ts'
import { setChosen } from '../fields/selector.ts'
import { popupOf } from '../popup/layers.ts'
import { closePopup, openPopup } from '../popup/open.ts'
import { choiceOf, isList, linesOf } from './markup.ts'

const asking = latest<HTMLElement>()

function planningOf(root: HTMLElement): HTMLSelectElement | null {
  return root.querySelector<HTMLSelectElement>('select[name="appointment_id"]')
}

/** Whether the planning that is chosen is the one that was full when the popup opened. */
export function isFull(root: HTMLElement): boolean {
  return root.dataset.full !== undefined && planningOf(root)?.value === root.dataset.full
}

/** What is asked where the planning is over is not asked of another one. */
export function askPast(root: HTMLElement, form: HTMLElement): void {
  const { past, question = '' } = root.dataset
  if (past === undefined) return
  if (planningOf(root)?.value === past) form.setAttribute('hx-confirm', question)
  else form.removeAttribute('hx-confirm')
}

function peopleIn(root: HTMLElement): number {
  if (isList(root)) return linesOf(root).filter((line) => choiceOf(line) !== 'skip').length
  return root.querySelectorAll('select[name="students[]"] option:checked').length
}

/** Keeps the room of the offers until they come, so that nothing moves under a pointer. */
const waiting = (): HTMLElement =>
  el('div', { class: 'stack', 'aria-hidden': true }, el('i', { class: 'skel w3' }), el('i', { class: 'skel w2' }))

/** Shows what is offered for so many people as are chosen now. */
export async function showOffers(root: HTMLElement): Promise<void> {
  const box = root.querySelector<HTMLElement>('[data-offers]')
  const planning = planningOf(root)?.value ?? ''
  if (!box || !/^[1-9]\d*$/.test(planning)) return
  const places = String(Math.max(1, peopleIn(root)))
  const key = `${planning}:${places}`
  if (box.dataset.of === key) return
  const signal = asking.next(root)
  box.dataset.of = key
  if (box.childElementCount === 0) box.append(waiting())
  try {
    const url = withParams(`/calendar/${planning}/offers`, { places })
    box.replaceChildren(parse(await fetchHtml(url, { signal, source: box })))
  } catch (error) {
    if (isAbort(error)) return
    delete box.dataset.of
    box.replaceChildren()
    if (!isFailure(error)) throw error
  }
}

export function forgetOffers(root: HTMLElement): void {
  const box = root.querySelector<HTMLElement>('[data-offers]')
  asking.stop(root)
  if (!box) return
  delete box.dataset.of
  box.replaceChildren()
}

/** Takes an offer: its planning is the chosen one, of another course with all its parts. */
export function takeOffer(root: HTMLElement, offer: HTMLElement): void {
  const planning = planningOf(root)
  if (!planning) return
  const { offer: value = '', label = '', otherCourse } = offer.dataset
  if (otherCourse !== undefined) {
    const whole = root.querySelector<HTMLInputElement>('[name="what_appointments"][value="all"]')
    if (whole) whole.checked = true
  }
  if (![...planning.options].some((option) => option.value === value)) planning.append(el('option', { value }, label))
  planning.value = value
  planning.dispatchEvent(new Event('change', { bubbles: true }))
  planning.focus()
}

interface Changed {
  items: { type: string; id: number }[]
}

/** Where a way out was taken: who it took is chosen here no more, and where nobody is left there is nothing to do here. */
function leaveTaken(root: HTMLElement, { items }: Changed): void {
  const students = root.querySelector<HTMLSelectElement>('select[name="students[]"]')
  if (!students || isList(root)) return
  const taken = new Set(items.filter(({ type }) => type === 'contact').map(({ id }) => String(id)))
  if (taken.size === 0) return
  const chosen = [...students.selectedOptions].filter(({ value }) => value !== '')
  const left = chosen.filter(({ value }) => !taken.has(value))
  if (left.length < chosen.length) setChosen(students, left)
  const popup = popupOf(root)
  if (left.length === 0 && popup) void closePopup(popup, { ask: false })
}

/** Who is chosen last does not fit in the places that there are: they come along to the popup of this link. */
export async function takeTheRest(root: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  const chosen = [...root.querySelectorAll<HTMLOptionElement>('select[name="students[]"] option:checked')]
  const ids = chosen.slice(Number(link.dataset.forTheRest)).map(({ value }) => value)
  const url = new URL(link.href)
  if (ids.length > 0) url.searchParams.set('ids', ids.join())
  else url.searchParams.delete('ids')
  const popup = await openPopup(url.pathname + url.search)
  popup?.addEventListener('changed', (event) => leaveTaken(root, (event as CustomEvent<Changed>).detail))
}
