/** A full month or week comes in steps, so that no drawing takes long; what stood before stays until its day is reached. */
import { type Day } from '../../src/platform/format/days.ts'
import { type Piece, type PiecesByDay } from './split.ts'

/** So many pieces are drawn at a time. */
const STEP = 12

export interface Stage {
  target: PiecesByDay
  drawn: PiecesByDay
  /** The days that are still to come, in order. */
  rest: readonly Day[]
}

/**
 * How many pieces of a day its place shows: all of them in a column of hours, where a part of them can stand already, or
 * as many as fit into a cell of the month, which stand together.
 */
export type Fitting = number | null

/** The first step towards `target`, from what is drawn now. */
export function stageTowards(target: PiecesByDay, drawn: PiecesByDay, fitting: Fitting): Stage {
  const kept = new Map([...drawn].filter(([day]) => target.has(day)))
  return nextStage({ target, drawn: kept, rest: [...target.keys()].sort((a, b) => a - b) }, fitting)
}

/** One step further. */
export function nextStage({ target, drawn, rest }: Stage, fitting: Fitting): Stage {
  const days = new Map(drawn)
  const left = [...rest]
  let room = STEP
  while (room > 0 && left.length > 0) {
    const day = left[0]!
    const pieces: readonly Piece[] = target.get(day)!
    if (fitting !== null) {
      days.set(day, pieces)
      room -= Math.min(pieces.length, fitting)
      left.shift()
      continue
    }
    const standing = drawnOf(days.get(day), pieces)
    const count = Math.min(pieces.length, standing + room)
    days.set(day, count === pieces.length ? pieces : pieces.slice(0, count))
    room -= count - standing
    if (count === pieces.length) left.shift()
  }
  return { target, drawn: days, rest: left }
}

/** How many of these pieces stand already, from the first on: drawing those again changes little. */
function drawnOf(standing: readonly Piece[] | undefined, pieces: readonly Piece[]): number {
  if (!standing) return 0
  const differs = pieces.findIndex(({ key }, index) => standing[index]?.key !== key)
  return differs === -1 ? pieces.length : differs
}
