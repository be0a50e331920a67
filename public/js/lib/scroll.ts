/** Duration of the scroll animation (P-035). */
const SCROLL_MS = 500

function ease(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2
}

/** Scrolls an element sideways in 500 ms; at once for who asked for less motion. */
export function scrollSideways(element: HTMLElement, to: number): Promise<void> {
  const from = element.scrollLeft
  if (from === to || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    element.scrollLeft = to
    return Promise.resolve()
  }
  return new Promise((done) => {
    const start = performance.now()
    const step = (now: number) => {
      const part = Math.min((now - start) / SCROLL_MS, 1)
      element.scrollLeft = from + (to - from) * ease(part)
      if (part < 1) requestAnimationFrame(step)
      else done()
    }
    requestAnimationFrame(step)
  })
}
