import { Lease } from '../../../../platform/http/lease.ts'
import { type Services, singleton } from '../../../../platform/services.ts'

/** Longer than reading, waiting for a thread and matching take together. */
const HELD_SECONDS = 90
const PATIENCE_MS = 3000
const BUSY = 'Er wordt al een deelnemerslijst voor u gelezen. Wacht tot die klaar is en probeer het dan opnieuw.'

const leaseOf = singleton(
  ({ pool }) =>
    new Lease(pool, { name: 'list-preview', seconds: HELD_SECONDS, patienceMs: PATIENCE_MS, message: BUSY }),
)

const running = new Map<number, AbortController>()

/**
 * The end of a preview in this process: a new one of the same user ends the one before it; it also ends when nobody
 * waits for its answer any more.
 */
function newestOf(userId: number, gone: AbortSignal): AbortSignal {
  running.get(userId)?.abort()
  const preview = new AbortController()
  running.set(userId, preview)
  gone.addEventListener('abort', () => {
    preview.abort()
    if (running.get(userId) === preview) running.delete(userId)
  })
  return preview.signal
}

/**
 * Makes a preview. A user has one at a time: a new one takes the place of the one before it, and waits a moment for one
 * in another process.
 * @throws TooManyRequests when that one takes longer
 */
export function previewFor<T>(
  services: Services,
  { userId, gone }: { userId: number; gone: AbortSignal },
  make: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = newestOf(userId, gone)
  return leaseOf(services).whileHeld(String(userId), signal, () => make(signal))
}
