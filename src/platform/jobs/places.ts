/** So many pieces of work at once; every further one waits, in the order in which they came. */
export interface Places {
  /** Waits for a place. False when nobody waits for the work any more; the place is then another's. */
  take(signal?: AbortSignal): Promise<boolean>
  /** Hands the place to who waits longest. */
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
