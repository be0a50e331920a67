interface Placing {
  /** Edge of the anchor that the box lines up with. */
  align?: 'start' | 'end'
  /** Make the box as wide as its anchor. */
  stretch?: boolean
  /** What lies below the anchor and is not to be covered: the box gets shorter rather than that, as far as it is of use. */
  free?: Element | null
}

const GAP = 4
const MARGIN = 8
/** A box that is lower shows too little. */
const LEAST_HEIGHT = 200

/** Puts an open popover below its anchor, or above it where there is more room, and always inside the window. */
export function positionPopover(
  box: HTMLElement,
  anchor: Element,
  { align = 'start', stretch = false, free = null }: Placing = {},
): void {
  const around = anchor.getBoundingClientRect()
  box.style.maxHeight = ''
  if (stretch) box.style.width = `${around.width}px`
  const { offsetWidth: width, offsetHeight: height } = box
  const left = align === 'start' ? around.left : around.right - width
  const above = around.top - GAP - MARGIN
  const untilFree = free === null ? Infinity : free.getBoundingClientRect().top - around.bottom - GAP
  const inWindow = innerHeight - around.bottom - GAP - MARGIN
  const keeps = Math.max(untilFree, above) >= LEAST_HEIGHT && untilFree >= 0
  const below = keeps ? Math.min(inWindow, untilFree) : inWindow
  // Once above it stays there, however few lines are left of it.
  const isBelow = box.dataset.above === undefined && (height <= below || below >= above)
  if (free !== null && keeps) {
    box.style.maxHeight = `${isBelow ? below : above}px`
    if (!isBelow) box.dataset.above = ''
  }
  const shown = box.offsetHeight
  const top = isBelow ? around.bottom + GAP : around.top - GAP - shown
  box.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`
  box.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - shown - MARGIN))}px`
}
