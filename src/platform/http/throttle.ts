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

/** A throttle and the key that it counts. */
export type Counter = [Throttle, string]

/**
 * Counts failures of `attempt` (it answers null) of an account and from an address; a success forgets those of the
 * account. The count comes before the attempt: many at the same moment get no further than the same ones one after the
 * other.
 * @throws TooManyRequests after too many failures of either
 */
export async function counted<T>(
  [account, key]: Counter,
  from: Counter | null,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  await account.refuseWhenSpent(key)
  await from?.[0].spend(from[1])
  await account.spend(key)
  const result = await attempt()
  if (result === null) return null
  await account.forget(key)
  await from?.[0].giveBack(from[1])
  return result
}
