/**
 * What the board of teachers and locations and its island agree on. What a planning is in it is told by the contract of
 * the calendar, as `A`.
 */

/** What the rows are: people, rooms, or establishments. */
export const BOARD_TYPES = ['teachers', 'locations', 'establishments'] as const
export type BoardType = (typeof BOARD_TYPES)[number]

/** The row of what has nobody, or no room. */
export const WITHOUT = 0
/** The row of what is held online or at an address of its own. */
export const ELSEWHERE = -1

export interface BoardLane {
  id: number
  name: string
  /** What somebody can teach, or where a room is. */
  sub: string
  /** For how many minutes of what was asked somebody works; null or absent of whom nobody wrote down when that is. */
  minutes?: number | null
}

/** In the rows of all whom it takes. */
export interface InLanes {
  lanes: number[]
}

/** Somebody is not there, or a room is closed; epoch seconds. */
export interface BoardAway {
  lane: number
  from: number
  to: number
  text: string
}

/** The way from one to the next on a day, in minutes, and how many there are too few. */
export interface BoardTravel {
  lane: number
  /** Ids of what it lies between. */
  after: number
  before: number
  minutes: number
  short: number
}

export interface BoardAnswer<A> {
  /** As asked, in epoch seconds. */
  from: number
  appointments: (A & InLanes)[]
  total: number
  more?: boolean | undefined
  lanes: BoardLane[]
  away: BoardAway[]
  travel: BoardTravel[]
}

export interface BoardProps {
  type: BoardType
  /** Other views of the same days, at their own addresses. */
  beside: { label: string; href: string }[]
  /** What else the rows can be. */
  types: { type: BoardType; label: string; url: string }[]
  /** 'Docent', 'Lokaal'. */
  head: string
  /** How the wizard is told who or what was free: 'teacher_id', 'room_id', 'establishment_id'. */
  taking: string
  /** As the calendar has them. */
  words: { what: string; who: string; one: string; many: string }
  record: string
  /** What else its rows follow: who is away, and what is closed. */
  alsoRecords: string[]
  allow: string
  addUrl: string | null
  viewUrl: string
  /** As the calendar has it. */
  moveUrl?: string
  judgedUrl?: string
  /** Where somebody in a row is reported away from `{day}` on; left out where the rows are no people, or for who may not. */
  awayUrl?: string
  /** The same of the teacher of a part, with `{id}`. */
  awayPartUrl?: string
  /** The popup of who a row is. */
  personUrl: string
  dataUrl: string
  filtersUrl: string
  filterLabels: Record<string, string>
  legend: { key: string; label: string; css: string }[]
  now: number
  holidays: Record<string, string>
}
