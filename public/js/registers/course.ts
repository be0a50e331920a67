/** To which registers a course is told: the form behind the switch, the search in the profiles, what can be chosen for its components. */
import { el, matching, on, onContent } from '../lib/dom.ts'
import { fetchJson, withParams } from '../lib/request.ts'

interface Profile {
  uuid: string
  course_name: string
}
interface Template {
  uuid: string
  name: string
  prerequisites?: unknown
}

/** Milliseconds after the last key (T-256). */
const SEARCH_MS = 300

const found = new WeakMap<HTMLElement, Profile[]>()
let timer = 0

const valueOf = (part: HTMLElement, name: string) => part.querySelector<HTMLSelectElement>(`[name="${name}"]`)!.value
const isOn = (part: HTMLElement) => part.querySelector<HTMLInputElement>('[name=enabled]')!.checked
const profileOf = (part: HTMLElement) => part.querySelector<HTMLSelectElement>('[name=profile_uuid]')!

/** The profiles of this kind that the search leaves; what was chosen stays chosen. */
function show(part: HTMLElement): void {
  const search = part.querySelector<HTMLInputElement>('[data-competence-search]')!.value.trim().toLowerCase()
  const select = profileOf(part)
  const chosen = select.selectedOptions[0]
  const left = (found.get(part) ?? []).filter(({ course_name }) => course_name.toLowerCase().includes(search))
  const options = left.map(({ uuid, course_name }) => new Option(course_name, uuid))
  const kept = chosen && chosen.value !== '' && !left.some(({ uuid }) => uuid === chosen.value) ? [chosen] : []
  select.replaceChildren(select.options[0]!, ...kept, ...options)
  select.value = chosen?.value ?? ''
  const count = left.length === 1 ? '1 profiel' : `${left.length} profielen`
  part.querySelector('[data-competence-count]')!.textContent = `${count} gevonden voor deze soort en taal`
}

async function load(part: HTMLElement): Promise<void> {
  const query = { type: valueOf(part, 'type'), isRefresher: valueOf(part, 'kind') === 'refresher' ? '1' : '0', language: valueOf(part, 'language') } // prettier-ignore
  const count = part.querySelector('[data-competence-count]')!
  count.setAttribute('aria-busy', 'true')
  const profiles = await fetchJson<Profile[]>(withParams('/nibhv/getCompetenceProfiles', query)).catch(() => null)
  count.removeAttribute('aria-busy')
  if (profiles === null) return
  found.set(part, profiles)
  show(part)
}

/** What the components can be told as; what was ticked stays so. */
async function choose(part: HTMLElement, isOther = false): Promise<void> {
  const select = profileOf(part)
  part.querySelector<HTMLInputElement>('[name=profile_name]')!.value =
    select.value === '' ? '' : select.selectedOptions[0]!.label
  const templates = select.value === '' ? [] : await fetchJson<Template[]>(`/nibhv/getCompetenceProfileEventTemplates/${select.value}`).catch(() => null) // prettier-ignore
  if (templates === null) return
  for (const place of part.querySelectorAll<HTMLElement>('[data-templates]')) {
    const before = [...place.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => JSON.parse(value) as Template) // prettier-ignore
    const ticked = new Set(before.map(({ uuid }) => uuid))
    // What NIBHV does not tell now stays as it was, unless another profile was chosen.
    const known = new Set(templates.map(({ uuid }) => uuid))
    const kept = isOther ? [] : before.filter(({ uuid }) => !known.has(uuid))
    const all = [...kept, ...templates]
    const legend = place.querySelector('legend')!
    const none = el('span', { class: 'faint' }, 'Kies eerst een competentieprofiel')
    place.replaceChildren(
      legend,
      ...(all.length === 0
        ? [none]
        : all.map((template) => box(place.dataset.templates!, template, ticked.has(template.uuid)))),
    )
  }
}

/** What a template asks beforehand is not sent along (T-070). */
function box(name: string, { uuid, name: label }: Template, checked: boolean): HTMLElement {
  const value = JSON.stringify({ uuid, name: label })
  const input = el('input', { class: 'form-check-input', type: 'checkbox', name, value, checked })
  return el('label', { class: 'check' }, input, el('span', { class: 'label-text' }, label))
}

function toggle(part: HTMLElement): void {
  part.querySelector<HTMLElement>('[data-register-on]')!.hidden = !isOn(part)
  part.querySelector<HTMLElement>('[data-register-off]')!.hidden = isOn(part)
  if (isOn(part)) void load(part).then(() => choose(part))
}

const partOf = (element: Element) => element.closest<HTMLElement>('[data-course-register]')!
function later(work: () => void): void {
  clearTimeout(timer)
  timer = window.setTimeout(work, SEARCH_MS)
}

export function start(): void {
  onContent((scope) => {
    for (const part of matching(scope, '[data-course-register]')) if (isOn(part)) toggle(part)
  })
  on('change', '[data-course-register] [name=enabled]', (_event, box) => toggle(partOf(box)))
  on('change', '[data-course-register] :is([name=type], [name=kind], [name=language])', (_event, field) =>
    later(() => void load(partOf(field))),
  )
  on('change', '[data-course-register] [name=profile_uuid]', (_event, field) => void choose(partOf(field), true))
  on('input', '[data-competence-search]', (_event, field) => later(() => show(partOf(field))))
}
