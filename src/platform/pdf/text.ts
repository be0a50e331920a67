import type { Pdf } from './document.ts'
import type { Weight } from './fonts.ts'

export interface TextBox {
  x: number
  y: number
  width: number
  weight: Weight
  /** Points; the largest size the text is set in. */
  size: number
  color: string
  /** Size down to which one line is preferred over several; equal to `size` when not given. */
  minSize?: number
  /** Lines the text may take once it no longer fits on one; 1 when not given. */
  lines?: number
  align?: 'left' | 'right' | 'center'
}

/** Leading between lines, as a part of the size. */
const LEADING = 0.18
const STEP = 0.5
/** Height of Inter above the baseline, as a part of the size. */
const ASCENT = 0.96875
/** Below this nobody can read it; a text that still does not fit runs on. */
const SMALLEST = 4

function widthAt(document: Pdf, text: string, size: number): number {
  return document.fontSize(size).widthOfString(text)
}

/** Whether the text fits on the lines of the box in this size. */
function fits(document: Pdf, text: string, box: TextBox, size: number): boolean {
  const lineGap = size * LEADING
  const height = document.fontSize(size).heightOfString(text, { width: box.width, lineGap })
  return height <= (document.currentLineHeight(true) + lineGap) * (box.lines ?? 1) + 0.01
}

/**
 * Draws a text that is never cut off: on one line, smaller if need be down to `minSize`; then on up to `lines` lines;
 * then smaller again until it fits. `y` is the top of the text.
 * @returns the height taken, in points
 */
export function fitText(document: Pdf, text: string, box: TextBox): number {
  const { x, y, width, size, align = 'left', minSize = size } = box
  document.font(box.weight).fillColor(box.color)
  const natural = widthAt(document, text, size)
  const oneLine = natural <= width ? size : Math.floor(((size * width) / natural) * 10) / 10
  if (oneLine >= minSize || (box.lines ?? 1) === 1) {
    const taken = widthAt(document, text, Math.max(oneLine, SMALLEST))
    const shift = align === 'left' ? 0 : align === 'right' ? width - taken : (width - taken) / 2
    // A text that had to shrink still stands on the line of its neighbours.
    document.text(text, x + shift, y + size * ASCENT, { lineBreak: false, baseline: 'alphabetic' })
    return document.fontSize(size).currentLineHeight(true)
  }
  let wrapped = minSize
  while (wrapped > SMALLEST && !fits(document, text, box, wrapped)) wrapped -= STEP
  const lineGap = wrapped * LEADING
  document.fontSize(wrapped)
  const height = document.heightOfString(text, { width, lineGap })
  document.text(text, x, y, { width, align, lineGap })
  return height - lineGap
}
