/** Keys that work anywhere (look.md 7). Single keys are off while typing, and for who switched them off. */
import { isTyping } from './lib/dom.ts'
import { topPopup } from './popup/layers.ts'
import { focusSearch } from './search.ts'
import { reloadInSight } from './table/keyboard.ts'

/** Sends the form the user is in, or the one of the popup on top. */
function submit(target: EventTarget | null): boolean {
  const near = target instanceof Element ? target.closest<HTMLFormElement>('form[data-form]') : null
  const form = near ?? topPopup()?.querySelector<HTMLFormElement>('form[data-form]')
  const button = form?.querySelector<HTMLButtonElement>('[data-step-next]:not([hidden]), [type="submit"]:not([hidden])')
  if (!button || button.disabled) return false
  button.click()
  return true
}

export function startShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.defaultPrevented || event.altKey) return
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (submit(target)) event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || isTyping(target) || document.body.dataset.keys === 'off') return
    if (key === '/' && !topPopup()) focusSearch()
    else if (key.toLowerCase() === 'r' && !event.shiftKey) reloadInSight()
    else return
    event.preventDefault()
  })
}
