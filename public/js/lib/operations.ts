/**
 * What is done here reaches the server once, also when the network goes while it is on its way: each operation is kept
 * before it is sent, under a key that the server remembers, and goes when its answer is there. It survives a reload, and
 * is sent in the name of who did it alone.
 */
import type { ErrorMap } from '../error-map.ts'
import type { Stale } from '../stale.ts'
import { onConnection, tryAgainSoon } from './connection.ts'
import { blockedBy, refersTo, tokenOf, waitingFor, withMade } from './dependence.ts'
import { handOver, isForOffice } from './hand-over.ts'
import { viewerId } from './dom.ts'
import { withUploads } from './kept-files.ts'
import { ONCE_FIELD, newOnceToken } from './once-token.ts'
import { type KeptFile, type Operation, change, claim, isFull, listKept, remember } from './operation-store.ts'
import { merged, noteStored, overStored, rebased } from './over-stored.ts'
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
  await change({ put: [kept] })
  return kept
}

/**
 * Does something once. Answers what the server answers, however long that takes.
 * @param onOffline it is kept, and not sent yet
 * @throws RequestFailed when the server refuses it
 */
export async function perform<T>(operation: NewOperation, onOffline: () => void): Promise<T> {
  const asked = performance.now()
  const { key } = await inTurn(() => add(operation, asked)).catch((error: unknown) => {
    if (isFull(error)) document.dispatchEvent(new CustomEvent('operations:full', { detail: error }))
    throw error
  })
  tell()
  const answered = new Promise((resolve, reject) => {
    waiters.set(key, [...(waiters.get(key) ?? []), { resolve, reject, onOffline }])
  })
  void pump()
  return (await answered) as T
}

/** Goes, with what was learned from the answer and with what is written over it, in one step. */
async function done(operation: Operation, answer: unknown): Promise<void> {
  const { id } = (answer ?? {}) as { id?: unknown }
  const made: [string, number][] =
    operation.token !== undefined && typeof id === 'number' ? [[operation.token, id]] : []
  await change({ put: rebased(operation, await listOwn()), drop: [operation], made })
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

const ALONE = 'Dit hoort bij iets dat niet is opgeslagen.'

/** The server does not take it, or cannot. Who looks at it decides; of what nobody waits for, the office does. */
async function refuse(operation: Operation, refused: NonNullable<Operation['refused']>, error: unknown): Promise<void> {
  const kept = { ...operation, refused }
  await inTurn(() => remember(kept))
  if (!settle(kept.key, ({ reject }) => reject(error)) && isForOffice(kept)) await giveAway(kept)
}

/** To the office, with all that cannot be done without it. */
async function giveAway(operation: Operation): Promise<boolean> {
  if (!(await handOver(operation, waitingFor(operation, await listOwn())))) return false
  const next = (await listOwn()).find(({ refused }) => refused?.follows)
  return next ? giveAway(next) : true
}

/** Whether to go on with the next. */
async function send(operation: Operation): Promise<boolean> {
  const { key, url, files = [] } = operation
  try {
    const fields = await withMade(operation.fields)
    if (fields === null) {
      await refuse(
        operation,
        { message: ALONE, stale: null, follows: true },
        new RequestFailed(409, { message: ALONE }),
      )
      return true
    }
    const body = new URLSearchParams([...(await withUploads(fields, files)), [ONCE_FIELD, key]])
    const headers = { Accept: 'application/json' }
    const response = await request(url, { method: 'POST', body, headers, failText: '', events: ['changed'] })
    const answer: unknown = response.headers.get('Content-Type')?.includes('json') ? await response.json() : null
    await inTurn(async () => {
      await done(operation, answer)
      noteStored(operation.slot, fields, Infinity)
    })
    noteStored(operation.slot, fields, performance.now())
    settle(key, ({ resolve }) => resolve(answer))
    return true
  } catch (error) {
    if (!(error instanceof RequestFailed) && !(error instanceof TypeError)) throw error
    if (error instanceof RequestFailed && isFinal(error)) {
      const { stale = null, message = messageOf(error) } = bodyOf(error)
      await refuse(operation, { message, stale }, error)
      return true
    }
    for (const { onOffline } of [...waiters.values()].flat()) onOffline()
    // Who is signed out is asked to sign in by what they do next, not by the clock.
    if (!(error instanceof RequestFailed) || error.status >= 500) tryAgainSoon()
    return false
  }
}

async function sendAll(): Promise<void> {
  try {
    for (;;) {
      const next = await inTurn(async () => {
        const all = await listOwn()
        const tokens = new Set(all.map(tokenOf))
        const found = all.find(
          (one) => one.refused === null && !held.has(one.key) && blockedBy(one, tokens).length === 0,
        )
        return found && { claimed: await claim(found) }
      })
      if (!next || (next.claimed && !(await send(next.claimed)))) break
      tell()
    }
  } finally {
    pumping = null
    tell()
  }
}

let pumping: Promise<void> | null = null
/** Sends what waits, in the order in which it was done, until there is no network. */
export const pump = (): Promise<void> => (pumping ??= sendAll())

type NewForm = NewOperation & Pick<Operation, 'key' | 'token' | 'group'> & { files: KeptFile[]; last: boolean }

/**
 * A form that is about to be sent by itself; until it is answered nobody else sends it.
 * @param form.last it comes after all of its group
 * @throws RequestFailed (507) where the disk is full
 */
export async function holdForm({ files, last: isLast, ...form }: NewForm): Promise<void> {
  last = Math.max(Date.now(), last + 1)
  const at = last
  await inTurn(async () => {
    const before = (await listOwn()).filter(({ group, key }) => isLast && group === form.group && key !== form.key)
    const needs = [...new Set([...refersTo(form.fields), ...before.map(tokenOf)])]
    const named = files.map(({ key, place }) => ({ key, place }))
    const operation = { ...form, files: named, needs, user: viewerId(), at, attempted: true, refused: null }
    await change({ put: [operation], files })
    held.add(form.key)
  })
}

/** Whether a form that is held has to wait for another. */
export async function isBlocked(key: string): Promise<boolean> {
  const all = await listOwn()
  const form = all.find((one) => one.key === key)
  return form !== undefined && blockedBy(form, new Set(all.map(tokenOf))).length > 0
}

/** The form was answered, or not: then it goes by itself as soon as there is a network. */
export async function releaseForm(key: string, isAnswered: boolean): Promise<void> {
  held.delete(key)
  const form = (await listOwn()).find((one) => one.key === key)
  if (isAnswered && form) await inTurn(() => change({ drop: [form] }))
  if (!isAnswered) tryAgainSoon()
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
  const token = tokenOf(operation)
  const again = { ...operation, key: newOnceToken(), token, fields, base: {}, attempted: false, refused: null }
  // Its files stay.
  await inTurn(() => change({ put: [again], drop: [{ ...operation, files: [] }] }))
  await pump()
}

/** What says something about what an operation would have made, and so goes with it. */
export const aboutMade = (operation: Operation, all: Operation[]): Operation[] =>
  all.filter(({ fields }) => refersTo(fields).includes(tokenOf(operation)))

export async function forget(operation: Operation): Promise<void> {
  await inTurn(async () => change({ drop: [operation, ...aboutMade(operation, await listOwn())] }))
  tell()
}

/** Forgets what was refused in one place, which its own screen tells. */
export async function forgetRefused(slot: string): Promise<void> {
  for (const operation of await listOwn()) if (operation.slot === slot && operation.refused) await forget(operation)
}

/** Hands over what was refused and stands here still. @param all also what could be mended here */
export async function handOverRefused(all = false): Promise<void> {
  for (const operation of await listOwn())
    if (operation.refused && (all || isForOffice(operation)) && !(await giveAway(operation))) return
}

export function startOperations(): void {
  onConnection(() => void pump())
  void handOverRefused().then(tell)
  void pump()
}
