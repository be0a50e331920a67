/** Multi-step popups: one form, steps side by side, each next one fetched with everything filled in so far. */
import htmx from 'htmx.org'
import { isVisible, matching, on, onContent, parse } from '../lib/dom.ts'
import { fetchHtml, isFailure, withParams } from '../lib/request.ts'
import { scrollSideways } from '../lib/scroll.ts'
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

/** Everything filled in up to and including this step. */
function filledUntil(form: HTMLFormElement, step: HTMLElement): string {
  const later = stepsOf(form).filter((other) => step.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
  const ignored = new Set(
    later.flatMap((other) => [...other.querySelectorAll<HTMLInputElement>('[name]')]).map((field) => field.name),
  )
  return [...new FormData(form)]
    .filter(([name]) => !ignored.has(name))
    .map(([name, value]) => `${name}=${value as string}`)
    .join('\n')
}

function showProgress(form: HTMLFormElement, percentage: number): void {
  const bar = form.querySelector<HTMLProgressElement>('[data-steps-bar]')
  if (!bar) return
  const at = indexOf(form, currentOf(form).dataset.step) + 1
  bar.value = percentage
  bar.setAttribute('aria-label', `Voortgang: stap ${at} van ${namesOf(form).length}, ${percentage}%`)
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

async function show(form: HTMLFormElement, step: HTMLElement, focus = true): Promise<void> {
  const steps = stepsOf(form)
  for (const other of steps) other.inert = other !== step
  const total = namesOf(form).length
  const at = indexOf(form, step.dataset.step)
  drawNames(form, at)
  showProgress(form, progressAt(at, total))
  const last = at === total - 1
  const first = step === steps[0]
  for (const button of form.querySelectorAll<HTMLElement>('[data-step-cancel]')) button.hidden = !first
  for (const button of form.querySelectorAll<HTMLElement>('[data-step-back]')) button.hidden = first
  for (const button of form.querySelectorAll<HTMLElement>('[data-step-next]')) button.hidden = last
  for (const button of form.querySelectorAll<HTMLElement>('[data-step-submit]')) button.hidden = !last
  form.dispatchEvent(new CustomEvent('step:shown', { bubbles: true, detail: { step } }))
  const track = step.parentElement
  if (track) await scrollSideways(track, step.offsetLeft - track.offsetLeft)
  // Who is faster than the sliding keeps the field that they chose.
  if (!focus || step.inert || step.contains(document.activeElement)) return
  const fields = [...step.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea, .sel-btn')]
  ;(fields.find(isVisible) ?? step).focus({ preventScroll: true })
}

/** Fetches the step that follows; the server may answer a later one when a step does not apply. */
async function fetchNext(form: HTMLFormElement, key: string): Promise<HTMLElement | null> {
  const url = withParams(form.dataset.stepUrl ?? location.pathname, { step: key })
  const multipart = form.enctype === 'multipart/form-data'
  const data = new FormData(form)
  const body = multipart ? data : new URLSearchParams([...data].map(([name, value]) => [name, value as string]))
  const html = await fetchHtml(url, { method: 'POST', body, source: form })
  return parse(html).querySelector<HTMLElement>('[data-step]')
}

function insert(form: HTMLFormElement, step: HTMLElement): void {
  const at = indexOf(form, step.dataset.step)
  for (const old of stepsOf(form)) if (old.dataset.step === step.dataset.step) old.remove()
  const after = stepsOf(form)
    .filter((other) => indexOf(form, other.dataset.step) < at)
    .at(-1)
  if (after) after.after(step)
  else form.querySelector('[data-steps-track]')?.append(step)
  step.tabIndex = -1
  step.inert = true
  htmx.process(step)
}

async function next(form: HTMLFormElement): Promise<void> {
  const current = currentOf(form)
  const key = namesOf(form)[indexOf(form, current.dataset.step) + 1]?.dataset.stepKey
  if (key === undefined) return
  const filled = filledUntil(form, current)
  const ready = current.nextElementSibling
  if (ready instanceof HTMLElement && fetchedFor.get(ready) === filled) return show(form, ready)
  const button = form.querySelector('[data-step-next]')
  button?.setAttribute('aria-busy', 'true')
  try {
    const step = await fetchNext(form, key)
    if (!step) return
    insert(form, step)
    fetchedFor.set(step, filled)
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

export function start(): void {
  onContent((scope) => {
    for (const form of matching<HTMLFormElement>(scope, 'form[data-steps]')) void show(form, currentOf(form), false)
    // The end screen takes the place of the form, and with it of what had the focus.
    matching(scope, '[data-end]')[0]?.focus()
  })
  on('click', '[data-step-next]', (_event, button) => void next(button.closest('form')!))
  on('click', '[data-step-back]', (_event, button) => back(button.closest('form')!))
  // Enter in a field of an earlier step means 'Volgende'; captured, before htmx sends the form.
  on(
    'submit',
    'form[data-steps]',
    (event, form) => {
      const steps = form as HTMLFormElement
      if (indexOf(steps, currentOf(steps).dataset.step) === namesOf(steps).length - 1) return
      event.preventDefault()
      event.stopPropagation()
      if (!steps.querySelector('[data-step-next]:disabled')) void next(steps)
    },
    { capture: true },
  )
  // Only the form's own request is its submission; selectors and tables inside a step load for themselves.
  on('htmx:before:request', 'form[data-steps]', (event, form) => {
    if (event.target === form) showProgress(form as HTMLFormElement, 100)
  })
  on('htmx:after:request', 'form[data-steps]', (event, form) => {
    if (event.target !== form) return
    const steps = form as HTMLFormElement
    if ((event.detail.ctx.response?.status ?? 0) < 400) return
    showProgress(steps, progressAt(indexOf(steps, currentOf(steps).dataset.step), namesOf(steps).length))
  })
  // A mistake in an earlier step opens that step.
  document.addEventListener('reveal', (event) => {
    const step = (event.target as Element).closest<HTMLElement>('[data-step]')
    const form = step?.closest('form')
    if (step?.inert && form) void show(form, step).then(() => (event.target as HTMLElement).focus())
  })
  window.addEventListener('resize', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-steps]')) {
      const step = currentOf(form)
      const track = step.parentElement
      if (track) track.scrollLeft = step.offsetLeft - track.offsetLeft
    }
  })
}
