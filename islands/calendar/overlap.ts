/**
 * Side by side in a day column. Time is cut into slices of five minutes; pieces that share a slice overlap. A time frame
 * is a chain of pieces that overlap one another: within it all have the same width, so that no two can cover each other.
 */
import { byStart, type Piece } from './split.ts'

const SLICE_MINUTES = 5

export interface Lane {
  /** The most pieces at one moment of the time frame, minus one. */
  overlap: number
  /** Which of the `overlap + 1` places the piece takes, from 0. */
  offset: number
}

/** A piece of no length still takes the slice it starts in. */
export function slicesOf({ start, end }: Pick<Piece, 'start' | 'end'>): { first: number; after: number } {
  const first = Math.floor(start / SLICE_MINUTES)
  return { first, after: Math.max(first + 1, Math.ceil(end / SLICE_MINUTES)) }
}

/** Piece key → lane, for the pieces of one day. */
export function layOutDay(pieces: readonly Piece[]): Map<string, Lane> {
  const lanes = new Map<string, Lane>()
  let frame: Lane[] = []
  /** Per place the slice after the piece that took it last. */
  let places: number[] = []
  const closeFrame = (): void => {
    for (const lane of frame) lane.overlap = places.length - 1
  }
  for (const piece of [...pieces].sort(byStart)) {
    const { first, after } = slicesOf(piece)
    if (places.every((free) => free <= first)) {
      closeFrame()
      frame = []
      places = []
    }
    const found = places.findIndex((free) => free <= first)
    const lane: Lane = { overlap: 0, offset: found === -1 ? places.length : found }
    places[lane.offset] = after
    frame.push(lane)
    lanes.set(piece.key, lane)
  }
  closeFrame()
  return lanes
}
