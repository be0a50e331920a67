/** The planning board as it has to be, in a few plain rules: what two planners do at once comes to what one after the other does. */
import { type DaySpan, drop, overlapsAny, withEnd, withStart } from '../../src/inspections/planning/visits/board-times.contract.ts' // prettier-ignore

export interface Placed extends DaySpan {
  id: number | null
  order: number
  /** 0: nobody yet. */
  lane: number
  date: string
  room: number | null
  version: number | null
  touched: boolean
  /** Who changed it last. */
  by: string
}

export type Act = { kind: 'confirm'; drafts: Placed[] } | { kind: 'cancel'; id: number }

/** What the server answers, in the words of the board: null when it is saved. */
export type Answered = null | { status: number; says: Record<string, RegExp> | RegExp }

export interface World {
  lanes: readonly number[]
  dates: readonly string[]
  orders: readonly number[]
  rooms: readonly number[]
  roomName: string
  company: string
}

const OVERLAPS = /^Kan geen andere planning overlappen\.$/
const GONE = /^Een van deze bezoeken is zojuist geannuleerd\. Laad het planbord opnieuw\.$/
const TOUCHED = /^Aan deze order is al gewerkt: dit bezoek kan niet meer worden geannuleerd\.$/

const otherSpans = (visits: readonly Placed[], one: Placed, except: readonly Placed[]): DaySpan[] =>
  one.lane === 0 ? [] : visits.filter((other) => other.lane === one.lane && other.date === one.date && !isAmong(other, except)) // prettier-ignore
const isAmong = (one: Placed, many: readonly Placed[]) => many.some((other) => (other.id === null ? other === one : other.id === one.id)) // prettier-ignore
const meets = (a: Placed, b: Placed) => a.date === b.date && a.start < b.end && b.start < a.end

/** What becomes of the visits, and what is answered. Saved ones count a version on, new ones get theirs from the database. */
export function after(
  visits: readonly Placed[],
  act: Act,
  by: string,
  world: World,
): { visits: readonly Placed[]; answered: Answered } {
  if (act.kind === 'cancel') {
    const found = visits.find(({ id }) => id === act.id)
    if (!found) return { visits, answered: { status: 404, says: /./ } }
    if (found.touched) return { visits, answered: { status: 409, says: TOUCHED } }
    return { visits: visits.filter((one) => one !== found), answered: null }
  }
  const { drafts } = act
  for (const draft of drafts.filter(({ id }) => id !== null)) {
    const found = visits.find(({ id }) => id === draft.id)
    if (!found) return { visits, answered: { status: 409, says: GONE } }
    if (found.version !== draft.version)
      return { visits, answered: { status: 409, says: new RegExp(`^${found.by} verzette het bezoek bij ${world.company} zojuist\\.`) } } // prettier-ignore
  }
  const says: Record<string, RegExp> = {}
  for (const [i, draft] of drafts.entries()) {
    const twice = draft.id === null && visits.find(({ order }) => order === draft.order)
    const others = [...visits.filter((one) => !isAmong(one, drafts)), ...drafts.filter((one) => one !== draft)]
    if (twice) says[`visits.${i}.order_id`] = new RegExp(`^${twice.by} plande deze order al in: .+, \\d\\d:\\d\\d–\\d\\d:\\d\\d\\.$`) // prettier-ignore
    if (overlapsAny(draft, otherSpans(others, draft, []))) says[`visits.${i}.start_time`] = OVERLAPS
    else if (draft.room !== null && others.some((one) => one.room === draft.room && meets(one, draft)))
      says[`visits.${i}.room_id`] = new RegExp(`^${world.roomName} is bezet op de volgende planningen: Bezoek ${world.company}, .+\\d\\d:\\d\\d`) // prettier-ignore
  }
  if (Object.keys(says).length > 0) return { visits, answered: { status: 422, says } }
  const changed = drafts.map((draft) => {
    const before = visits.find(({ id }) => draft.id !== null && id === draft.id)
    const isSame = before && ['lane', 'date', 'start', 'end', 'room'].every((key) => before[key as 'lane'] === draft[key as 'lane']) // prettier-ignore
    return { ...draft, touched: before?.touched ?? false, version: isSame ? before.version : (before?.version ?? 0) + 1, by: isSame ? before.by : by } // prettier-ignore
  })
  return { visits: [...visits.filter((one) => !isAmong(one, drafts)), ...changed], answered: null }
}

/** A number below another, always the same ones. */
export type Dice = (below: number) => number
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const pick = <T>(dice: Dice, from: readonly T[]): T => from[dice(from.length)]!

/** What a planner does who sees these visits; `fits` is what the browser says of it. */
export interface Wish {
  act: Act
  fits: boolean
}

/** A draft as the board makes it by dragging, by typing a time, or by a choice; undefined where the board refuses it. */
function wishDraft(dice: Dice, visits: readonly Placed[], beside: readonly Placed[], world: World): Placed | undefined {
  const waiting = world.orders.filter((order) => ![...visits, ...beside].some((one) => one.order === order))
  const own = visits.filter((one) => !isAmong(one, beside))
  const order = waiting.length > 0 && (own.length === 0 || dice(3) === 0) ? pick(dice, waiting) : undefined
  if (order === undefined && own.length === 0) return undefined
  const taken: Placed = order === undefined ? pick(dice, own) : { id: null, order, lane: 0, date: world.dates[0]!, start: 0, end: [30, 60, 90, 150][dice(4)]!, room: null, version: null, touched: false, by: '' } // prettier-ignore
  const seen = [...own.filter((one) => one !== taken), ...beside]
  const way = order === undefined ? dice(6) : 0
  if (way <= 1) {
    const to = { ...taken, lane: pick(dice, world.lanes), date: pick(dice, world.dates) }
    const at = dice(4) === 0 ? null : dice(48) * 30
    const dropped = drop(otherSpans(seen, to, []), at, taken.end - taken.start)
    if ('refusal' in dropped || ('shorten' in dropped && dice(2) === 0)) return undefined
    return { ...to, ...dropped.span }
  }
  if (way === 2) return { ...taken, ...withStart(taken, dice(1440)) }
  if (way === 3) return { ...taken, ...withEnd(taken, dice(1440)) }
  return { ...taken, room: pick(dice, [null, ...world.rooms, ...world.rooms]) }
}

export function wishOf(dice: Dice, visits: readonly Placed[], world: World): Wish | undefined {
  if (visits.length > 0 && dice(6) === 0) return { act: { kind: 'cancel', id: pick(dice, visits).id! }, fits: true }
  const drafts: Placed[] = []
  for (let count = 1 + dice(3); count > 0; count--) {
    const draft = wishDraft(dice, visits, drafts, world)
    if (draft) drafts.push(draft)
  }
  if (drafts.length === 0) return undefined
  const seen = [...visits.filter((one) => !isAmong(one, drafts))]
  const fits = drafts.every((draft) => !overlapsAny(draft, otherSpans([...seen, ...drafts.filter((one) => one !== draft)], draft, []))) // prettier-ignore
  return { act: { kind: 'confirm', drafts }, fits }
}
