/** Limits how many pieces of work go on at once; further ones wait in order of arrival. */
export interface Places {
  /** Waits for a place. False when the work was aborted meanwhile; the place then goes to the next. */
  take(signal?: AbortSignal): Promise<boolean>
  /** Gives the place to whoever waits longest. */
  free(): void
}

/** Places for work of which one process does at most `most` at once. */
export function places(most: number): Places {
  let taken = 0
  const waiting = new Set<(hasPlace: boolean) => void>()
  return {
    async take(signal) {
      if (signal?.aborted) return false
      if (taken < most) {
        taken++
        return true
      }
      return await new Promise<boolean>((resolve) => {
        const go = (hasPlace: boolean) => {
          waiting.delete(go)
          signal?.removeEventListener('abort', leave)
          resolve(hasPlace)
        }
        const leave = () => go(false)
        waiting.add(go)
        signal?.addEventListener('abort', leave)
      })
    },
    free() {
      const [next] = waiting
      if (next) next(true)
      else taken--
    },
  }
}
