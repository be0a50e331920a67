/**
 * Change notices: which records changed, here, in the user's other tabs, or in somebody else's browser. Rows, selectors
 * and popups of such a record reload (P-166, P-167, rulings 3).
 */
import type { RecordRef } from '../../src/platform/screens/models.ts'
import { uid } from './lib/dom.ts'
import { readStored, writeStored } from './lib/browser-storage.ts'

/** One key for all notices: writing it makes the browser tell every other tab. */
const KEY = 'noordkaap:changed'
/** What the tab that listens heard of late, for tabs that were being drawn meanwhile. */
const KEPT_KEY = 'noordkaap:heard'
const KEPT_FOR_MS = 300_000
const MOST_KEPT = 100
/** A notice of our own making comes back from the server within this; it is not told twice. */
const ECHO_MS = 5000

interface Notice {
  /** Makes two equal notices in a row differ, or the second would raise no event. */
  id: string
  items: RecordRef[]
  /** Whether the server will tell of it too. */
  echo: boolean
  /** Its moment on the server's clock, where the server told it. */
  at?: number
}

interface Heard {
  at: number
  items: RecordRef[]
}

type Listener = (items: RecordRef[]) => void

const listeners = new Set<{ types: string[]; callback: Listener }>()
/** Other people's changes of the last seconds, for code that came later than the content that it is for. */
let told: { when: number; items: RecordRef[] }[] = []
/** Code comes within this after its content. */
const LATE_MS = 5000
const awaited = new Map<string, number>()
/** When the server last told of a record; our own notice can come back before the answer to what we sent. */
const arrived = new Map<string, number>()

/** Until when this page knows everything, on the server's clock: when it was drawn, or when it last heard something. */
let knownUntil = 0

const keyOf = ({ type, id }: RecordRef) => `${type}:${id}`

const wantedOf = (items: RecordRef[], types: string[]): RecordRef[] =>
  types.length === 0 ? items : items.filter((item) => types.includes(item.type))

function deliver(items: RecordRef[]): void {
  for (const { types, callback } of listeners) {
    const wanted = wantedOf(items, types)
    if (wanted.length > 0) callback(wanted)
  }
}

const isFresh = ({ when }: { when: number }) => Date.now() - when < LATE_MS

function deliverForeign(items: RecordRef[]): void {
  told = [...told.filter(isFresh), { when: Date.now(), items }]
  deliver(items)
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

function broadcast(notice: Omit<Notice, 'id'>): void {
  writeStored(localStorage, KEY, { id: uid(), ...notice } satisfies Notice)
}

const keptOf = (): Heard[] => readStored<Heard[]>(localStorage, KEPT_KEY) ?? []

function keep(heard: Heard): void {
  const recent = keptOf().filter(({ at }) => at > heard.at - KEPT_FOR_MS && at < heard.at)
  writeStored(localStorage, KEPT_KEY, [...recent, heard].slice(-MOST_KEPT))
}

/** Since when this page has to be told what changed, in epoch milliseconds of the server. */
export const heardUntil = (): number => knownUntil

/**
 * Calls back when records of these types change; no types means all. Who comes late hears at once what others changed in
 * the seconds before: its content may be older.
 *
 * @returns the way to stop listening
 */
export function onChanged(types: string[], callback: Listener): () => void {
  const listener = { types, callback }
  listeners.add(listener)
  const missed = wantedOf(
    told.filter(isFresh).flatMap(({ items }) => items),
    types,
  )
  if (missed.length > 0) queueMicrotask(() => listeners.has(listener) && callback(missed))
  return () => listeners.delete(listener)
}

/** Tells this tab and the others what this tab changed. */
function announce(items: RecordRef[]): void {
  expectEcho(items)
  broadcast({ items, echo: true })
  deliver(items)
}

/** Passes on what the server said, to this tab and the others; echoes of our own changes are left out. */
export function announceForeign(items: RecordRef[], at: number): void {
  knownUntil = Math.max(knownUntil, at)
  keep({ at, items })
  const news = items.filter((item) => !isEcho(item))
  if (news.length === 0) return
  for (const item of news) arrived.set(keyOf(item), Date.now())
  broadcast({ items: news, echo: false, at })
  deliverForeign(news)
}

/** What another tab heard while this page could not listen: it was being drawn, or was left and came back as it was. */
export function catchUp(): void {
  for (const { at, items } of keptOf())
    if (at > knownUntil) {
      knownUntil = at
      deliverForeign(items)
    }
}

export function startChanges(): void {
  document.addEventListener('changed', (event) => announce((event as CustomEvent<{ items: RecordRef[] }>).detail.items))
  window.addEventListener('storage', (event) => {
    const notice = event.key === KEY ? readStored<Notice>(localStorage, KEY) : null
    if (!notice) return
    if (notice.echo) expectEcho(notice.items)
    knownUntil = Math.max(knownUntil, notice.at ?? 0)
    deliverForeign(notice.items)
  })
  knownUntil = Number(document.body.dataset.asOf ?? 0)
  catchUp()
}
