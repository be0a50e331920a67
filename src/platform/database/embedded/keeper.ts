import type { Server } from './server.ts'

/** A server that this process reaches; `server` only when this process started it. */
export interface Held {
  /** Connection string of the maintenance database. */
  admin: string
  server: Server | null
}

/** Pauses before a server is started again, in ms; the last one is repeated. */
const PAUSES = [0, 1_000, 2_000, 5_000, 10_000, 30_000]
/** How often a server is looked after that another process started. */
const LOOK_MS = 5_000

interface Care {
  isUp: () => Promise<boolean>
  /** @throws when it does not start */
  again: () => Promise<Held>
  onDown?: (error: Error) => void
}

/**
 * Sees to it that there is a server for as long as this process lives: one that ended (killed for want of memory, out
 * of disk, or with the process that had started it) is started again, with growing pauses while that fails.
 */
export function keepServer(first: Held, { isUp, again, onDown }: Care) {
  let held = first
  let stopped = false
  let downSince: number | null = null
  let timer: NodeJS.Timeout | undefined
  let restarting: Promise<void> | null = null

  const later = (then: () => void, ms: number) => {
    if (!stopped) timer = setTimeout(then, ms).unref()
  }
  const watch = () => {
    if (held.server) void held.server.ended.then(() => stopped || restart(0))
    else later(() => void isUp().then((up) => (up ? watch() : restart(0))), LOOK_MS)
  }
  const restart = (attempt: number) => {
    downSince ??= Date.now()
    if (attempt === 0) onDown?.(new Error('the database ended and is started again'))
    const attemptNow = async () => {
      try {
        held = await again()
        downSince = null
        if (!stopped) watch()
      } catch (error) {
        onDown?.(error as Error)
        restart(Math.min(attempt + 1, PAUSES.length - 1))
      }
    }
    later(() => void (restarting = attemptNow()), PAUSES[attempt]!)
  }
  watch()
  return {
    get downSince() {
      return downSince
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await restarting
      await held.server?.stop()
    },
  }
}
