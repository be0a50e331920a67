/**
 * Keeps the built files of this version, whose names carry their hash, and a page that says that there is no network.
 * Pages and data of people are never kept: they go past it. The server writes what is to be kept above this.
 */
interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Waits {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  /** Addresses of this version. */
  KEPT: string[]
  VERSION: string
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: Waits) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}

const worker = globalThis as unknown as Worker
const OFFLINE = '/offline'
const NAME = `static-${worker.VERSION}`

async function keep(): Promise<void> {
  const cache = await caches.open(NAME)
  // Without a session: what is kept is the same for everybody.
  await cache.addAll([OFFLINE, ...worker.KEPT].map((url) => new Request(url, { credentials: 'omit' })))
  await worker.skipWaiting()
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name)
  await worker.clients.claim()
}

const kept = async (url: string): Promise<Response | undefined> => (await caches.open(NAME)).match(url)

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const offline = await kept(OFFLINE)
    if (offline) return offline
    throw error
  }
}

worker.addEventListener('install', (event) => event.waitUntil(keep()))
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (worker.KEPT.includes(pathname)) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)))
})
