/**
 * Notices of other people's changes, as server events. One stream per browser: the tab that holds the lock listens and
 * passes on what it hears (rulings 3).
 */
import type { RecordRef } from '../../src/platform/screens/models.ts'
import { announceForeign } from './changes.ts'

const URL = '/events/stream'
const LOCK = 'noordkaap:events'
/** How long to wait after the server closed the stream for good, e.g. because the session ended. */
const RETRY_MS = 30_000

let missed = false

function read(data: string): RecordRef[] {
  const { items } = JSON.parse(data) as { items: RecordRef[] }
  return items
}

function listen(): void {
  const stream = new EventSource(URL)
  stream.addEventListener('changed', (event: MessageEvent<string>) => announceForeign(read(event.data)))
  // The server itself was deaf for a while.
  stream.addEventListener('resync', () => document.dispatchEvent(new CustomEvent('changes:missed')))
  stream.addEventListener('open', () => {
    // What happened while the line was down nobody told us: what is on screen reloads.
    if (missed) document.dispatchEvent(new CustomEvent('changes:missed'))
    missed = false
  })
  stream.addEventListener('error', () => {
    missed = true
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, RETRY_MS)
  })
  window.addEventListener('pagehide', () => stream.close())
}

export function startStream(): void {
  if (!document.body.dataset.viewer) return
  // Locks need a secure origin; without one every tab listens for itself.
  if (!('locks' in navigator)) return listen()
  void navigator.locks.request(LOCK, () => {
    listen()
    return new Promise(() => undefined)
  })
}
