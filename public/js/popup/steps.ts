/**
 * Multi-step popups: one form, steps side by side, each next one fetched with everything filled in so far. From a step
 * that is plain on (`drawn-out.ts`) those after it stand beneath it, and follow what is changed above them.
 */
import htmx from 'htmx.org'
import { isVisible, matching, on, onContent, parse } from '../lib/dom.ts'
import { fetchHtml, isFailure, withParams } from '../lib/request.ts'
import { scrollSideways } from '../lib/scroll.ts'
import { isPlain, replaceStep, startFolds, unfold } from './drawn-out.ts'
import { inSight, isHeld } from './holds.ts'
import { progressAt } from './progress.ts'

/** What the steps before it held when a step was fetched; when that still stands, the step is not fetched again. */
const fetchedFor = new WeakMap<Element, string>()

function stepsOf(form: HTMLFormElement): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>('[data-step]')]
}

function currentOf(form: HTMLFormElement): HTMLElement {
  return form.querySelector<HTMLElement>('[data-step]:not([inert])') ?? stepsOf(form)[0]!
}

function namesOf(form: HTMLFormElement): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>('[data-step-key]')]
}

function indexOf(form: HTMLFormElement, key: string | undefined): number {
  return namesOf(form).findIndex((name) => name.dataset.stepKey === key)
}

/** How far the steps in sight reach. */
const reached = (form: HTMLFormElement): number => indexOf(form, inSight(form).at(-1)?.dataset.step)
const isLast = (form: HTMLFormElement): boolean => reached(form) === namesOf(form).length - 1
const isDrawn = (form: HTMLFormElement): boolean => form.hasAttribute('data-drawn')

const filled = (form: HTMLFormElement, isWanted: (name: string) => boolean = () => true): string =>
  [...new FormData(form)]
    .filter(([name]) => isWanted(name))
    .map(([name, value]) => `${name}=${value as string}`)
    .join('\n')

/** Everything filled in up to and including this step. */
function filledUntil(form: HTMLFormElement, step: HTMLElement): string {
  const later = stepsOf(form).filter((other) => step.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
  const ignored = new Set(
    later.flatMap((other) => [...other.querySelectorAll<HTMLInputElement>('[name]')]).map((field) => field.name),
  )
  return filled(form, (name) => !ignored.has(name))
}

function showProgress(form: HTMLFormElement, percentage: number): void {
  const bar = form.querySelector<HTMLProgressElement>('[data-steps-bar]')
  if (!bar) return
  bar.value = percentage
  bar.setAttribute('aria-label', `Voortgang: stap ${reached(form) + 1} van ${namesOf(form).length}, ${percentage}%`)
}

function drawNames(form: HTMLFormElement, at: number): void {
  namesOf(form).forEach((name, i) => {
    name.classList.toggle('is-done', i < at)
    name.classList.toggle('is-now', i === at)
    if (i === at) name.setAttribute('aria-current', 'step')
    else name.removeAttribute('aria-current')
  })
  namesOf(form)[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** What is shown with a step: from the first that is plain on all of them, else it alone. */
function shownWith(form: HTMLFormElement, step: HTMLElement): HTMLElement[] {
  const steps = stepsOf(form)
  const plain = steps.findIndex(isPlain)
  return plain === -1 || steps.indexOf(step) < plain ? [step] : steps.slice(plain)
}

function drawFoot(form: HTMLFormElement): void {
  const first = currentOf(form) === stepsOf(form)[0]
  const last = isLast(form)
  const set = (name: string, hidden: boolean) => {
    for (const button of form.querySelectorAll<HTMLElement>(`[data-step-${name}]`)) button.hidden = hidden
  }
  set('cancel', !first)
  set('back', first)
  set('next', last || isDrawn(form))
  set('submit', !last)
}

async function show(form: HTMLFormElement, step: HTMLElement, focus = true): Promise<void> {
  const shown = shownWith(form, step)
  for (const other of stepsOf(form)) other.inert = !shown.includes(other)
  form.toggleAttribute('data-drawn', isPlain(shown[0]!))
  drawNames(form, reached(form))
  showProgress(form, progressAt(reached(form), namesOf(form).length))
  drawFoot(form)
  form.dispatchEvent(new CustomEvent('step:shown', { bubbles: true, detail: { step } }))
  const track = step.parentElement
  if (isDrawn(form)) void complete(form)
  else if (track) await scrollSideways(track, step.offsetLeft - track.offsetLeft)
  // Who is faster than the sliding keeps the field that they chose.
  if (!focus || step.inert || step.contains(document.activeElement)) return
  const fields = [...step.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea, .sel-btn')]
  ;(fields.find(isVisible) ?? step).focus({ preventScroll: true })
}

/**
 * Fetches the step that follows; the server may answer a later one when a step does not apply.
 * @param tell says what is against it, at the fields
 */
async function fetchNext(form: HTMLFormElement, key: string, tell: boolean): Promise<HTMLElement | null> {
  const url = withParams(form.dataset.stepUrl ?? location.pathname, { step: key })
  const multipart = form.enctype === 'multipart/form-data'
  const data = new FormData(form)
  const body = multipart ? data : new URLSearchParams([...data].map(([name, value]) => [name, value as string]))
  const html = await fetchHtml(url, { method: 'POST', body, ...(tell ? { source: form } : { failText: '' }) })
  return parse(html).querySelector<HTMLElement>('[data-step]')
}

function insert(form: HTMLFormElement, step: HTMLElement): void {
  const at = indexOf(form, step.dataset.step)
  step.tabIndex = -1
  step.inert = true
  const [old, ...others] = stepsOf(form).filter(({ dataset }) => dataset.step === step.dataset.step)
  for (const other of others) other.remove()
  const after = stepsOf(form)
    .filter((other) => indexOf(form, other.dataset.step) < at)
    .at(-1)
  if (old) {
    step.inert = old.inert
    replaceStep(old, step)
  } else if (after) after.after(step)
  else form.querySelector('[data-steps-track]')?.append(step)
  htmx.process(step)
}

/** The first step beneath those in sight that is missing, or was fetched for something else than stands above it now. */
function firstStale(form: HTMLFormElement): { above: HTMLElement; key: string } | null {
  let above = currentOf(form)
  for (;;) {
    const key = namesOf(form)[indexOf(form, above.dataset.step) + 1]?.dataset.stepKey
    if (key === undefined) return null
    const below = above.nextElementSibling
    if (!(below instanceof HTMLElement) || fetchedFor.get(below) !== filledUntil(form, above)) return { above, key }
    above = below
  }
}

async function drawBeneath(form: HTMLFormElement, tell: boolean): Promise<boolean> {
  for (;;) {
    const stale = form.isConnected && isDrawn(form) ? firstStale(form) : null
    if (!stale) return true
    // What is being chosen is not taken away from under it.
    if (isHeld(form) || form.querySelector('.ts-wrapper')) return false
    const before = filledUntil(form, stale.above)
    const all = filled(form)
    const step = await fetchNext(form, stale.key, tell)
    if (!step) return false
    // Who went on filling in meanwhile is asked again, with that.
    if (filled(form) !== all) continue
    insert(form, step)
    fetchedFor.set(step, before)
    await show(form, stale.above, false)
  }
}

const drawing = new WeakMap<HTMLFormElement, Promise<boolean>>()

/** Draws what is missing beneath a plain step, and anew what no longer fits what stands above it. */
function complete(form: HTMLFormElement, tell = false): Promise<boolean> {
  const running = drawing.get(form)
  if (running) return running
  const run = drawBeneath(form, tell)
    .catch((error: unknown) => {
      if (!isFailure(error)) throw error
      return false
    })
    .finally(() => drawing.delete(form))
    .then((isComplete) => {
      // The button that draws the rest is there for when it did not come by itself.
      for (const button of form.querySelectorAll<HTMLElement>('[data-step-next]')) button.hidden = isLast(form)
      return isComplete
    })
  drawing.set(form, run)
  return run
}

/** Something in the form changed, and with it perhaps what is plain. */
function follow(form: HTMLFormElement): void {
  const current = currentOf(form)
  if (isPlain(shownWith(form, current)[0]!) !== isDrawn(form)) void show(form, current, false)
  else if (isDrawn(form)) void complete(form)
}

const sending = new WeakSet<HTMLFormElement>()

/** Sent while something beneath was still following what is above: it goes once all of it stands. */
async function sendOnceDrawn(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  if (sending.has(form)) return
  const seen = isLast(form)
  sending.add(form)
  const ready = (await complete(form)) || (await complete(form, true))
  sending.delete(form)
  if (ready && seen && !isHeld(form)) form.requestSubmit(submitter)
}

async function next(form: HTMLFormElement): Promise<void> {
  if (isDrawn(form)) return void complete(form, true)
  const current = currentOf(form)
  const key = namesOf(form)[indexOf(form, current.dataset.step) + 1]?.dataset.stepKey
  if (key === undefined) return
  const before = filledUntil(form, current)
  const ready = current.nextElementSibling
  if (ready instanceof HTMLElement && fetchedFor.get(ready) === before) return show(form, ready)
  const button = form.querySelector('[data-step-next]')
  button?.setAttribute('aria-busy', 'true')
  try {
    const step = await fetchNext(form, key, true)
    if (!step) return
    insert(form, step)
    fetchedFor.set(step, before)
    await show(form, step)
  } catch (error) {
    if (!isFailure(error)) throw error
  } finally {
    button?.removeAttribute('aria-busy')
  }
}

function back(form: HTMLFormElement): void {
  const before = currentOf(form).previousElementSibling
  if (before instanceof HTMLElement) void show(form, before)
}

/** Captured, before htmx sends the form. */
function onSubmit(event: SubmitEvent, form: HTMLFormElement): void {
  const waits = isDrawn(form) && firstStale(form) !== null
  if (isLast(form) && !waits) return
  event.preventDefault()
  event.stopPropagation()
  if (waits) void sendOnceDrawn(form, event.submitter)
  // Enter in a field of an earlier step means 'Volgende'.
  else if (!form.querySelector('[data-step-next]:disabled')) void next(form)
}

export function start(): void {
  startFolds()
  onContent((scope) => {
    for (const form of matching<HTMLFormElement>(scope, 'form[data-steps]')) void show(form, currentOf(form), false)
    // The end screen takes the place of the form, and with it of what had the focus.
    matching(scope, '[data-end]')[0]?.focus()
  })
  on('click', '[data-step-next]', (_event, button) => void next(button.closest('form')!))
  on('click', '[data-step-back]', (_event, button) => back(button.closest('form')!))
  for (const type of ['change', 'htmx:after:swap', 'hold:free'])
    on(type as 'change', 'form[data-steps]', (_event, form) => follow(form as HTMLFormElement))
  on('submit', 'form[data-steps]', (event, form) => onSubmit(event, form as HTMLFormElement), { capture: true })
  // Only the form's own request is its submission; selectors and tables inside a step load for themselves.
  on('htmx:before:request', 'form[data-steps]', (event, form) => {
    if (event.target === form) showProgress(form as HTMLFormElement, 100)
  })
  on('htmx:after:request', 'form[data-steps]', (event, form) => {
    if (event.target !== form) return
    const steps = form as HTMLFormElement
    if ((event.detail.ctx.response?.status ?? 0) < 400) return
    showProgress(steps, progressAt(reached(steps), namesOf(steps).length))
  })
  // A mistake in an earlier step opens that step; where it is folded, it unfolds.
  document.addEventListener('reveal', (event) => {
    const step = (event.target as Element).closest<HTMLElement>('[data-step]')
    const form = step?.closest('form')
    if (step) unfold(step)
    if (step?.inert && form) void show(form, step).then(() => (event.target as HTMLElement).focus())
  })
  window.addEventListener('resize', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-steps]')) {
      const step = currentOf(form)
      const track = step.parentElement
      if (track && !isDrawn(form)) track.scrollLeft = step.offsetLeft - track.offsetLeft
    }
  })
}
