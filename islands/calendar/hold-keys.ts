/** The keys of a part that is held. */
import { type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { HELD_KEYS, type HeldLine } from './keys.ts'
import { moveDays, moveLane, moveMinutes, stretch, stretchDays, type Held } from './holding.ts'

export type HoldCommand = 'drop' | 'back' | ((held: Held) => Held)

type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The rows of a board that a part can be moved between, or null in a calendar. */
type Lanes = readonly number[] | null

const toggleCopy = (held: Held): Held => ({ ...held, copy: !held.copy })

/** Down and up: another row on the board, another week in a month, later or earlier in the grid of hours. */
function upright(view: ViewType, lanes: Lanes, direction: 1 | -1): (held: Held) => Held {
  if (lanes !== null) return (held) => moveLane(held, lanes, direction)
  return view === 'm' ? (held) => moveDays(held, 7 * direction) : (held) => moveMinutes(held, direction)
}

/** A day of the board is a line of hours; sideways anywhere else are days. */
const isLineOfHours = (view: ViewType, lanes: Lanes): boolean => lanes !== null && view === 'd'

/** Sideways: another day, or along a line of hours later or earlier. */
const sideways =
  (view: ViewType, lanes: Lanes, direction: 1 | -1) =>
  (held: Held): Held =>
    isLineOfHours(view, lanes) ? moveMinutes(held, direction) : moveDays(held, direction)

/** What Shift does to the end of it with which arrows, in words. */
export const pullHint = (view: ViewType, lanes: Lanes): string =>
  isLineOfHours(view, lanes) ? '+ pijl: kwartier langer of korter' : '+ ← →: dag, + ↑ ↓: kwartier langer of korter'

const isOf = ({ keys }: HeldLine, key: string): boolean => keys.includes(key)
const directionOf = ({ keys }: HeldLine, key: string): 1 | -1 => (key === keys[0] ? -1 : 1)

/** What a key does with what is held; undefined for a key that is none of it. */
export function holdCommandOf(press: KeyPress, view: ViewType, lanes: Lanes): HoldCommand | undefined {
  const { key, shiftKey } = press
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  if (isOf(HELD_KEYS.drop, key)) return 'drop'
  if (isOf(HELD_KEYS.back, key)) return 'back'
  if (isOf(HELD_KEYS.copy, key.toLowerCase())) return toggleCopy
  const isUpright = isOf(HELD_KEYS.upright, key)
  if (!isUpright && !isOf(HELD_KEYS.sideways, key)) return undefined
  const direction = directionOf(isUpright ? HELD_KEYS.upright : HELD_KEYS.sideways, key)
  // The end goes along as the whole does: by days sideways where those are days.
  if (shiftKey && !isUpright && !isLineOfHours(view, lanes)) return (held) => stretchDays(held, direction)
  if (shiftKey) return (held) => stretch(held, direction)
  return isUpright ? upright(view, lanes, direction) : sideways(view, lanes, direction)
}
