import { setTimeout as delay } from 'node:timers/promises'
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
  readonly name: string
  readonly #limiter: RateLimiterPostgres
  readonly #tries: number
  readonly #message: string | undefined

  constructor(pool: pg.Pool, { name, tries, seconds, message }: ThrottleOptions) {
    this.name = name
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

  /** Counts a try. @returns whether there were more than the window allows, for who does not refuse it */
  async overspends(key: string): Promise<boolean> {
    return (await this.#consume(key)) !== null
  }

  /** Counts a failure, whether or not the window allows it. */
  async countFailure(key: string): Promise<void> {
    await this.#limiter.penalty(key)
  }

  /**
   * Refuses, without counting, when no try is left.
   * @throws TooManyRequests
   */
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

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** Milliseconds that the next try waits: none up to `free` failures, then twice as much for every `free` more. */
export function pauseAfter(failures: number, free: number): number {
  if (failures < free) return 0
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (Math.floor(failures / free) - 1))
}

/**
 * Delays tries longer after each failure of a key, and never refuses them. For keys that other people can fail on too,
 * such as somebody's account, or an address that a whole office shares.
 */
export class Brake {
  readonly #limiter: RateLimiterPostgres
  readonly #free: number

  /** @param free failures within `seconds` that cost nothing yet */
  constructor(pool: pg.Pool, { name, free, seconds }: { name: string; free: number; seconds: number }) {
    this.#free = free
    this.#limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: free,
      duration: seconds,
    })
  }

  /** Waits as long as the failures so far ask for. */
  async hold(key: string): Promise<void> {
    const state = await this.#limiter.get(key)
    const pause = pauseAfter(state?.consumedPoints ?? 0, this.#free)
    if (pause > 0) await delay(pause)
  }

  async countFailure(key: string): Promise<void> {
    await this.#limiter.penalty(key)
  }
}

/** A throttle, or a brake, and the key that it counts. */
export type Counter<T> = [T, string]

/** The tries going on in this process, by throttle and key: each waits for the one before it. */
const turns = new Map<string, Promise<unknown>>()

async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work, work)
  const ended = mine.catch(() => undefined)
  turns.set(key, ended)
  try {
    return await mine
  } finally {
    if (turns.get(key) === ended) turns.delete(key)
  }
}

/**
 * Lets `attempt` try, and counts it when it failed (it answers null); a success forgets the failures of the throttle.
 * Tries of one key take turns, so that many at the same moment get no further than the same ones one after the other,
 * and right ones are never counted. Of several processes each has its own turns: together they may get as many tries
 * more as there are processes.
 * @throws TooManyRequests after too many failures
 */
export function counted<T>(
  [throttle, key]: Counter<Throttle>,
  brakes: Counter<Brake>[],
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  return inTurn(`${throttle.name} ${key}`, async () => {
    await throttle.refuseWhenSpent(key)
    for (const [brake, braked] of brakes) await brake.hold(braked)
    const result = await attempt()
    if (result !== null) {
      await throttle.forget(key)
      return result
    }
    await throttle.countFailure(key)
    for (const [brake, braked] of brakes) await brake.countFailure(braked)
    return null
  })
}
