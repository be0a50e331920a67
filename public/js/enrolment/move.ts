/** Moving students: the plannings to choose from follow the choices above them, and grow while scrolling. */
import { matching, on, onContent, parse } from '../lib/dom.ts'
import { fetchHtml, isFailure, withParams } from '../lib/request.ts'

/** So near the end of the list the next page is fetched (T-101). */
const NEAR_END_PX = 50

const running = new WeakMap<HTMLElement, AbortController>()

function listOf(move: HTMLElement): HTMLElement {
  return move.querySelector<HTMLElement>('[data-move-list]')!
}

function fieldOf<E extends HTMLElement>(move: HTMLElement, name: string): E | null {
  return move.querySelector<E>(`[name="${name}"]`)
}

/** One part goes to the same part of the same course (T-097); what has been needs no message (T-098). */
function drawFields(move: HTMLElement): void {
  const { what } = valuesOf(move)
  const course = fieldOf<HTMLSelectElement>(move, 'course_id')
  if (course) {
    course.disabled = what === 'this'
    if (what === 'this') course.value = move.dataset.course ?? ''
  }
  const message = fieldOf<HTMLInputElement>(move, 'send_message')
  if (message) message.disabled = fieldOf<HTMLInputElement>(move, 'historical_courses')?.checked ?? false
}

function valuesOf(move: HTMLElement): { what: string; course: string; historical: boolean } {
  const what = move.querySelector<HTMLInputElement>('[name="what_appointments"]:checked')?.value ?? 'all'
  const course = fieldOf<HTMLSelectElement>(move, 'course_id')?.value ?? ''
  return { what, course, historical: fieldOf<HTMLInputElement>(move, 'historical_courses')?.checked ?? false }
}

/** Without a planning to go to there is nothing to send (T-099). */
function drawSubmit(move: HTMLElement): void {
  const none = fieldOf(move, 'appointment_id') === null
  for (const button of move.closest('form')!.querySelectorAll<HTMLButtonElement>('[type="submit"]'))
    button.disabled = none
}

function urlOf(move: HTMLElement, page: number): string {
  const { what, course, historical } = valuesOf(move)
  return withParams(move.dataset.url ?? '', {
    freeSpace: move.dataset.freeSpace ?? '1',
    page: String(page),
    exceptFor: move.dataset.exceptFor ?? '',
    students: fieldOf<HTMLInputElement>(move, 'students')?.value ?? '',
    courseId: course,
    whatAppointments: what,
    historicalCourses: historical ? '1' : '0',
  })
}

async function load(move: HTMLElement, page: number): Promise<void> {
  const list = listOf(move)
  running.get(move)?.abort()
  const controller = new AbortController()
  running.set(move, controller)
  list.setAttribute('aria-busy', 'true')
  try {
    const html = parse(await fetchHtml(urlOf(move, page), { signal: controller.signal, source: list }))
    if (page === 0) list.replaceChildren()
    list.querySelector('[data-next-page]')?.remove()
    list.append(html)
    drawSubmit(move)
  } catch (error) {
    if (!isFailure(error)) throw error
  } finally {
    if (running.get(move) === controller) {
      running.delete(move)
      list.removeAttribute('aria-busy')
    }
  }
  if (list.querySelector('[data-next-page]')) loadWhenNear(list)
}

function loadWhenNear(list: HTMLElement): void {
  const move = list.closest<HTMLElement>('[data-move]')
  const next = list.querySelector<HTMLElement>('[data-next-page]')?.dataset.nextPage
  if (!move || !next || running.has(move) || !list.isConnected) return
  if (list.scrollHeight - list.scrollTop - list.clientHeight <= NEAR_END_PX) void load(move, Number(next))
}

function restart(move: HTMLElement): void {
  drawFields(move)
  listOf(move).scrollTop = 0
  void load(move, 0)
}

export function start(): void {
  onContent((scope) => {
    for (const move of matching(scope, '[data-move]')) if (listOf(move).childElementCount === 0) restart(move)
  })
  on(
    'change',
    '[data-move] :is([name="what_appointments"], [name="course_id"], [name="historical_courses"])',
    (_event, field) => restart(field.closest<HTMLElement>('[data-move]')!),
  )
  // Scrolling does not bubble.
  document.addEventListener(
    'scroll',
    (event) => {
      if (event.target instanceof HTMLElement && event.target.matches('[data-move-list]')) loadWhenNear(event.target)
    },
    { capture: true, passive: true },
  )
}
