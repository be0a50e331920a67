/**
 * The trade register inside a form with `data-trade-register`: a search box by name or number whose results can be
 * chosen, and the number field itself, which fills in what is still empty.
 */
import { MENU_KEYS, stepBy } from '../key-lists.ts'
import { el, on } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { fetchJson, withParams } from '../lib/request.ts'
import { isRegisterNumber } from './trade-register-check.ts'

interface Company {
  handelsnaam: string
  dossiernummer: string
  straat: string
  huisnummer: string
  huisnummertoevoeging: string
  postcode: string
  plaats: string
}
interface Answer {
  results: Company[]
  /** The register gives no answer now. */
  unavailable: boolean
}

const TYPING_MS = 300
const SHORTEST_NAME = 3
const TARGETS: [keyof Company, string][] = [
  ['handelsnaam', 'name'],
  ['dossiernummer', 'coc_no'],
  ['postcode', 'postal_code'],
  ['huisnummer', 'street_no'],
  ['huisnummertoevoeging', 'street_no_adding'],
  ['straat', 'street'],
  ['plaats', 'city'],
]

let running: AbortController | null = null
let timer = 0

async function ask(query: Record<string, string>): Promise<Answer | null> {
  running?.abort()
  const { signal } = (running = new AbortController())
  return fetchJson<Answer>(withParams('/coc-api', query), { signal, failText: '' }).catch(() =>
    signal.aborted ? null : { results: [], unavailable: true },
  )
}

const listOf = (form: HTMLElement) => form.querySelector<HTMLElement>('[data-trade-register-results]')!

function say(form: HTMLElement, text: string): void {
  listOf(form).replaceChildren(el('p', { class: 'lookup-note' }, text))
}

/** What the register wrote into a field last: anything else in it was typed. */
const written = new WeakMap<HTMLInputElement, string>()
const isTyped = (field: HTMLInputElement) => field.value.trim() !== '' && field.value !== written.get(field)

/**
 * Writes a company into the form. What the user typed is only replaced by a company that was chosen (`over`), and never
 * by the nothing of an address that the register shields; what came from the register before always is.
 */
function fill(form: HTMLElement, company: Company, over: boolean): void {
  const replaces = over && company.straat !== ''
  for (const [key, name] of TARGETS) {
    const field = form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (!field || (isTyped(field) && !replaces && !(over && company[key] !== ''))) continue
    field.value = company[key]
    written.set(field, company[key])
    // Not through the number field's own listener: it would ask the register again.
    field.dispatchEvent(new CustomEvent('input', { bubbles: true, detail: 'register' }))
  }
  say(form, `Ingevuld uit het handelsregister: ${company.handelsnaam}`)
}

async function choose(form: HTMLElement, number: string): Promise<void> {
  const answer = await ask({ coc: number })
  if (!answer) return
  const company = answer.results[0]
  if (company) {
    fill(form, company, true)
    // The button that was pressed is gone; from the name on everything can be looked over.
    form.querySelector<HTMLInputElement>('input[name="name"]')?.focus()
  } else say(form, answer.unavailable ? UNAVAILABLE : NOTHING)
}

const UNAVAILABLE = 'Het handelsregister geeft nu geen antwoord. Vul de gegevens zelf in.'
const NOTHING = 'Niets gevonden in het handelsregister.'

function show(form: HTMLElement, answer: Answer): void {
  if (answer.results.length === 0) return say(form, answer.unavailable ? UNAVAILABLE : NOTHING)
  listOf(form).replaceChildren(
    ...answer.results.map(({ handelsnaam, dossiernummer, straat, plaats }) =>
      el(
        'button',
        { class: 'lookup-hit', type: 'button', 'data-register-number': dossiernummer },
        icon('plus', 'ic-sm'),
        el('b', {}, handelsnaam),
        el(
          'span',
          { class: 'muted' },
          [`KVK ${dossiernummer}`, [straat, plaats].filter(Boolean).join(', ')].join(' · '),
        ),
      ),
    ),
  )
}

async function search(form: HTMLElement, text: string): Promise<void> {
  const answer = await ask(isRegisterNumber(text) ? { coc: text } : { search: text })
  if (answer) show(form, answer)
}

async function lookUpNumber(form: HTMLElement, number: string): Promise<void> {
  const answer = await ask({ coc: number })
  const company = answer?.results[0]
  if (company) fill(form, company, false)
  else if (answer) say(form, answer.unavailable ? UNAVAILABLE : NOTHING)
}

function later(work: () => Promise<void>): void {
  clearTimeout(timer)
  timer = window.setTimeout(() => void work(), TYPING_MS)
}

/** Moves from the search box through its results, and back. */
function step(form: HTMLElement, from: Element, by: 1 | -1): void {
  const stops = [...form.querySelectorAll<HTMLElement>('[data-trade-register-search], [data-register-number]')]
  stops[stops.indexOf(from as HTMLElement) + by]?.focus()
}

/** Enter searches at once and leads to the first result: half a company is not to be sent by it. */
function byKey(event: KeyboardEvent, at: HTMLElement): void {
  const form = at.closest<HTMLElement>('[data-trade-register]')
  if (!form) return
  const by = stepBy(MENU_KEYS.step, event)
  if (by !== null) {
    event.preventDefault()
    step(form, at, by)
  } else if (event.key === 'Enter' && at instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    clearTimeout(timer)
    const text = at.value.trim()
    if (text.length < SHORTEST_NAME) return
    void search(form, text).then(() => {
      if (document.activeElement === at) step(form, at, 1)
    })
  }
}

export function start(): void {
  on('input', '[data-trade-register]', (event, form) => {
    const field = event.target as HTMLInputElement
    const text = field.value.trim()
    if (field.matches('[data-trade-register-search]')) {
      if (text.length >= SHORTEST_NAME) later(() => search(form, text))
      else listOf(form).replaceChildren()
    } else if (field.name === 'coc_no' && !(event instanceof CustomEvent)) {
      // The number as it was a moment ago is nobody's business any more.
      clearTimeout(timer)
      running?.abort()
      if (isRegisterNumber(text)) later(() => lookUpNumber(form, text))
    }
  })
  on('keydown', '[data-trade-register-search], [data-register-number]', byKey)
  on('click', '[data-register-number]', (_event, button) => {
    const form = button.closest<HTMLElement>('[data-trade-register]')
    if (form) void choose(form, button.dataset.registerNumber ?? '')
  })
}
