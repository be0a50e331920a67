/** The public enrol page: the plannings of the course that was chosen, as far as they have places for all on the form. */
import { matching, on, onContent } from '../lib/dom.ts'
import { latest } from '../lib/latest.ts'
import { fetchJson, isFailure, withParams } from '../lib/request.ts'

interface Group {
  appointment_group_id: number
  freeSpace: number
}

const asking = latest<HTMLFormElement>()

const chosenCourse = (form: HTMLFormElement): string =>
  form.querySelector<HTMLInputElement>('[name="course_id"]:checked')?.value ?? ''

/** The plannings of other courses are out of sight, and chosen no more. */
function drawCourse(form: HTMLFormElement): void {
  const course = chosenCourse(form)
  for (const options of form.querySelectorAll<HTMLElement>('[data-apply-course]')) {
    const isOther = options.dataset.applyCourse !== course
    options.hidden = isOther
    for (const input of options.querySelectorAll<HTMLInputElement>('input')) {
      if (isOther) input.checked = false
    }
  }
  form.querySelector<HTMLElement>('[data-apply-hint]')!.hidden = course !== ''
}

function drawPlaces(form: HTMLFormElement, groups: Group[], people: number): void {
  const free = new Map(groups.map(({ appointment_group_id, freeSpace }) => [String(appointment_group_id), freeSpace]))
  const course = chosenCourse(form)
  for (const option of form.querySelectorAll<HTMLElement>(
    `[data-apply-course="${CSS.escape(course)}"] [data-planning]`,
  )) {
    const places = free.get(option.dataset.planning ?? '')
    const input = option.querySelector<HTMLInputElement>('input')!
    input.disabled = places === undefined
    if (places === undefined) input.checked = false
    option.classList.toggle('is-off', places === undefined)
    option.querySelector('[data-free]')!.textContent =
      places === undefined
        ? `geen plaats voor ${people}`
        : `${places.toLocaleString('nl-NL')} ${places === 1 ? 'plaats' : 'plaatsen'} vrij`
  }
}

/** Asks what has places for so many people now. */
async function refresh(form: HTMLFormElement): Promise<void> {
  const course = chosenCourse(form)
  if (course === '') return
  const signal = asking.next(form)
  const people = Math.max(1, form.querySelectorAll('[data-repeat-item]').length)
  const url = withParams(form.dataset.appointments ?? '', { course_id: course, freeSpace: String(people) })
  try {
    const answer = await fetchJson<{ done: boolean; groups: Group[] }>(url, { signal, failText: '' })
    if (answer.done) location.reload()
    else drawPlaces(form, answer.groups, people)
  } catch (error) {
    // What was shown stands; whether there are places is judged again when the form is sent.
    if (!isFailure(error)) throw error
  }
}

const formOf = (element: Element): HTMLFormElement => element.closest<HTMLFormElement>('[data-apply]')!

export function start(): void {
  onContent((scope) => {
    for (const form of matching<HTMLFormElement>(scope, '[data-apply]')) drawCourse(form)
  })
  on('change', '[data-apply] [name="course_id"]', (_event, input) => {
    drawCourse(formOf(input))
    void refresh(formOf(input))
  })
  on('change', '[data-apply] [data-repeat]', (event, repeat) => {
    if (event.target === repeat) void refresh(formOf(repeat))
  })
}
