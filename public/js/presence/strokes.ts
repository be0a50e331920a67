/** A signature as it is drawn: lines of points, in CSS pixels of the pad. */
export interface Point {
  x: number
  y: number
}
export type Stroke = Point[]

export const LINE_WIDTH = 2

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The part of the pad that was drawn on, in whole pixels and with room for the width of the line; null for none. */
export function boundsOf(strokes: readonly Stroke[]): Box | null {
  const points = strokes.flat()
  if (points.length === 0) return null
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const x = Math.floor(Math.min(...xs) - LINE_WIDTH)
  const y = Math.floor(Math.min(...ys) - LINE_WIDTH)
  return {
    x,
    y,
    width: Math.ceil(Math.max(...xs) + LINE_WIDTH) - x,
    height: Math.ceil(Math.max(...ys) + LINE_WIDTH) - y,
  }
}
