/**
 * Passing on to Het Oranje Kruis in the finish wizard: the next step waits until nothing is against it (T-085), and what
 * the register gives out is not ours to print or to send (T-086).
 */
import { el, on } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { fetchJson } from '../lib/request.ts'

const CHECKING = 'Bezig met controleren bij Het Oranje Kruis…'
const FAILED = 'Controleren is niet gelukt. Zet het vinkje opnieuw om het nog eens te proberen.'

const boxOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('[data-hok]')
/** Forms whose next step waits for us, and which question they asked last. */
const held = new Set<HTMLFormElement>()
const asked = new WeakMap<HTMLFormElement, symbol>()

function hold(form: HTMLFormElement, waits: boolean): void {
  if (!waits && !held.delete(form)) return
  if (waits) held.add(form)
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-step-next]')) button.disabled = waits
}

function say(form: HTMLFormElement, kind: 'info' | 'success' | 'error', lines: string[]): void {
  const place = form.querySelector('[data-hok-answer]')
  if (lines.length === 0) return place?.replaceChildren()
  const text = el('div', { class: 'stack stack--tight' }, ...lines.map((line) => el('span', {}, line)))
  place?.replaceChildren(el('div', { class: `note note--${kind}` }, icon(kind), text))
}

async function check(form: HTMLFormElement, box: HTMLInputElement): Promise<void> {
  const mine = Symbol()
  asked.set(form, mine)
  if (!box.checked) {
    say(form, 'info', [])
    return hold(form, false)
  }
  hold(form, true)
  say(form, 'info', [CHECKING])
  const answer = await fetchJson<{ success: boolean; errors: string[] }>(box.dataset.hok!, { failText: '' }).catch(
    () => null,
  )
  // Somebody may have changed their mind meanwhile.
  if (asked.get(form) !== mine || !box.checked) return
  if (answer?.success) say(form, 'success', ['Alle cursisten kunnen worden doorgegeven.'])
  else say(form, 'error', answer?.errors ?? [FAILED])
  hold(form, !answer?.success)
}

export function start(): void {
  on('change', '[data-hok]', (_event, box) => void check(box.closest('form')!, box as HTMLInputElement))
  document.addEventListener('step:shown', (event) => {
    const form = event.target as HTMLFormElement
    const box = boxOf(form)
    if (!box) return
    const { step } = (event as CustomEvent<{ step: HTMLElement }>).detail
    if (step.contains(box)) void check(form, box)
    else hold(form, false)
    if (step.dataset.step === 'overview')
      for (const button of form.querySelectorAll<HTMLElement>('[data-step-submit][name=next]'))
        button.hidden = box.checked
  })
}
