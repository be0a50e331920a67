/** Keys that are pressed one after the other while Ctrl or Shift stays down, in any order. */

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** Calls back when all of these letters were pressed in one go. */
export function onChord(keys: readonly string[], run: () => unknown): void {
  const pressed = new Set<string>()
  const press = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    // Capitals in a text are no chord.
    const held = event.ctrlKey || (event.shiftKey && !isWriting(event.target))
    if (!held || event.altKey || event.metaKey || !keys.includes(key)) return pressed.clear()
    pressed.add(key)
    // The browser would save the page or search in it, and never tell of the keys that follow.
    if (event.ctrlKey && key !== 'v') event.preventDefault()
    if (pressed.size < keys.length) return
    pressed.clear()
    void run()
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Control' && event.key !== 'Shift') press(event)
  })
  document.addEventListener('keyup', ({ key }) => {
    if (key === 'Control' || key === 'Shift') pressed.clear()
  })
  window.addEventListener('blur', () => pressed.clear())
}
