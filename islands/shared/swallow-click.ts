/** After a drag the browser still sends a click to what was dragged. What is pressed next is meant, however busy the page was. */
export function swallowClick(): void {
  const over = new AbortController()
  const swallow = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true, signal: over.signal })
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, once: true, signal: over.signal })
  setTimeout(() => over.abort(), 50)
}
