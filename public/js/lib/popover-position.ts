interface Placing {
  /** Edge of the anchor that the box lines up with. */
  align?: 'start' | 'end'
  /** Make the box as wide as its anchor. */
  stretch?: boolean
}

const GAP = 4
const MARGIN = 8

/** Puts an open popover below its anchor, or above it where there is more room, and always inside the window. */
export function positionPopover(
  box: HTMLElement,
  anchor: Element,
  { align = 'start', stretch = false }: Placing = {},
): void {
  const around = anchor.getBoundingClientRect()
  if (stretch) box.style.width = `${around.width}px`
  const { offsetWidth: width, offsetHeight: height } = box
  const left = align === 'start' ? around.left : around.right - width
  const below = innerHeight - around.bottom - GAP - MARGIN
  const above = around.top - GAP - MARGIN
  const top = height <= below || below >= above ? around.bottom + GAP : around.top - GAP - height
  box.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`
  box.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN))}px`
}
