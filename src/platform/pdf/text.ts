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
  /** Room from `y` down, instead of `lines`: the text stands in its middle, on as many lines as it holds. */
  height?: number
  align?: 'left' | 'right' | 'center'
}

/** Leading between lines, as a part of the size. */
const LEADING = 0.18
const STEP = 0.5
/** Height of a line alone, as a part of the size. */
const ONE_LINE = 1.2
/** Height of Inter above the baseline, as a part of the size. */
const ASCENT = 0.96875
/** Down to this a text shrinks before its words are cut. */
const READABLE = 6
/** Below this nobody can read it; a text that still does not fit runs on. */
const SMALLEST = 4
/** Where a line may end: behind a space or a hyphen. */
const BREAK = / |(?<=-)/

type Sized = Omit<TextBox, 'x' | 'y' | 'color' | 'align'>

function widthAt(document: Pdf, text: string, size: number): number {
  return document.fontSize(size).widthOfString(text)
}

/** Whether the text fits into the box in this size; in `whole` words alone where asked for. */
function fits(document: Pdf, text: string, box: Sized, size: number, whole: boolean): boolean {
  if (whole && text.split(BREAK).some((word) => widthAt(document, word, size) > box.width)) return false
  const lineGap = size * LEADING
  const height = document.fontSize(size).heightOfString(text, { width: box.width, lineGap })
  const room = box.height === undefined ? (document.currentLineHeight(true) + lineGap) * (box.lines ?? 1) : box.height + lineGap // prettier-ignore
  return height <= room + 0.01
}

/** In which size a text is set, and whether on one line. */
function sizeOf(document: Pdf, text: string, box: Sized): { size: number; wraps: boolean } {
  const { width, size, minSize = size } = box
  document.font(box.weight)
  const natural = widthAt(document, text, size)
  const oneLine = natural <= width ? size : Math.floor(((size * width) / natural) * 10) / 10
  const hasOne = (box.lines ?? 1) === 1 && box.height === undefined
  if (oneLine >= minSize || hasOne) return { size: Math.max(oneLine, SMALLEST), wraps: false }
  const count = Math.max(1, Math.floor((minSize - SMALLEST) / STEP) + 1)
  const sizes = Array.from({ length: count }, (_, i) => minSize - i * STEP)
  const wrapped =
    sizes.find((at) => at >= READABLE && fits(document, text, box, at, true)) ??
    sizes.find((at) => fits(document, text, box, at, false))
  return { size: wrapped ?? SMALLEST, wraps: true }
}

const wrappedHeight = (document: Pdf, text: string, width: number, size: number): number =>
  document.fontSize(size).heightOfString(text, { width, lineGap: size * LEADING }) - size * LEADING

/** The height that `fitText` takes, in points. */
export function fittedHeight(document: Pdf, text: string, box: Sized): number {
  const { size, wraps } = sizeOf(document, text, box)
  return wraps ? wrappedHeight(document, text, box.width, size) : document.fontSize(box.size).currentLineHeight(true)
}

/**
 * Draws a text that is never cut off: on one line, smaller if need be down to `minSize`; then on up to `lines` lines, or as
 * many as stand in `height`; then smaller again until it fits. `y` is the top of the text.
 * @returns the height taken, in points
 */
export function fitText(document: Pdf, text: string, box: TextBox): number {
  const { x, width, size, align = 'left', height } = box
  const { size: set, wraps } = sizeOf(document, text, box)
  document.fillColor(box.color)
  if (!wraps) {
    const y = height === undefined ? box.y : box.y + (height - size * ONE_LINE) / 2
    const taken = widthAt(document, text, set)
    const shift = align === 'left' ? 0 : align === 'right' ? width - taken : (width - taken) / 2
    // A text that had to shrink still stands on the line of its neighbours.
    document.text(text, x + shift, y + size * ASCENT, { lineBreak: false, baseline: 'alphabetic' })
    return document.fontSize(size).currentLineHeight(true)
  }
  const taken = wrappedHeight(document, text, width, set)
  const y = height === undefined ? box.y : box.y + Math.max(0, (height - taken) / 2)
  document.text(text, x, y, { width, align, lineGap: set * LEADING })
  return taken
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
