import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { TooManyRequests } from '../errors.ts'
import { Throttle } from './throttle.ts'

export interface LeaseOptions {
  /** Tells this lease's keys from those of others in the one table. */
  name: string
  /** A holder that died gives its key up after this; the work itself must take less. */
  seconds: number
  /** How long to wait for who holds the key. */
  patienceMs: number
  /** Dutch, for who waited in vain. */
  message: string
}

const AGAIN_AFTER_MS = 100
const RETRY_SECONDS = 5

/**
 * Allows one piece of work at a time per key, over all processes. It is a throttle of one try that is given back:
 * unlike an advisory lock it holds no database connection while the work is done.
 */
export class Lease {
  readonly #throttle: Throttle
  readonly #patienceMs: number
  readonly #message: string

  constructor(pool: pg.Pool, { name, seconds, patienceMs, message }: LeaseOptions) {
    this.#throttle = new Throttle(pool, { name, tries: 1, seconds, message })
    this.#patienceMs = patienceMs
    this.#message = message
  }

  /**
   * Does the work once the key is free.
   * @param signal ends the waiting when nobody wants the work any more
   * @throws TooManyRequests when the key is not free in time
   */
  async whileHeld<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#take(key, signal)
    try {
      return await work()
    } finally {
      await this.#throttle.forget(key)
    }
  }

  async #take(key: string, signal: AbortSignal): Promise<void> {
    const until = Date.now() + this.#patienceMs
    while (!(await this.#isFree(key))) {
      if (signal.aborted || Date.now() >= until) throw new TooManyRequests(RETRY_SECONDS, this.#message)
      await delay(AGAIN_AFTER_MS)
    }
  }

  async #isFree(key: string): Promise<boolean> {
    try {
      await this.#throttle.spend(key)
      return true
    } catch (error) {
      if (error instanceof TooManyRequests) return false
      throw error
    }
  }
}
