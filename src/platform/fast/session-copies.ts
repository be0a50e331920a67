import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { writesThrough } from './counted-writes.ts'

/** Where changes made by other processes are heard; null while they cannot be. */
export interface SessionChanges {
  readonly sessionChanges: number | null
}

/** A copy is never trusted longer, in case the connection that hears changes died without anybody noticing. */
const MOST_AGE_MS = 10_000
/** More sessions than a process ever serves at once; beyond it those go that were asked for longest ago. */
const MOST_KEPT = 5_000

interface Kept<T> {
  value: T
  readAt: number
}

/**
 * Copies of session rows, so that not every request asks for its session again. They agree with PostgreSQL: all of them
 * are forgotten as soon as this process writes anything, or hears that another one changed a session, a user or a
 * preference; while changes cannot be heard nothing is kept.
 */
export class SessionCopies<T> {
  readonly #pool: pg.Pool
  readonly #changes: SessionChanges
  readonly #kept = new LRUCache<string, Kept<T>>({ max: MOST_KEPT })
  #writes = -1
  #heard: number | null = null

  constructor(pool: pg.Pool, changes: SessionChanges) {
    this.#pool = pool
    this.#changes = changes
  }

  /** The copy under this key when it still agrees with the database. */
  get(key: string): T | undefined {
    if (!this.#isCurrent()) return undefined
    const kept = this.#kept.get(key)
    return kept && Date.now() - kept.readAt < MOST_AGE_MS ? kept.value : undefined
  }

  /** To be called before reading; what it returns keeps the value read, unless something changed meanwhile. */
  keeper(): (key: string, value: T) => void {
    if (!this.#isCurrent()) this.#forget()
    const [writes, heard] = [this.#writes, this.#heard]
    const readAt = Date.now()
    return (key, value) => {
      if (heard === null || writes !== this.#writes || heard !== this.#heard || !this.#isCurrent()) return
      this.#kept.set(key, { value, readAt })
    }
  }

  #isCurrent(): boolean {
    return (
      this.#heard !== null && this.#heard === this.#changes.sessionChanges && this.#writes === writesThrough(this.#pool)
    )
  }

  #forget(): void {
    this.#kept.clear()
    this.#writes = writesThrough(this.#pool)
    this.#heard = this.#changes.sessionChanges
  }
}
