/**
 * The plain case of a multi-step popup: its steps stand under each other on one page. What needs no choice is folded into
 * a line that says what is proposed; it opens for who wants something else, or where something in it is wrong.
 */
import { on } from '../lib/dom.ts'

/** Whether all that comes after this step is drawn beneath it. */
export const isPlain = (step: Element): boolean =>
  step.matches('[data-plain]') || step.querySelector('[data-plain]') !== null

const setFolded = (step: Element, folded: boolean): void => {
  step.toggleAttribute('data-folded', folded)
  step.querySelector('[data-step-line]')?.setAttribute('aria-expanded', String(!folded))
}

export const unfold = (step: Element): void => setFolded(step, false)

const controlsOf = (step: Element) => [...step.querySelectorAll<HTMLElement>('input, select, textarea, button, a')]

/** Puts a step in the place of what it was before: what was opened stays open, and who was in it stays where they were. */
export function replaceStep(old: HTMLElement, fresh: HTMLElement): void {
  const at = controlsOf(old).indexOf(document.activeElement as HTMLElement)
  const focused = at === -1 ? null : (document.activeElement as HTMLInputElement)
  const caret = focused?.type === 'text' ? focused.selectionStart : null
  if (!old.hasAttribute('data-folded')) unfold(fresh)
  old.replaceWith(fresh)
  const same = controlsOf(fresh)[at]
  if (!focused || same?.tagName !== focused.tagName) return
  same.focus({ preventScroll: true })
  if (caret !== null) (same as HTMLInputElement).setSelectionRange(caret, caret)
}

export function startFolds(): void {
  on('click', '[data-step-line]', (_event, button) => {
    const step = button.closest('[data-step]')!
    setFolded(step, !step.hasAttribute('data-folded'))
  })
}
