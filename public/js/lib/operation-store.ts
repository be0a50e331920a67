/** Where operations that wait for the network are kept: in IndexedDB, or in memory where a browser allows none. */
import type { Stale } from '../stale.ts'

export type Fields = [name: string, value: string][]

/** A file that goes with an operation: a field names it by `key`, until the server has it and gives it its name. */
export interface KeptFile {
  /** By which the server knows it when it comes twice. */
  key: string
  /** What it is uploaded for. */
  place: string
  blob: Blob
}

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
  /** Kept with it in one go, so that neither is there without the other. */
  files?: KeptFile[]
  /** Fields that say what the user saw, by the field that is written: the server refuses what somebody else changed. */
  base: Record<string, string>
  /** Of the same thing later ones wait for earlier ones. */
  slot: string
  /** It may have reached the server, and so never changes any more. */
  attempted: boolean
  /** Why the server did not take it; the user decides. */
  refused: { message: string; stale: Stale | null } | null
}

const STORE = 'operations'
const memory = new Map<string, Operation>()
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

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  const database = await open()
  if (!database) return null
  return new Promise((resolve, reject) => {
    // On the disk before anybody says that it is kept.
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const asked = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(asked.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('The operation could not be kept'))
  })
}

/** All that is kept in this browser, whoever did it, in the order in which it was done. */
export async function listKept(): Promise<Operation[]> {
  const kept = (await inStore('readonly', (store) => store.getAll() as IDBRequest<Operation[]>)) ?? [...memory.values()]
  return kept.sort((a, b) => a.at - b.at)
}

export async function keepOperation(operation: Operation): Promise<void> {
  const key = await inStore('readwrite', (store) => store.put(operation))
  if (key === null) memory.set(operation.key, operation)
}

export async function dropOperation(key: string): Promise<void> {
  memory.delete(key)
  await inStore('readwrite', (store) => store.delete(key))
}
