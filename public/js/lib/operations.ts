/**
 * What is done here reaches the server once, also when the network goes while it is on its way: each operation is kept
 * before it is sent, under a key that the server remembers, and goes when its answer is there. It survives a reload, and
 * is sent in the name of who did it alone.
 */
import type { ErrorMap } from '../error-map.ts'
import type { Stale } from '../stale.ts'
import { onConnection, tryAgainSoon } from './connection.ts'
import { handOver, isForOffice } from './hand-over.ts'
import { viewerId } from './dom.ts'
import { withUploads } from './kept-files.ts'
import { ONCE_FIELD, newOnceToken } from './once-token.ts'
import { type Fields, type Operation, dropOperation, keepOperation, listKept } from './operation-store.ts'
import { RequestFailed, request } from './request.ts'

export type { Operation }

/** Answers after which it is of no use to send the same again; any other failure passes. */
const FINAL = [400, 403, 404, 409, 413, 422]

interface Waiter {
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
  onOffline: () => void
}
const waiters = new Map<string, Waiter[]>()
/** Keys that a form sends itself. */
const held = new Set<string>()
let last = 0

function tell(): void {
  document.dispatchEvent(new CustomEvent('operations:changed'))
}

const isOwn = ({ user }: Operation): boolean => user === viewerId()

export const listOwn = async (): Promise<Operation[]> => (await listKept()).filter(isOwn)

/** One after the other: what one does to the log another sees. */
let turn: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = turn.then(work, work)
  turn = next.catch(() => undefined)
  return next
}

/** The later of two operations on the same thing in one, if the first did not leave yet; what was seen is of the first. */
function merged(first: Operation, fields: Fields): Fields {
  const seen = new Set(Object.values(first.base))
  const values = new Map(first.fields)
  for (const [name, value] of fields) if (!(seen.has(name) && values.has(name))) values.set(name, value)
  return [...values]
}

/** What was stored last in a place, and until when somebody could act there without knowing. */
const stored = new Map<string, { values: Map<string, string>; until: number }>()

/** The fields as they are to be sent: what the user saw is what was stored while they acted. */
function overStored({ slot, base, fields }: NewOperation, asked: number): Fields {
  const known = stored.get(slot)
  if (!known || asked > known.until) return fields
  const seen = new Map(Object.entries(base).map(([field, name]) => [name, known.values.get(field)]))
  return fields.map(([name, value]): [string, string] => [name, seen.get(name) ?? value])
}

export type NewOperation = Pick<Operation, 'label' | 'url' | 'fields' | 'base' | 'slot'>

async function add(operation: NewOperation, asked: number): Promise<Operation> {
  const fields = overStored(operation, asked)
  const earlier = (await listOwn()).filter(({ slot, refused }) => slot === operation.slot && refused === null).at(-1)
  last = Math.max(Date.now(), last + 1)
  const kept: Operation =
    earlier && !earlier.attempted
      ? {
          ...earlier,
          label: operation.label,
          fields: merged(earlier, fields),
          base: { ...earlier.base, ...operation.base },
        }
      : { ...operation, fields, key: newOnceToken(), user: viewerId(), at: last, attempted: false, refused: null }
  await keepOperation(kept)
  return kept
}

/**
 * Does something once. Answers what the server answers, however long that takes.
 * @param onOffline it is kept, and not sent yet
 * @throws RequestFailed when the server refuses it
 */
export async function perform<T>(operation: NewOperation, onOffline: () => void): Promise<T> {
  const asked = performance.now()
  const { key } = await inTurn(() => add(operation, asked))
  tell()
  const answered = new Promise((resolve, reject) => {
    waiters.set(key, [...(waiters.get(key) ?? []), { resolve, reject, onOffline }])
  })
  void pump()
  return (await answered) as T
}

/** What comes after in the same place was written over what is stored now. */
async function rebase(done: Operation): Promise<void> {
  const values = new Map(done.fields)
  for (const later of await listOwn()) {
    if (later.slot !== done.slot || later.attempted || later.key === done.key) continue
    const bases = new Map(Object.entries(later.base).map(([field, seen]) => [seen, values.get(field)]))
    const fields = later.fields.map(([name, value]): [string, string] => [name, bases.get(name) ?? value])
    await keepOperation({ ...later, fields })
  }
}

function settle(key: string, how: (waiter: Waiter) => void): boolean {
  const waiting = waiters.get(key) ?? []
  waiters.delete(key)
  waiting.forEach(how)
  return waiting.length > 0
}

const bodyOf = (error: RequestFailed) => (error.body ?? {}) as { message?: string; stale?: Stale; code?: string }

/** A token that could not be renewed says nothing about what was sent. */
const isFinal = (error: RequestFailed): boolean => FINAL.includes(error.status) && bodyOf(error).code !== 'csrf'

/** The first thing that is wrong with what was filled in. */
const messageOf = ({ status, body }: RequestFailed): string => {
  const [first] = status === 422 ? Object.values(body as ErrorMap) : []
  return first?.[0] ?? 'De server heeft dit niet aangenomen.'
}

/** Whether to go on with the next. */
async function send(operation: Operation): Promise<boolean> {
  const { key, url, fields, files = [] } = operation
  try {
    const body = new URLSearchParams([...(await withUploads(fields, files)), [ONCE_FIELD, key]])
    const headers = { Accept: 'application/json' }
    const response = await request(url, { method: 'POST', body, headers, failText: '', events: ['changed'] })
    const answer: unknown = response.headers.get('Content-Type')?.includes('json') ? await response.json() : null
    await inTurn(async () => {
      await dropOperation(key)
      await rebase(operation)
      stored.set(operation.slot, { values: new Map(fields), until: Infinity })
    })
    stored.set(operation.slot, { values: new Map(fields), until: performance.now() })
    settle(key, ({ resolve }) => resolve(answer))
    return true
  } catch (error) {
    if (!(error instanceof RequestFailed) && !(error instanceof TypeError)) throw error
    if (error instanceof RequestFailed && isFinal(error)) {
      const { stale = null, message = messageOf(error) } = bodyOf(error)
      const refused = { ...operation, refused: { message, stale } }
      await inTurn(() => keepOperation(refused))
      // Who looks at it decides; of what nobody waits for, the office does.
      if (!settle(key, ({ reject }) => reject(error)) && isForOffice(refused)) await handOver(refused)
      return true
    }
    for (const { onOffline } of [...waiters.values()].flat()) onOffline()
    // Who is signed out is asked to sign in by what they do next, not by the clock.
    if (!(error instanceof RequestFailed) || error.status >= 500) tryAgainSoon()
    return false
  }
}

let isPumping = false
/** Sends what waits, in the order in which it was done, until there is no network. */
export async function pump(): Promise<void> {
  if (isPumping) return
  isPumping = true
  try {
    for (;;) {
      const next = await inTurn(async () => {
        const found = (await listOwn()).find(({ key, refused }) => refused === null && !held.has(key))
        if (found) await keepOperation({ ...found, attempted: true })
        return found
      })
      if (!next || !(await send({ ...next, attempted: true }))) break
      tell()
    }
  } finally {
    isPumping = false
    tell()
  }
}

/** A form that is about to be sent by itself; until it is answered nobody else sends it. */
export async function holdForm(operation: NewOperation & Pick<Operation, 'key' | 'files'>): Promise<void> {
  held.add(operation.key)
  last = Math.max(Date.now(), last + 1)
  await inTurn(() => keepOperation({ ...operation, user: viewerId(), at: last, attempted: true, refused: null }))
}

/** The form was answered, or not: then it goes by itself as soon as there is a network. */
export async function releaseForm(key: string, isAnswered: boolean): Promise<void> {
  held.delete(key)
  if (isAnswered) await inTurn(() => dropOperation(key))
  else tryAgainSoon()
  tell()
}

/** The user's own version over what is stored now, as another operation: both were shown. */
export async function insist(operation: Operation): Promise<void> {
  const seen = new Set(Object.values(operation.base))
  const version = operation.refused?.stale?.version
  const fields = operation.fields
    .filter(([name]) => !seen.has(name))
    .map(([name, value]): [string, string] => [
      name,
      name === 'version' && version !== undefined ? String(version) : value,
    ])
  const again = { ...operation, key: newOnceToken(), fields, base: {}, attempted: false, refused: null }
  await inTurn(async () => {
    await dropOperation(operation.key)
    await keepOperation(again)
  })
  await pump()
}

export async function forget(key: string): Promise<void> {
  await inTurn(() => dropOperation(key))
  tell()
}

/** Forgets what was refused in one place, which its own screen tells. */
export async function forgetRefused(slot: string): Promise<void> {
  for (const operation of await listOwn()) if (operation.slot === slot && operation.refused) await forget(operation.key)
}

/** Hands over what was refused and stands here still. @param all also what could be mended here */
export async function handOverRefused(all = false): Promise<void> {
  for (const operation of await listOwn())
    if (operation.refused && (all || isForOffice(operation)) && !(await handOver(operation))) return
}

export function startOperations(): void {
  onConnection(() => void pump())
  void handOverRefused().then(tell)
  void pump()
}
