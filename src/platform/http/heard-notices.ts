import type { RecordRef } from '../screens/models.ts'

/** So many notices are remembered: hours of a quiet office, a quarter of an hour of a busy one. */
const MOST_NOTICES = 2_000

/**
 * The change notices of late, for browsers that were not listening when they came: between the drawing of a page and its
 * first listening, or while their connection was down.
 */
export class HeardNotices {
  #notices: { at: number; items: RecordRef[] }[] = []
  /** From this moment on nothing is missing here, in epoch milliseconds. */
  #from = Infinity
  #last = 0

  /** Begins anew: what was before this moment is not known, or no longer. */
  begin(): void {
    this.#notices = []
    this.#from = this.moment()
  }

  /** Now in epoch milliseconds, and later than every notice so far. */
  moment(): number {
    this.#last = Math.max(Date.now(), this.#last)
    return this.#last
  }

  /** @returns the moment of this notice, of which each has its own */
  add(items: RecordRef[]): number {
    const at = Math.max(Date.now(), this.#last + 1)
    this.#last = at
    this.#notices.push({ at, items })
    if (this.#notices.length > MOST_NOTICES) this.#from = this.#notices.shift()!.at
    return at
  }

  /** What changed after a moment; null when that is not known. */
  since(at: number): RecordRef[] | null {
    if (at < this.#from) return null
    const later = this.#notices.slice(this.#notices.findLastIndex((notice) => notice.at <= at) + 1)
    return [...new Map(later.flatMap(({ items }) => items).map((item) => [`${item.type}:${item.id}`, item])).values()]
  }
}
