/**
 * A phone as a thread of its own: the real outbox of the browser side, with as much of a browser around it as that needs.
 * Its disk lies with whoever started it, who also decides what becomes of each step (phones.ts); it may be killed at any.
 */
import { parentPort, workerData } from 'node:worker_threads'

export interface PhoneStart {
  url: string
  cookie: string
  token: string
  viewer: number
  /** Where the disk is as it was left. */
  disk: [string, unknown][]
}
export interface PhoneForm {
  url: string
  fields: [string, string][]
  /** Bytes of photos, which go in fields of this name. */
  photos?: { name: string; bytes: Uint8Array }
  said: Record<string, string>
  once: string
  offline: boolean
}
type Kept = Record<string, unknown> & { key: string }

const { url: site, cookie, token, viewer, disk: left } = workerData as PhoneStart
const port = parentPort!

let asked = 0
const waiting = new Map<number, (answer: unknown) => void>()
/** Asks whoever started this phone; there may never be an answer. */
const ask = (what: object): Promise<unknown> =>
  new Promise((resolve) => {
    waiting.set(++asked, resolve)
    port.postMessage({ id: asked, ...what })
  })

// ------------------------------------------------------------- the disk
const disk = new Map(left)

/** Bytes are kept, and not the handle of who made them. */
const stored = async (record: Kept): Promise<Kept> =>
  record.blob instanceof Blob
    ? { ...record, blob: undefined, bytes: new Uint8Array(await record.blob.arrayBuffer()), type: record.blob.type }
    : record
const loaded = (record: unknown): unknown => {
  const { bytes, type, ...rest } = (record ?? {}) as { bytes?: Uint8Array<ArrayBuffer>; type?: string }
  return bytes === undefined ? record : { ...rest, blob: new Blob([bytes], { type: type ?? '' }) }
}

interface Asked {
  result?: unknown
}
class Transaction {
  oncomplete: (() => void) | null = null
  onabort: (() => void) | null = null
  error = null
  readonly puts: Kept[] = []
  readonly deletes: string[] = []
  readonly reads: (() => void)[] = []
  readonly store = {
    put: (record: Kept): Asked => (this.puts.push(record), {}),
    delete: (key: string): Asked => (this.deletes.push(key), {}),
    get: (key: string): Asked => this.read(() => loaded(disk.get(key))),
    getAll: (below: string): Asked =>
      this.read(() => [...disk.keys()].filter((key) => key < below).map((key) => loaded(disk.get(key)))),
  }
  read(result: () => unknown): Asked {
    const request: Asked = {}
    this.reads.push(() => (request.result = result()))
    return request
  }
  objectStore = () => this.store
  async run(): Promise<void> {
    for (const read of this.reads) read()
    if (this.puts.length + this.deletes.length > 0) {
      const puts = await Promise.all(this.puts.map(stored))
      await ask({ commit: { puts, deletes: this.deletes } })
      for (const key of this.deletes) disk.delete(key)
      for (const record of puts) disk.set(record.key, record)
    }
    this.oncomplete?.()
  }
}
/** One after the other, as a browser does those of one store. */
let turn = Promise.resolve()
const database = {
  transaction: () => {
    const transaction = new Transaction()
    turn = turn.then(() => transaction.run())
    return transaction
  },
}

// ------------------------------------------------------------- the rest of a browser
class Page extends EventTarget {
  body = { dataset: { viewer: String(viewer) } }
  querySelector = () => ({ content: token })
  querySelectorAll = () => []
}
const known = globalThis.fetch
let isOffline = false
async function fetchAsked(path: string, init: RequestInit = {}): Promise<Response> {
  const send = async () => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    return known(site + path, { ...init, headers, redirect: 'manual' })
  }
  const fate = isOffline ? 'cut' : await ask({ send: path })
  if (fate === 'cut') throw new TypeError('fetch failed')
  const response = await send()
  if (fate === 'lost') throw new TypeError('fetch failed')
  if (fate === 'closed') await ask({ close: path })
  return response
}
Object.assign(globalThis, {
  document: new Page(),
  window: new EventTarget(),
  location: { href: `${site}/workday`, origin: site },
  fetch: fetchAsked,
  IDBKeyRange: { upperBound: (below: string) => below },
  BroadcastChannel: class extends EventTarget {
    postMessage(): void {
      // One page on each phone.
    }
  },
  indexedDB: {
    open: () => {
      const request: { result: unknown; onsuccess?: () => void } = { result: database }
      queueMicrotask(() => request.onsuccess?.())
      return request
    },
  },
})

// ------------------------------------------------------------- who uses it
interface Outbox {
  keptFetch: (form: object) => (url: string, init: RequestInit) => Promise<Response>
}
interface Files {
  newFile: (place: string, blob: Blob) => { key: string }
  letWait: (file: { key: string }) => void
}
interface Requests {
  onFailure: (handler: (failure: { type: string; text: string }) => unknown) => void
}
interface Operations {
  pump: () => Promise<void>
  listOwn: () => Promise<unknown[]>
  handOverRefused: () => Promise<void>
}
const js = '../../public/js'
const { keptFetch } = (await import(`${js}/kept-forms.ts`)) as Outbox
const { newFile, letWait } = (await import(`${js}/lib/kept-files.ts`)) as Files
const { onFailure } = (await import(`${js}/lib/request.ts`)) as Requests
// As failures.ts reads it, which also tells who looks.
onFailure(({ type, text }) => (type.includes('json') ? JSON.parse(text) : null))
const { pump, listOwn, handOverRefused } = (await import(`${js}/lib/operations.ts`)) as Operations

async function fill({ url, fields, photos, said, once, offline }: PhoneForm): Promise<number> {
  const sent: [string, string][] = [...fields, ['_once', once]]
  if (photos) {
    const file = newFile('checklists', new Blob([Buffer.from(photos.bytes)], { type: 'image/png' }))
    letWait(file)
    sent.push([photos.name, file.key])
  }
  const attribute = (name: string) => said[/\[data-(.*)\]/.exec(name)?.[1] ?? '']
  const form = {
    dataset: { kept: said.kept },
    querySelector: (name: string) => (attribute(name) === undefined ? null : { getAttribute: () => attribute(name) }),
    dispatchEvent: () => true,
  }
  isOffline = offline
  const headers = { 'X-CSRF-Token': token, Accept: 'application/json' }
  const body = new URLSearchParams(sent)
  const { status } = await keptFetch(form)(url, { method: 'POST', body, headers })
  isOffline = false
  return status
}

async function empty(): Promise<number> {
  await handOverRefused()
  await pump()
  return (await listOwn()).length
}

port.on('message', (message: { answer?: number; value?: unknown; id?: number; fill?: PhoneForm }) => {
  if (message.answer !== undefined) {
    waiting.get(message.answer)?.(message.value)
    waiting.delete(message.answer)
    return
  }
  const work = message.fill ? fill(message.fill) : empty()
  work.then(
    (value) => port.postMessage({ done: message.id, value }),
    (error: unknown) => port.postMessage({ done: message.id, error: String((error as Error).stack ?? error) }),
  )
})
port.postMessage({ ready: true })
