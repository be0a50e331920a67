/** The tools for developers load when they are asked for: the API explorer with its popup, the other by its keys. */
import { matching, onContent } from '../lib/dom.ts'

/** Pressed while Ctrl or Shift stays down, in any order, these open the SVG colour converter (P-263). */
const KEYS = ['s', 'v', 'g']

const pressed = new Set<string>()

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

function press(event: KeyboardEvent): void {
  const key = event.key.toLowerCase()
  // Capitals in a text are no chord.
  const held = event.ctrlKey || (event.shiftKey && !isWriting(event.target))
  if (!held || event.altKey || event.metaKey || !KEYS.includes(key)) return pressed.clear()
  pressed.add(key)
  // The browser would save the page or search in it, and never tell of the keys that follow.
  if (event.ctrlKey && key !== 'v') event.preventDefault()
  if (pressed.size < KEYS.length) return
  pressed.clear()
  void import('./svg-tool.ts').then(({ openSvgTool }) => openSvgTool())
}

export function startDeveloper(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Control' && event.key !== 'Shift') press(event)
  })
  document.addEventListener('keyup', ({ key }) => {
    if (key === 'Control' || key === 'Shift') pressed.clear()
  })
  window.addEventListener('blur', () => pressed.clear())
  onContent((scope) => {
    for (const explorer of matching(scope, '[data-explorer]'))
      void import('./explorer.ts').then(({ startExplorer }) => startExplorer(explorer))
  })
}
