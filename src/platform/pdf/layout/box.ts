/** The ground of an element and the lines around it. */
import type { Pdf } from '../document.ts'
import type { Length, OwnStyle } from './style.ts'

export const pointsOf = (length: Length | undefined, of: number): number | undefined =>
  typeof length === 'object' ? length.share * of : length

export const isDrawn = ({ background, borderTop, borderRight, borderBottom, borderLeft }: OwnStyle): boolean =>
  background !== undefined || [borderTop, borderRight, borderBottom, borderLeft].some((line) => line !== undefined && line.width > 0) // prettier-ignore

export function drawBox(
  doc: Pdf,
  { background, borderTop, borderRight, borderBottom, borderLeft }: OwnStyle,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  ends = { top: true, bottom: true },
): void {
  if (background !== undefined) doc.rect(x, y, width, height).fill(background)
  const line = (of: typeof borderTop, from: [number, number], to: [number, number]) => {
    if (of && of.width > 0) doc.moveTo(...from).lineTo(...to).lineWidth(of.width).stroke(of.color) // prettier-ignore
  }
  if (ends.top) line(borderTop, [x, y], [x + width, y])
  if (ends.bottom) line(borderBottom, [x, y + height], [x + width, y + height])
  line(borderLeft, [x, y], [x, y + height])
  line(borderRight, [x + width, y], [x + width, y + height])
}
