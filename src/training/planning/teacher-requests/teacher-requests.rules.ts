import type { Workload } from '../../catalogue/workload/index.ts'
import type { RequestState, Way } from './labels.ts'

/** How many teachers a part still lacks. */
export const lacking = (needed: number, there: number): number => Math.max(0, needed - there)

/** A request as the order in which teachers are asked knows it. */
export interface Asked {
  id: number
  place: number
  state: RequestState
}

const inOrder = (requests: readonly Asked[]) => requests.toSorted((a, b) => a.place - b.place || a.id - b.id)

/**
 * Who is asked now: of those who wait as many as are lacking and not asked yet, in their order; or all of them at once.
 * Nobody where none is lacking.
 */
export function whoIsNext(way: Way, requests: readonly Asked[], lack: number): number[] {
  if (lack <= 0) return []
  const waiting = inOrder(requests.filter(({ state }) => state === 'waiting')).map(({ id }) => id)
  if (way === 'at_once') return waiting
  const outstanding = requests.filter(({ state }) => state === 'asked').length
  return waiting.slice(0, Math.max(0, lack - outstanding))
}

/** What has become of the part that teachers are asked for. */
export interface SearchedPart {
  status: string
  starts_at: Date
  ends_at: Date
}

/** In these nobody is to be asked any more. */
const GIVEN = ['executed', 'done']

/** Why a search for a part ends by itself, as its teachers and the planner read it; null while it goes on. */
export function whyOver({ status, starts_at }: SearchedPart, now: Date): string | null {
  if (status === 'cancelled') return 'Het onderdeel is geannuleerd'
  if (GIVEN.includes(status)) return 'Het onderdeel is gegeven'
  return starts_at <= now ? 'Het onderdeel is begonnen' : null
}

/** Whether somebody was asked for another time than the part has now. */
export const isMoved = (
  asked: { starts_at: Date | null; ends_at: Date | null },
  part: Pick<SearchedPart, 'ends_at' | 'starts_at'>,
): boolean =>
  asked.starts_at !== null &&
  asked.ends_at !== null &&
  (asked.starts_at.getTime() !== part.starts_at.getTime() || asked.ends_at.getTime() !== part.ends_at.getTime())

/** A teacher as the order in which they are proposed knows them. */
export interface Candidate extends Workload {
  id: number
  name: string
  /** What makes it impossible, in words: taken, a skill or certificate that lacks. */
  red: readonly string[]
  /** What somebody should look at: rest, travelling. */
  orange: readonly string[]
  hasEmail: boolean
}

/** Why somebody cannot be asked; null for who can. */
export const whyNotAsked = ({ red, hasEmail }: Pick<Candidate, 'red' | 'hasEmail'>): string | null =>
  red[0] ?? (hasEmail ? null : 'Heeft geen e-mailadres')

/**
 * The order in which teachers are proposed: who can be asked first, then whom nothing speaks against, who has least that
 * week, who was asked least lately, and by name.
 */
export const ranked = <C extends Candidate>(candidates: readonly C[]): C[] =>
  candidates.toSorted(
    (a, b) =>
      Number(whyNotAsked(a) !== null) - Number(whyNotAsked(b) !== null) ||
      a.orange.length - b.orange.length ||
      a.weekMinutes - b.weekMinutes ||
      a.lately - b.lately ||
      a.name.localeCompare(b.name, 'nl') ||
      a.id - b.id,
  )
