/** What is typed while a field is still on its way is meant for that field. */

/**
 * Holds what is typed from now on.
 * @returns ends that, and tells what was typed
 */
export function holdTyping(): () => string {
  let typed = ''
  const hold = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', hold, { capture: true })
  return () => {
    removeEventListener('keydown', hold, { capture: true })
    return typed
  }
}
