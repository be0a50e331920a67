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

/**
 * The lines of a text of any length, so that it can go on over the end of a page; a word that is wider than `width`
 * points is cut.
 */
export function textLines(
  document: Pdf,
  text: string,
  { width, weight, size }: Pick<TextBox, 'width' | 'weight' | 'size'>,
): string[] {
  document.font(weight).fontSize(size)
  const fitsLine = (line: string) => document.widthOfString(line) <= width
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fitsLine(longer)) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = word
      while (!fitsLine(line)) {
        let end = Math.max(1, Math.floor((line.length * width) / document.widthOfString(line)))
        while (end > 1 && !fitsLine(line.slice(0, end))) end--
        lines.push(line.slice(0, end))
        line = line.slice(end)
      }
    }
    return [...lines, line]
  })
}
