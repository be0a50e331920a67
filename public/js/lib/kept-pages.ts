/** Whether what is on the screen was read before, because there is no network now. */
const DAY = 'day-'
const KEPT_AT = 'X-Kept-At'

let keptAt: number | null = null

/** When what is shown was read, in epoch milliseconds; null with a network. */
export const shownSince = (): number | null => keptAt

export function showSince(at: number | null): void {
  if (keptAt === at) return
  keptAt = at
  document.dispatchEvent(new CustomEvent('connection:changed'))
}

/** What an answer says of the network; the worker answers where there is none. */
export function noteAnswer({ headers }: Response): void {
  const at = headers.get(KEPT_AT)
  showSince(at === null ? null : Number(at))
}

/** Wipes what was read here, but for what this user read (service-worker.ts keeps it). */
export async function forgetRead(user?: string): Promise<void> {
  if (!('caches' in window)) return
  for (const name of await caches.keys())
    if (name.startsWith(DAY) && name !== `${DAY}${user}`) await caches.delete(name)
}

export function startKeptPages(): void {
  const at = Number(document.body.dataset.keptAt ?? 0)
  if (at > 0) showSince(at)
}
