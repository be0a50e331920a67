/**
 * A number that is taken is raised by one and the form sent again (T-164): `data-next-number` names the field inside
 * the form, and the server says so with the word 'bezet' in its message.
 */
import type { ErrorMap } from '../error-map.ts'

/** So many numbers in a row are tried; who needs more has typed something else than the end of the series. */
const MOST_TRIES = 25
const tries = new WeakMap<HTMLFormElement, number>()

/** Whether the form is being sent again, so that its errors are not shown. */
export function retriesNumber(form: HTMLFormElement, errors: ErrorMap): boolean {
  const name = form.querySelector<HTMLElement>('[data-next-number]')?.dataset.nextNumber
  const field = name === undefined ? null : form.elements.namedItem(name)
  const done = tries.get(form) ?? 0
  const taken = name !== undefined && Object.keys(errors).length === 1 && errors[name]?.[0]?.includes('bezet')
  if (!taken || !(field instanceof HTMLInputElement) || done >= MOST_TRIES) {
    tries.delete(form)
    return false
  }
  tries.set(form, done + 1)
  field.value = String(Number(field.value) + 1)
  // While the refused request is not over yet, a second one of the same form would be dropped.
  document.addEventListener('htmx:finally:request', () => setTimeout(() => form.requestSubmit()), { once: true })
  return true
}
