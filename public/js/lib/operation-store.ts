/**
 * Where operations that wait for the network are kept: in IndexedDB, or in memory where a browser allows none. All tabs
 * know the queue by heart: it is read once, and what one of them changes it tells the others.
 */
import type { Stale } from '../stale.ts'
import { RequestFailed } from './request.ts'

export type Fields = [name: string, value: string][]

/** A file that goes with an operation: a field names it by `key`, until the server has it and gives it its name. */
export interface KeptFile {
  /** By which the server knows it when it comes twice. */
  key: string
  /** What it is uploaded for. */
  place: string
  blob: Blob
}

/** A file as an operation names it: its bytes are read when they are sent. Earlier versions kept them within. */
export type NamedFile = Omit<KeptFile, 'blob'> & { blob?: Blob }

/** Something that a user did here and that the server has to be told of, once. */
export interface Operation {
  /** By which the server knows it when it comes twice. */
  key: string
  /** Sent in the name of this user alone. */
  user: string
  at: number
  /** What it is, for who looks at what was not sent: 'Resultaten van Anouk van der Linden'. */
  label: string
  url: string
  fields: Fields
  files?: NamedFile[]
  /** Fields that say what the user saw, by the field that is written: the server refuses what somebody else changed. */
  base: Record<string, string>
  /** Of the same thing later ones wait for earlier ones. */
  slot: string
  /** By which later ones refer to it, and stands in their fields for what the server makes of it: its first key. */
  token?: string
  /** Tokens of what has to be done before, and cannot be done without. */
  needs?: string[]
  /** What belongs together, such as all of one visit. */
  group?: string
  /** It may have reached the server, and so never changes any more. */
  attempted: boolean
  /** Why the server did not take it; the user decides, or the office where it `follows` what the office has. */
  refused: { message: string; stale: Stale | null; follows?: boolean } | null
}

/** Beside the operations in their store, behind all their keys: another version of the database would wait for every tab. */
interface Beside {
  key: string
  blob?: Blob
  id?: number
}
const BEHIND = '~'
const fileKey = (key: string) => `${BEHIND}file ${key}`
const idKey = (token: string) => `${BEHIND}id ${token}`

const STORE = 'operations'
const FULL =
  'Dit toestel is vol: wat u invult kan hier niet worden bewaard. Maak ruimte vrij, of sla het op waar u verbinding hebt.'
/** By which a full disk is told apart; the status is that of a server without room. */
const FULL_STATUS = 507
export const isFull = (error: unknown): boolean => error instanceof RequestFailed && error.status === FULL_STATUS

const memory = new Map<string, Beside>()
let opened: Promise<IDBDatabase | null> | null = null

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    const asked = indexedDB.open('noordkaap', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'key' })
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => resolve(null)
  })
  return opened
}

/** @throws RequestFailed (507) where the disk is full */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T | null> {
  const database = await open()
  if (!database) return null
  return new Promise((resolve, reject) => {
    // On the disk before anybody says that it is kept.
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const asked = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(asked?.result ?? null)
    transaction.onabort = () => {
      const { error } = transaction
      if (error?.name === 'QuotaExceededError') reject(new RequestFailed(FULL_STATUS, { message: FULL }))
      else reject(error ?? new Error('The operation could not be kept'))
    }
  })
}

let known: Promise<Map<string, Operation>> | null = null

async function readAll(): Promise<Map<string, Operation>> {
  const found = await inStore('readonly', (store) => store.getAll(IDBKeyRange.upperBound(BEHIND, true)))
  return new Map(((found ?? []) as Operation[]).map((operation) => [operation.key, operation]))
}

interface Change {
  put: Operation[]
  dropped: string[]
}
async function note({ put, dropped }: Change): Promise<void> {
  if (!known) return
  const all = await known
  for (const key of dropped) all.delete(key)
  for (const operation of put) all.set(operation.key, operation)
}

const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('noordkaap-operations') : null
others?.addEventListener('message', (event: MessageEvent<Change>) => void note(event.data))
/** Of what was told while the page was put away nothing is known. */
async function readAgain(): Promise<void> {
  if (opened && (await opened)) known = null
}
for (const event of ['pageshow', 'visibilitychange']) window.addEventListener(event, () => void readAgain())

/** All that is kept in this browser, whoever did it, in the order in which it was done. */
export async function listKept(): Promise<Operation[]> {
  if (!others && (await open())) known = null // Nobody tells what other tabs do.
  known ??= readAll()
  known.catch(() => (known = null))
  return [...(await known).values()].sort((a, b) => a.at - b.at)
}

/** What is to be kept with operations, and what goes, in one step: all of it or nothing. */
interface Step {
  put?: Operation[]
  files?: KeptFile[]
  drop?: Operation[]
  /** What the server made of an operation, by its token. */
  made?: [token: string, id: number][]
}

/** @throws RequestFailed (507) where the disk is full; nothing has changed then */
export async function change({ put = [], files = [], drop = [], made = [] }: Step): Promise<void> {
  known ??= readAll()
  const beside: Beside[] = [
    ...files.map(({ key, blob }) => ({ key: fileKey(key), blob })),
    ...made.map(([token, id]) => ({ key: idKey(token), id })),
  ]
  const gone = drop.flatMap(({ key, files: named = [] }) => [key, ...named.map((file) => fileKey(file.key))])
  if (await open())
    await inStore('readwrite', (store) => {
      for (const key of gone) store.delete(key)
      for (const record of [...put, ...beside]) store.put(record)
      return null
    })
  else {
    for (const key of gone) memory.delete(key)
    for (const record of beside) memory.set(record.key, record)
  }
  const changed = { put, dropped: drop.map(({ key }) => key) }
  await note(changed)
  others?.postMessage(changed)
}

/** Keeps what became of an operation; on a full disk this tab alone knows it, for sending is what makes room. */
export async function remember(operation: Operation): Promise<void> {
  try {
    await change({ put: [operation] })
  } catch (error) {
    if (!isFull(error)) throw error
    await note({ put: [operation], dropped: [] })
  }
}

/** Marks an operation as under way; answers how it is kept now, or null where another tab was done with it. */
export async function claim({ key }: Operation): Promise<Operation | null> {
  const kept = (await open())
    ? await inStore('readonly', (store) => store.get(key) as IDBRequest<Operation | undefined>)
    : (await known)?.get(key)
  if (!kept || kept.refused) {
    await note(kept ? { put: [kept], dropped: [] } : { put: [], dropped: [key] })
    return null
  }
  const claimed = { ...kept, attempted: true }
  await remember(claimed)
  return claimed
}

const besideOf = async (key: string): Promise<Beside | null> =>
  (await open()) ? inStore('readonly', (store) => store.get(key) as IDBRequest<Beside>) : (memory.get(key) ?? null)

/** A file with its bytes; null where they are gone. */
export async function readFile({ key, place, blob }: NamedFile): Promise<KeptFile | null> {
  const bytes = blob ?? (await besideOf(fileKey(key)))?.blob
  return bytes ? { key, place, blob: bytes } : null
}

/** What the server made of the operation with this token; null while it is not known. */
export const readMade = async (token: string): Promise<number | null> => (await besideOf(idKey(token)))?.id ?? null
