/** What is held near an edge of what scrolls takes it along. */

const EDGE_PX = 36
const STEP_PX = 14

const pull = (at: number, from: number, to: number): number =>
  at < from + EDGE_PX ? -STEP_PX : at > to - EDGE_PX ? STEP_PX : 0

export function cornerScroll(root: HTMLElement, x: number, y: number): void {
  const scroller = root.querySelector<HTMLElement>('.cal-week, .lanes-scroll, .cal-month, .pb-scroll')
  if (!scroller) return
  const { left, right, top, bottom } = scroller.getBoundingClientRect()
  const across = scroller.scrollWidth > scroller.clientWidth ? pull(x, left, right) : 0
  const down = scroller.scrollHeight > scroller.clientHeight ? pull(y, top, bottom) : 0
  if (across !== 0 || down !== 0) scroller.scrollBy(across, down)
}
