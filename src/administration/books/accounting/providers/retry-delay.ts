/** Calls that wait where a package takes nothing for a moment. */
import { setTimeout } from 'node:timers/promises'
import { Limited } from '../errors.ts'
import type { Call } from '../types.ts'
import type { Linked } from '../settings/link.queries.ts'

const LEAST_WAIT_MS = 500
/** Waits one after the other for one question; whoever is still refused then begins anew later. */
const MOST_WAITS = 20
/** A wait for the clock of the package is about this much longer than it says. */
const CLOCK_MS = 2_000

/**
 * Waits where the package takes nothing for as long as its short time: to begin anew would ask all of it again, for ever
 * where it is more than fits in that time. What is said of a later moment still throws Limited.
 */
export function patient({ call, provider }: Linked, signal?: AbortSignal): Call {
  const most = Math.max(60, provider.limits.seconds) * 1000 + CLOCK_MS
  return async (path, asking) => {
    for (let waits = 0; ; waits++) {
      try {
        return await call(path, asking)
      } catch (error) {
        if (!(error instanceof Limited)) throw error
        const wait = error.until.getTime() - Date.now()
        if (wait > most || waits === MOST_WAITS) throw error
        await setTimeout(Math.max(LEAST_WAIT_MS, wait), undefined, { signal })
      }
    }
  }
}
