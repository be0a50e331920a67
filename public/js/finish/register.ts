/**
 * Passing on to registers in the finish wizard: the next step waits until nothing is against it (T-085), and what a
 * register gives out is not ours to print or to send (T-086).
 */
import { el, on } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { fetchJson } from '../lib/request.ts'
import { hold } from '../popup/holds.ts'

const FAILED = 'Controleren is niet gelukt. Zet het vinkje opnieuw om het nog eens te proberen.'

const boxesOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('[data-register]')]
/** Which question a box asked last. */
const asked = new WeakMap<HTMLInputElement, symbol>()

/** The form waits as long as one of its boxes does. */
const wait = (form: HTMLFormElement, box: HTMLInputElement, waits: boolean) =>
  hold(form, `register ${box.name}`, waits ? '' : null)

function say(box: HTMLInputElement, kind: 'info' | 'success' | 'error', lines: string[]): void {
  const place = box.closest('section')?.querySelector('[data-register-answer]')
  if (lines.length === 0) return place?.replaceChildren()
  const text = el('div', { class: 'stack stack--tight' }, ...lines.map((line) => el('span', {}, line)))
  place?.replaceChildren(el('div', { class: `note note--${kind}` }, icon(kind), text))
}

async function check(form: HTMLFormElement, box: HTMLInputElement): Promise<void> {
  const mine = Symbol()
  asked.set(box, mine)
  if (!box.checked) {
    say(box, 'info', [])
    return wait(form, box, false)
  }
  wait(form, box, true)
  say(box, 'info', [`Bezig met controleren bij ${box.dataset.registerName}…`])
  const url = box.dataset.register!
  const answer = await fetchJson<{ success: boolean; errors: string[] }>(url, { failText: '' }).catch(() => null)
  // Somebody may have changed their mind meanwhile.
  if (asked.get(box) !== mine || !box.checked) return
  if (answer?.success) say(box, 'success', ['Alle cursisten kunnen worden doorgegeven.'])
  else say(box, 'error', answer?.errors ?? [FAILED])
  wait(form, box, !answer?.success)
}

export function start(): void {
  on('change', '[data-register]', (_event, box) => void check(box.closest('form')!, box as HTMLInputElement))
  document.addEventListener('step:shown', (event) => {
    const form = event.target as HTMLFormElement
    const boxes = boxesOf(form)
    for (const box of boxes)
      if (box.closest('[inert]')) wait(form, box, false)
      // On one page it stays in sight: what was asked is not asked again with every step that follows.
      else if (!form.hasAttribute('data-drawn') || !asked.has(box)) void check(form, box)
    if (boxes.length > 0 && form.querySelector('[data-step=overview]:not([inert])'))
      for (const button of form.querySelectorAll<HTMLElement>('[data-step-submit][name=next]'))
        button.hidden = boxes.some(({ checked }) => checked)
  })
}
