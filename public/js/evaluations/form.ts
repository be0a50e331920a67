/**
 * The evaluation of a student on a phone: one screen at a time, kept on this device until it is sent. By name each screen is
 * sent as well, so that another device goes on with it; without a name nothing leaves this one before the end.
 */
import { on } from '../lib/dom.ts'

type Outcome = { outcome: 'kept' | 'done' | 'over' | 'changed' | 'wrong' }

const WRONG = 'Er ging iets mis. Controleer uw antwoorden.'
const TRY_AGAIN_MS = 20_000

const page = () => document.querySelector<HTMLElement>('[data-evaluation]')
const formOf = (root: HTMLElement) => root.querySelector<HTMLFormElement>('[data-evaluation-form]')!
const screensOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-evaluation-screen]')]
const shownOf = (root: HTMLElement) => screensOf(root).find((screen) => !screen.hidden)!
const isChecked = (scope: Element) =>
  scope.querySelector('input[type="radio"]:checked, input[type="checkbox"]:checked') !== null
const textIn = (field: HTMLInputElement | HTMLTextAreaElement | null) => (field?.value.trim() ?? '') !== ''

/** A chosen radio or checkbox, a text that is not empty, or a select that is not 0; of parts each of them. */
function isAnswered(question: HTMLElement): boolean {
  const parts = [...question.querySelectorAll('[data-evaluation-part]')]
  if (parts.length > 0) return parts.every(isChecked)
  const select = question.querySelector('select')
  if (select) return select.value !== '' && select.value !== '0'
  return question.querySelector('input[type="radio"], input[type="checkbox"]')
    ? isChecked(question)
    : textIn(question.querySelector('textarea'))
}

/** Who wants to be called has to say where. */
function lacksNumber(question: HTMLElement): boolean {
  const fields = question.querySelector<HTMLElement>('[data-evaluation-call]')
  if (!fields) return false
  const wants = question.querySelector<HTMLInputElement>('input[type="radio"][value="1"]')?.checked === true
  fields.hidden = !wants
  return wants && [...fields.querySelectorAll('input')].some((input) => !textIn(input))
}

function drawScreen(root: HTMLElement): void {
  const screen = shownOf(root)
  const questions = [...screen.querySelectorAll<HTMLElement>('[data-evaluation-question]')]
  for (const one of questions) one.classList.toggle('is-answered', isAnswered(one))
  const open = questions.filter((one) => (one.hasAttribute('data-required') && !isAnswered(one)) || lacksNumber(one))
  screen.querySelector<HTMLButtonElement>('[data-evaluation-submit]')!.disabled = open.length > 0
  screen.querySelector('[data-evaluation-left]')!.textContent =
    open.length === 0 ? '' : `Nog ${open.length} ${open.length === 1 ? 'vraag' : 'vragen'}`
  const [at, all] = [screensOf(root).indexOf(screen) + 1, screensOf(root).length]
  root.querySelector('[data-evaluation-step]')!.textContent = `${at} van ${all}`
  root.querySelector<HTMLProgressElement>('[data-evaluation-bar]')!.value = at
}

function showScreen(root: HTMLElement, screen: HTMLElement): void {
  for (const one of screensOf(root)) one.hidden = one !== screen
  drawScreen(root)
  screen.focus({ preventScroll: true })
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  screen.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
}

const keyOf = (root: HTMLElement) => `evaluation ${root.dataset.action}`

/** What was filled in stays on this device; where nothing may be kept the form works without. */
function keep(root: HTMLElement, at: number): void {
  const kept = [...new FormData(formOf(root))].filter(([name]) => name !== '_token')
  try {
    localStorage.setItem(keyOf(root), JSON.stringify({ kept, at }))
  } catch {
    // The phone keeps nothing for pages.
  }
}

function forget(root: HTMLElement): void {
  try {
    localStorage.removeItem(keyOf(root))
  } catch {
    // It had nothing.
  }
}

/** Fills in what was kept here; a form of another version, or that promises something else, begins anew. Answers the screen where the student was. */
function restore(root: HTMLElement): number {
  const form = formOf(root)
  try {
    const { kept, at } = JSON.parse(localStorage.getItem(keyOf(root)) ?? '') as { kept: [string, string][]; at: number }
    const isOther = (hidden: string) =>
      kept.find(([name]) => name === hidden)?.[1] !== form.querySelector<HTMLInputElement>(`[name="${hidden}"]`)!.value
    if (isOther('version_id') || isOther('anonymous')) return 0
    for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'textarea, input:not([type="hidden"])',
    )) {
      const values = kept.filter(([name]) => name === field.name).map(([, value]) => value)
      if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox'))
        field.checked = values.includes(field.value)
      else field.value = values[0] ?? ''
    }
    return at
  } catch {
    return 0
  }
}

async function send(root: HTMLElement, finish: boolean): Promise<Outcome | null> {
  const body = new URLSearchParams(
    [...new FormData(formOf(root))].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  body.set('finish', finish ? '1' : '')
  body.set('script', '1')
  try {
    const answer = await fetch(root.dataset.action!, { method: 'POST', body, credentials: 'same-origin' })
    if (answer.status === 422) return { outcome: 'wrong' }
    return answer.ok ? ((await answer.json()) as Outcome) : null
  } catch {
    return null
  }
}

const note = (root: HTMLElement, name: 'wrong' | 'away') =>
  root.querySelector<HTMLElement>(`[data-evaluation-${name}]`)!

function tellWrong(root: HTMLElement, message: string | null): void {
  const place = note(root, 'wrong')
  place.hidden = message === null
  place.querySelector('span')!.textContent = message ?? ''
  if (message !== null) place.scrollIntoView({ block: 'center' })
}

function thank(root: HTMLElement): void {
  forget(root)
  note(root, 'away').hidden = true
  formOf(root).remove()
  const thanks = root.querySelector<HTMLElement>('[data-evaluation-thanks]')!
  thanks.hidden = false
  thanks.querySelector<HTMLElement>('h2')!.focus()
}

let isSending = false

/** All of it; without network once more as soon as there is one. */
async function finish(root: HTMLElement): Promise<void> {
  if (isSending) return
  isSending = true
  const answer = await send(root, true)
  isSending = false
  note(root, 'away').hidden = answer !== null
  if (answer === null) setTimeout(() => void finish(root), TRY_AGAIN_MS)
  else if (answer.outcome === 'wrong') tellWrong(root, WRONG)
  else if (answer.outcome === 'over' || answer.outcome === 'changed') location.reload()
  else thank(root)
}

function submitScreen(root: HTMLElement): void {
  tellWrong(root, null)
  const screens = screensOf(root)
  const at = screens.indexOf(shownOf(root))
  const next = screens[at + 1]
  keep(root, next ? at + 1 : at)
  if (!next) return void finish(root)
  showScreen(root, next)
  if (root.dataset.evaluation === 'named')
    void send(root, false).then((answer) => {
      note(root, 'away').hidden = answer !== null
      if (answer && answer.outcome !== 'kept' && answer.outcome !== 'wrong') location.reload()
    })
}

/** Tab stays within the screen that is shown: the next one is reached by its button alone. */
function holdTab(root: HTMLElement, event: KeyboardEvent): void {
  const screen = shownOf(root)
  const reached = [...screen.querySelectorAll<HTMLElement>('input, textarea, select, button, summary, a[href]')].filter(
    (one) => !(one as HTMLInputElement).disabled && one.offsetParent !== null,
  )
  const [first, last] = [reached[0], reached.at(-1)]
  const active = document.activeElement
  const leaves = event.shiftKey ? active === first || active === screen : active === last
  if (!leaves && screen.contains(active)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

export function start(): void {
  const root = page()
  if (!root) return
  const form = formOf(root)
  form.dataset.ready = ''
  const screens = screensOf(root)
  const at = Math.min(restore(root), screens.length - 1)
  showScreen(root, screens[at] ?? screens[0]!)
  form.addEventListener('input', () => {
    keep(root, screens.indexOf(shownOf(root)))
    drawScreen(root)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submitScreen(root)
  })
  on('click', '[data-evaluation-back]', () => showScreen(root, screens[screens.indexOf(shownOf(root)) - 1]!))
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') holdTab(root, event)
  })
  window.addEventListener('online', () => {
    if (!note(root, 'away').hidden && screens.indexOf(shownOf(root)) === screens.length - 1) void finish(root)
  })
}
