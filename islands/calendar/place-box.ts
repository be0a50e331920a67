/** Where a floating box goes: beside its anchor, or else under or above it, and always inside the window. */

const GAP = 8

interface Sizes {
  width: number
  height: number
  viewWidth: number
  viewHeight: number
}

type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** @param x where the pointer is; it decides for an anchor that leaves no room on either side */
export function placeBox(anchor: Rect, x: number | null, sizes: Sizes): { left: number; top: number } {
  const { width, height, viewWidth, viewHeight } = sizes
  const maxLeft = viewWidth - width - GAP
  const maxTop = viewHeight - height - GAP
  const top = clamp(anchor.top, GAP, maxTop)
  if (anchor.right + GAP <= maxLeft) return { left: anchor.right + GAP, top }
  if (anchor.left - GAP - width >= GAP) return { left: anchor.left - GAP - width, top }
  const under = anchor.bottom + GAP
  return {
    left: clamp(x ?? anchor.left, GAP, maxLeft),
    top: under <= maxTop ? under : clamp(anchor.top - GAP - height, GAP, maxTop),
  }
}

/** The lower bound wins where the box is larger than the window. */
function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
