/** What the two sides of a live connection with the helpdesk agree on; the server and both browsers read it. */

export const STATES = ['waiting', 'asked', 'accepted', 'denied', 'closed'] as const
export type State = (typeof STATES)[number]

const NEXT: Record<State, readonly State[]> = {
  waiting: ['asked', 'closed'],
  asked: ['accepted', 'denied', 'closed'],
  accepted: ['closed'],
  denied: ['waiting', 'closed'],
  closed: ['waiting'],
}

/** The state that a connection comes to; null where it cannot come to that from here. */
export const nextState = (state: State, to: State): State | null => (NEXT[state].includes(to) ? to : null)

/** What the server passes on: the states, and how the browsers find one another. */
export const OF_ASKER = ['waiting', 'accepted', 'denied', 'closed', 'answer'] as const
export const OF_HELPDESK = ['asked', 'closed', 'offer'] as const

export interface Message {
  type: string
  data: string
  /** Epoch milliseconds. */
  timestamp: number
}
/** One that the server passed on, with whose it is. */
export interface Passed extends Message {
  from: { id: number; name: string }
}

/** What is said over the connection itself; null for anything else. */
export function readMessage(text: unknown): Message | null {
  let said: unknown
  try {
    said = JSON.parse(String(text))
  } catch {
    return null
  }
  const { type, data, timestamp } = (said ?? {}) as Record<string, unknown>
  if (typeof type !== 'string' || typeof data !== 'string' || typeof timestamp !== 'number') return null
  return { type, data, timestamp }
}

export const messageOf = (type: string, data: string, timestamp: number): string =>
  JSON.stringify({ type, data, timestamp } satisfies Message)

/** Whether a message is of the one from whom it is expected; without one nobody is, but who asks first. */
export const isExpected = (peer: number | null, { from, type }: Passed): boolean =>
  peer === null ? type === 'asked' : from.id === peer

/** Whether somebody stands in the list from which the helpdesk chooses. */
export const isListed = (listed: ReadonlyMap<number, unknown>, { from }: Passed): boolean => listed.has(from.id)

/** How long both sides remember, in days. */
export const REMEMBERED_DAYS = 1

const MOST_ATTEMPTS = 10
const PAUSE_MS = 100

/** Loads the code of a connection; fails after more than 10 attempts, 100 ms apart. */
export async function loadPatiently<T>(load: () => Promise<T>, pause: (ms: number) => Promise<unknown>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (attempt > MOST_ATTEMPTS) throw error
      await pause(PAUSE_MS)
    }
  }
}
