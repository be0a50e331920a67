/**
 * Keeps the built files of this version, whose names carry their hash, and a page that says that there is no network;
 * the server writes which above this. Pages of people go past it, but for those of a day (lib/worker-day.ts).
 */
import { forgetOld, fromDay, heed, keepDay, keepDaysAgain } from './lib/worker-day.ts'

interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Waits {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Told extends Waits {
  data: unknown
}
interface Worker {
  /** Addresses of this version. */
  KEPT: string[]
  VERSION: string
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: Waits) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: Told) => void): void
}

const worker = globalThis as unknown as Worker
const OFFLINE = '/offline'
const NAME = `static-${worker.VERSION}`
/** A network that gives no answer within this leads nowhere, for who has something to go on with. */
const PATIENCE_MS = 4000
/** What answers in the place of a server that is away. */
const AWAY = [502, 503, 504]

async function keep(): Promise<void> {
  const cache = await caches.open(NAME)
  // Without a session: what is kept is the same for everybody.
  await cache.addAll([OFFLINE, ...worker.KEPT].map((url) => new Request(url, { credentials: 'omit' })))
  await worker.skipWaiting()
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('static-') && name !== NAME) await caches.delete(name)
  await worker.clients.claim()
  // Nobody waits for it: until a worker is active it answers nothing.
  void keepDaysAgain(worker.VERSION)
}

const kept = async (url: string): Promise<Response | undefined> => (await caches.open(NAME)).match(url)

/** What the server answers; where it does not, what is kept of the day. */
async function ask(request: Request): Promise<Response> {
  const asked = fetch(request)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PATIENCE_MS)))
  const answer = await Promise.race([asked.catch(() => null), late])
  clearTimeout(timer)
  if (answer && !AWAY.includes(answer.status)) {
    await heed(request, answer)
    return answer
  }
  return (await fromDay(request)) ?? asked
}

async function page(request: Request): Promise<Response> {
  try {
    return await ask(request)
  } catch (error) {
    const offline = await kept(OFFLINE)
    if (offline) return offline
    throw error
  }
}

void forgetOld()
worker.addEventListener('install', (event) => event.waitUntil(keep()))
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (worker.KEPT.includes(pathname)) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)))
  else if (request.headers.get('HX-Request') === 'true') event.respondWith(ask(request))
})
worker.addEventListener('message', (event) => {
  const { list } = (event.data ?? {}) as { list?: unknown }
  // An address of our own and no other.
  if (typeof list === 'string' && /^\/\w[\w/-]*$/.test(list)) event.waitUntil(keepDay(list, worker.VERSION))
})
