import type { Stretch } from './types.ts'
import { overlap } from './assessment.rules.ts'

/** Somebody who looks for a place: who, and the places of the openings that do, the best in front. */
export interface Seeker {
  person: number
  options: readonly number[]
}

interface Seats {
  free: number
  spans: readonly Stretch[]
}

/** Who sits where, and who would have to move for somebody else. */
class Seating {
  readonly at: (number | null)[]
  private readonly within: Set<number>[]
  private readonly own: Map<number, number[]>
  private readonly seekers: readonly Seeker[]
  private readonly openings: readonly Seats[]

  constructor(seekers: readonly Seeker[], openings: readonly Seats[]) {
    this.seekers = seekers
    this.openings = openings
    this.at = seekers.map(() => null)
    this.within = openings.map(() => new Set())
    this.own = Map.groupBy(seekers.keys(), (seeker) => seekers[seeker]!.person)
  }

  private hasPlace = (opening: number): boolean => this.within[opening]!.size < this.openings[opening]!.free

  /** Whether the person is nowhere else at that time by another place. */
  private isApart(seeker: number, opening: number): boolean {
    const others = this.own.get(this.seekers[seeker]!.person)!
    return others.every((other) => {
      const there = this.at[other] ?? null
      return other === seeker || there === null || !overlap(this.openings[there]!.spans, this.openings[opening]!.spans)
    })
  }

  private put(seeker: number, opening: number): void {
    const before = this.at[seeker] ?? null
    if (before !== null) this.within[before]!.delete(seeker)
    this.at[seeker] = opening
    this.within[opening]!.add(seeker)
  }

  /** A place for one more, for which those in between each go on to another one; nobody loses the place. */
  seat(newcomer: number): void {
    const reached = new Map<number, { seeker: number; from: number | null }>()
    const queue: number[] = []
    const reach = (seeker: number, from: number | null) => {
      for (const option of this.seekers[seeker]!.options)
        if (!reached.has(option) && this.isApart(seeker, option)) {
          reached.set(option, { seeker, from })
          queue.push(option)
        }
    }
    reach(newcomer, null)
    for (let next = 0; next < queue.length; next++) {
      const opening = queue[next]!
      if (this.hasPlace(opening) && this.walkBack(reached, opening)) return
      for (const seeker of this.within[opening]!) reach(seeker, opening)
    }
  }

  /** Moves everybody on the way; not where one person would move twice, since each was judged by where the other was. */
  private walkBack(reached: Map<number, { seeker: number; from: number | null }>, end: number): boolean {
    const moves: [seeker: number, to: number][] = []
    for (let to: number | null = end; to !== null;) {
      const { seeker, from }: { seeker: number; from: number | null } = reached.get(to)!
      moves.push([seeker, to])
      to = from
    }
    if (new Set(moves.map(([seeker]) => this.seekers[seeker]!.person)).size < moves.length) return false
    for (const [seeker, to] of moves) this.put(seeker, to)
    return true
  }

  /** Lets whoever can go to a better one that has a place still. @returns whether anybody did */
  improve(): boolean {
    let improved = false
    for (const [seeker, { options }] of this.seekers.entries()) {
      const now = this.at[seeker] ?? null
      if (now === null) continue
      const better = options
        .slice(0, options.indexOf(now))
        .find((option) => this.hasPlace(option) && this.isApart(seeker, option))
      if (better === undefined) continue
      this.put(seeker, better)
      improved = true
    }
    return improved
  }
}

/**
 * Gives places to as many as can be: each in order takes the best that is free, or one for which others move on to
 * another. Nobody is in two places at a time, no opening holds more than it has places, and who comes first in the list
 * keeps a place once there is one.
 * It yields after each, since many take a while.
 * @returns for each the opening, or null
 */
export function* assign(seekers: readonly Seeker[], openings: readonly Seats[]): Generator<void, (number | null)[]> {
  const seating = new Seating(seekers, openings)
  for (const seeker of seekers.keys()) {
    seating.seat(seeker)
    yield
  }
  // It ends: each time somebody is better off than before, and nobody worse.
  while (seating.improve()) yield
  return seating.at
}
