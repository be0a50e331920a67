/**
 * Notices of other people's changes, as server events. One stream per browser: the tab that holds the lock listens and
 * passes on what it hears (rulings 3).
 */
import type { RecordRef } from '../../src/platform/screens/models.ts'
import { announceForeign, catchUp, heardUntil } from './changes.ts'
import { withParams } from './lib/request.ts'

const URL = '/events/stream'
const LOCK = 'noordkaap:events'
/** How long to wait after the server closed the stream for good, e.g. because the session ended. */
const RETRY_MS = 30_000

function read(data: string): RecordRef[] {
  const { items } = JSON.parse(data) as { items: RecordRef[] }
  return items
}

/** What is said to the user alone goes to every tab, as an event of its document. */
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('noordkaap:direct') : null
const tellHere = (detail: unknown) => document.dispatchEvent(new CustomEvent('direct', { detail }))
others?.addEventListener('message', ({ data }) => tellHere(data))

/** Of the tab that listens, and of no other. */
let stream: EventSource | null = null

function listen(): void {
  stream?.close()
  // What changed since this page was drawn, or since anything was heard, comes first. When the line was down the browser
  // says by itself what it heard last.
  const heard = new EventSource(withParams(URL, { since: String(heardUntil()) }))
  stream = heard
  heard.addEventListener('changed', ({ data, lastEventId }: MessageEvent<string>) =>
    announceForeign(read(data), Number(lastEventId)),
  )
  heard.addEventListener('direct', ({ data }: MessageEvent<string>) => {
    const said: unknown = JSON.parse(data)
    others?.postMessage(said)
    tellHere(said)
  })
  heard.addEventListener('error', () => {
    if (heard.readyState === EventSource.CLOSED) setTimeout(listen, RETRY_MS)
  })
}

export function startStream(): void {
  if (!document.body.dataset.viewer) return
  window.addEventListener('pagehide', () => stream?.close())
  // A browser may keep a page that was left, and bring it back as it was.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && stream) listen()
    else if (persisted) catchUp()
  })
  // Locks need a secure origin; without one every tab listens for itself.
  if (!('locks' in navigator)) return listen()
  void navigator.locks.request(LOCK, () => {
    listen()
    return new Promise(() => undefined)
  })
}
