/** A checklist that is filled in: how a value lies to its limits, photos, and signing once more. */
import { VERDICTS, verdictOf } from '../../../src/system/checklists/filling.contract.ts'
import { el, on } from '../lib/dom.ts'
import { startPhotos } from './photos.ts'

function showVerdict(input: HTMLInputElement): void {
  const shown = input.parentElement?.querySelector('[data-checklist-verdict]')
  const { lowest = null, highest = null } = input.dataset
  const verdict = input.disabled ? null : verdictOf({ kind: 'number', lowest, highest }, input.value)
  shown?.replaceChildren(...(verdict === null ? [] : [el('span', { class: `is-${verdict}` }, VERDICTS[verdict])]))
}

/** The signature that is there goes when the form is saved, or is replaced by what is drawn. */
function signAgain(button: HTMLElement): void {
  const scope = button.closest('[data-signature-scope]')
  const value = scope?.querySelector<HTMLInputElement>('[data-signature-value]')
  const pad = scope?.querySelector<HTMLElement>('[data-checklist-pad]')
  if (!value || !pad) return
  value.value = 'none'
  pad.hidden = false
  scope?.querySelector('[data-checklist-signed]')?.remove()
}

/** Beyond the range of the meter: more, less, or as it is; a phone's keys for numbers have neither sign. */
function turnBeyond(button: HTMLElement): void {
  const input = button.parentElement?.querySelector<HTMLInputElement>('input')
  if (!input || input.disabled) return
  const [, sign = '', number = ''] = /^\s*([<>]?)\s*(.*)$/.exec(input.value) ?? []
  input.value = (sign === '' ? '>' : sign === '>' ? '<' : '') + number
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}

/** What is ticked as 'n.v.t.' has no other answer. */
function showNone(tick: HTMLInputElement): void {
  const block = tick.closest('[data-checklist-block]')
  for (const control of block?.querySelectorAll<HTMLInputElement>('[name$="[answer]"], [data-pick-date]') ?? []) {
    control.disabled = tick.checked
    if (control.dataset.lowest !== undefined || control.dataset.highest !== undefined) showVerdict(control)
  }
}

export function start(): void {
  on('input', 'input[data-lowest], input[data-highest]', (_event, input) => showVerdict(input as HTMLInputElement))
  on('change', '[data-checklist-none]', (_event, tick) => showNone(tick as HTMLInputElement))
  on('click', '[data-checklist-beyond]', (_event, button) => turnBeyond(button))
  on('click', '[data-checklist-again]', (_event, button) => signAgain(button))
  startPhotos()
}
