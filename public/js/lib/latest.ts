/** What is asked again and again for one thing: the last answer counts, what was asked before it is given up. */

export interface Latest<K extends object> {
  /** Gives up what was asked for this before. @returns the signal of what is asked now: aborted once there is another */
  next(of: K): AbortSignal
  /** Gives it up, and asks for nothing else. */
  stop(of: K): void
}

export function latest<K extends object>(): Latest<K> {
  const running = new WeakMap<K, AbortController>()
  const stop = (of: K) => running.get(of)?.abort()
  return {
    stop,
    next: (of) => {
      stop(of)
      const controller = new AbortController()
      running.set(of, controller)
      return controller.signal
    },
  }
}
