/** What a bulk action will do is worked out anew when a choice in its question changes, and when the world did. */
import htmx from 'htmx.org'
import { el, on } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { latest } from '../lib/latest.ts'
import { ONCE_FIELD } from '../lib/once-token.ts'
import { fetchHtml, isFailure } from '../lib/request.ts'
import { popupOf } from '../popup/layers.ts'

const asking = latest<HTMLElement>()
/** The choices that the plan on show was made of. */
const shownFor = new WeakMap<HTMLFormElement, string>()
/** What is typed is looked at when the typing rests. */
const REST_MS = 300
const resting = new WeakMap<HTMLFormElement, ReturnType<typeof setTimeout>>()

/** What is chosen, without what names the plan and the sending. */
function choicesOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(([name]) => name !== 'plan' && name !== ONCE_FIELD)
  return JSON.stringify(fields.map(([name, value]) => [name, value as string]))
}

/** The button and the title say what the plan on show comes to; without anything to do the button is off. */
function drawAround(form: HTMLFormElement): void {
  const {
    planLabel = '',
    planTitle = '',
    planRefusal = '',
  } = form.querySelector<HTMLElement>('[data-plan-label]')?.dataset ?? {}
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]')
  const title = popupOf(form)?.querySelector('.popup-title')
  const note = form.querySelector('[data-form-note]')
  if (button) button.textContent = planLabel
  if (button) button.disabled = planRefusal !== ''
  if (title) title.textContent = planTitle
  if (note) note.textContent = planRefusal
}

/** @param isTyping what is half typed is no error yet */
async function showPlan(form: HTMLFormElement, isTyping = false): Promise<void> {
  const question = form.querySelector<HTMLElement>('[data-bulk-plan]')
  const shown = question?.querySelector<HTMLElement>('[data-plan-shown]')
  if (!question || !shown) return
  const signal = asking.next(shown)
  shown.setAttribute('aria-busy', 'true')
  const choices = choicesOf(form)
  shownFor.delete(form)
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]')
  // Until it says what it does nobody presses it.
  if (button) button.disabled = true
  try {
    const fields = [...new FormData(form)].map(([name, value]) => [name, value as string])
    const text = await fetchHtml(question.dataset.bulkPlan ?? '', {
      method: 'POST',
      body: new URLSearchParams(fields),
      source: form,
      signal,
      ...(isTyping ? { failText: '' } : {}),
    })
    await htmx.swap({ text, target: shown, sourceElement: shown, swap: 'innerHTML' })
    drawAround(form)
    shownFor.set(form, choices)
  } catch (error) {
    if (!isFailure(error)) throw error
  } finally {
    if (!signal.aborted) shown.removeAttribute('aria-busy')
  }
}

function tellChanged(form: HTMLFormElement, message: string): void {
  form.querySelector('[data-plan-changed]')?.remove()
  const note = { class: 'note note--warning', role: 'alert', 'data-plan-changed': true }
  form.querySelector('[data-bulk-plan]')?.prepend(el('div', note, icon('alert'), el('b', {}, message)))
}

/** Looks at the choices, unless it is their plan that is on show: whoever goes on to the button presses it at once. */
function chosen(event: Event, form: HTMLFormElement, isTyping = false): void {
  clearTimeout(resting.get(form))
  // What only looks at the plan changes nothing of it.
  if ((event.target as Element).closest('[data-beside-plan]') || shownFor.get(form) === choicesOf(form)) return
  void showPlan(form, isTyping)
}

const TYPED = 'textarea[name], input[name]:not([type="checkbox"], [type="radio"], [type="hidden"])'

export function start(): void {
  on('change', 'form[data-asks]', (event, form) => chosen(event, form as HTMLFormElement))
  on('input', 'form[data-asks]', (event, element) => {
    const form = element as HTMLFormElement
    if (!(event.target as Element).matches(TYPED)) return
    clearTimeout(resting.get(form))
    resting.set(
      form,
      setTimeout(() => chosen(event, form, true), REST_MS),
    )
  })
  // What others do meanwhile is seen before it is in the way.
  document.addEventListener('changed', (event) => {
    const types = (event as CustomEvent<{ items: { type: string }[] }>).detail.items.map(({ type }) => type)
    for (const question of document.querySelectorAll<HTMLElement>('[data-bulk-plan][data-live]')) {
      const form = question.closest('form')
      if (form && question.dataset.live!.split(' ').some((type) => types.includes(type))) void showPlan(form)
    }
  })
  document.addEventListener('plan:changed', (event) => {
    const form = event.target as HTMLFormElement
    tellChanged(form, (event as CustomEvent<string>).detail)
    void showPlan(form)
  })
}
