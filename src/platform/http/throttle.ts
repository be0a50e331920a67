import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { TooManyRequests } from '../errors.ts'

export interface ThrottleOptions {
  /** Tells this throttle's keys from those of others in the one table. */
  name: string
  /** How often within the window. */
  tries: number
  seconds: number
  /** Dutch; says nothing about what was tried. */
  message?: string
}

/**
 * Counts tries per key in PostgreSQL, so that all processes count together (rulings 2 and 8). The window starts with
 * the first try and is forgotten after `seconds`.
 */
export class Throttle {
  readonly #limiter: RateLimiterPostgres
  readonly #tries: number
  readonly #message: string | undefined

  constructor(pool: pg.Pool, { name, tries, seconds, message }: ThrottleOptions) {
    this.#tries = tries
    this.#message = message
    this.#limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: tries,
      duration: seconds,
    })
  }

  /** Counts a try. @throws TooManyRequests when there were more than the window allows */
  async spend(key: string): Promise<void> {
    const refused = await this.#consume(key)
    if (refused) throw this.#refusal(refused)
  }

  /** Counts a try that is not refused for it, such as a failure that was answered already. */
  async count(key: string): Promise<void> {
    await this.#consume(key)
  }

  /** Takes a counted try back. */
  async giveBack(key: string): Promise<void> {
    await this.#limiter.reward(key)
  }

  /** Refuses, without counting, when the tries are spent. @throws TooManyRequests */
  async refuseWhenSpent(key: string): Promise<void> {
    const state = await this.#limiter.get(key)
    if (state && state.consumedPoints >= this.#tries) throw this.#refusal(state)
  }

  /** Starts anew, after a success. */
  async forget(key: string): Promise<void> {
    await this.#limiter.delete(key)
  }

  /** The state when the tries are exceeded, else null. */
  async #consume(key: string): Promise<RateLimiterRes | null> {
    try {
      await this.#limiter.consume(key)
      return null
    } catch (error) {
      if (error instanceof RateLimiterRes) return error
      throw error
    }
  }

  #refusal({ msBeforeNext }: RateLimiterRes): TooManyRequests {
    return new TooManyRequests(Math.ceil(msBeforeNext / 1000), this.#message)
  }
}
