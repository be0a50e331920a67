import { type Span, overlaps } from '../../../system/occupations/index.ts'
import { travelKey } from '../../../system/establishments/index.ts'
import type { JudgedRoom } from './findings.rules.ts'

/** A stretch of time, as the query of who is busy takes it. */
export interface Stretch {
  from: Date
  to: Date
}

/**
 * Stretches that touch are asked about as one: a month of parts costs the database no more than its days.
 * @returns the stretches apart, and for each that was given the place of the one that it became part of
 */
export function mergeStretches(stretches: readonly Stretch[]): { apart: Stretch[]; placeOf: number[] } {
  const order = stretches.map((_, i) => i).sort((a, b) => +stretches[a]!.from - +stretches[b]!.from)
  const apart: Stretch[] = []
  const placeOf: number[] = []
  for (const i of order) {
    const { from, to } = stretches[i]!
    const last = apart.at(-1)
    if (!last || +from > +last.to) apart.push({ from, to })
    else if (+to > +last.to) last.to = to
    placeOf[i] = apart.length - 1
  }
  return { apart, placeOf }
}

/** For each of these, the others that lie within its stretch: by one walk over all of them in order of time. */
export function neighboursOf<P extends Span>(parts: readonly P[], around: (part: P) => Stretch): P[][] {
  const sorted = parts.toSorted((a, b) => +a.starts_at - +b.starts_at)
  const longest = Math.max(0, ...parts.map(({ starts_at, ends_at }) => +ends_at - +starts_at))
  const starts = sorted.map(({ starts_at }) => +starts_at)
  return parts.map((part) => {
    const { from, to } = around(part)
    const near: P[] = []
    for (let i = firstFrom(starts, +from - longest); i < sorted.length && starts[i]! < +to; i++) {
      const other = sorted[i]!
      if (other !== part && overlaps(other, { starts_at: from, ends_at: to })) near.push(other)
    }
    return near
  })
}

/** Place of the first number that is not below. */
function firstFrom(numbers: readonly number[], least: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Minutes of travel from where a room is; null where nobody said, or where one stays. */
export const travelFrom =
  (times: ReadonlyMap<string, number>, room: Pick<JudgedRoom, 'establishment_id'> | undefined) =>
  (other: number): number | null =>
    room === undefined || room.establishment_id === other
      ? null
      : (times.get(travelKey(room.establishment_id, other)) ?? null)
