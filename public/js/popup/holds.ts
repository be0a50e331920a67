/** Why a form cannot go on, or be sent, yet: each who has a reason gives it, and the buttons wait until none is left. */

/** The reasons by who gives them; '' waits without a word. */
const reasons = new WeakMap<HTMLFormElement, Map<string, string>>()

/** Where the choices stand that count now: the steps in sight, or the form as a whole. */
export function inSight(form: HTMLFormElement): HTMLElement[] {
  const steps = [...form.querySelectorAll<HTMLElement>('[data-step]:not([inert])')]
  return steps.length > 0 ? steps : [form]
}

export const isHeld = (form: HTMLFormElement): boolean => (reasons.get(form)?.size ?? 0) > 0

/** @param reason stands beside the buttons; null lets go */
export function hold(form: HTMLFormElement, who: string, reason: string | null): void {
  const all = reasons.get(form) ?? new Map<string, string>()
  reasons.set(form, all)
  if (reason === null) {
    if (!all.delete(who)) return
  } else all.set(who, reason)
  for (const button of form.querySelectorAll<HTMLButtonElement>('[type="submit"], [data-step-next]'))
    button.disabled = all.size > 0
  const note = form.querySelector('[data-form-note]')
  if (note) note.textContent = [...all.values()].find((text) => text !== '') ?? ''
  if (all.size === 0) form.dispatchEvent(new CustomEvent('hold:free', { bubbles: true }))
}
