/**
 * Change notices: which records changed, here, in the user's other tabs, or in somebody else's browser. Rows, selectors
 * and popups of such a record reload (P-166, P-167, rulings 3).
 */
import type { RecordRef } from '../../src/platform/screens/models.ts'
import { uid } from './lib/dom.ts'
import { readStored, writeStored } from './lib/browser-storage.ts'

/** One key for all notices: writing it makes the browser tell every other tab. */
const KEY = 'noordkaap:changed'
/** A notice of our own making comes back from the server within this; it is not told twice. */
const ECHO_MS = 5000

interface Notice {
  /** Makes two equal notices in a row differ, or the second would raise no event. */
  id: string
  items: RecordRef[]
  /** Told by the server, so no echo is to be expected. */
  echo: boolean
}

type Listener = (items: RecordRef[]) => void

const listeners = new Set<{ types: string[]; callback: Listener }>()
const awaited = new Map<string, number>()
/** When the server last told of a record; our own notice can come back before the answer to what we sent. */
const arrived = new Map<string, number>()

const keyOf = ({ type, id }: RecordRef) => `${type}:${id}`

function deliver(items: RecordRef[]): void {
  for (const { types, callback } of listeners) {
    const wanted = types.length === 0 ? items : items.filter((item) => types.includes(item.type))
    if (wanted.length > 0) callback(wanted)
  }
}

function expectEcho(items: RecordRef[]): void {
  for (const item of items) {
    const key = keyOf(item)
    // Reloading once too often does no harm; swallowing somebody else's change would.
    if (Date.now() - (arrived.get(key) ?? 0) < ECHO_MS) arrived.delete(key)
    else awaited.set(key, Date.now() + ECHO_MS)
  }
}

/** Whether this notice is our own, coming back. One announcement has one echo, so a second notice always counts. */
function isEcho(item: RecordRef): boolean {
  const until = awaited.get(keyOf(item)) ?? 0
  awaited.delete(keyOf(item))
  return Date.now() < until
}

function broadcast(items: RecordRef[], echo: boolean): void {
  writeStored(localStorage, KEY, { id: uid(), items, echo } satisfies Notice)
}

/**
 * Calls back when records of these types change; no types means all.
 *
 * @returns the way to stop listening
 */
export function onChanged(types: string[], callback: Listener): () => void {
  const listener = { types, callback }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells this tab and the others what this tab changed. */
function announce(items: RecordRef[]): void {
  expectEcho(items)
  broadcast(items, true)
  deliver(items)
}

/** Passes on what the server said, to this tab and the others; echoes of our own changes are left out. */
export function announceForeign(items: RecordRef[]): void {
  const news = items.filter((item) => !isEcho(item))
  if (news.length === 0) return
  for (const item of news) arrived.set(keyOf(item), Date.now())
  broadcast(news, false)
  deliver(news)
}

export function startChanges(): void {
  document.addEventListener('changed', (event) => announce((event as CustomEvent<{ items: RecordRef[] }>).detail.items))
  window.addEventListener('storage', (event) => {
    const notice = event.key === KEY ? readStored<Notice>(localStorage, KEY) : null
    if (!notice) return
    if (notice.echo) expectEcho(notice.items)
    deliver(notice.items)
  })
}
