import { TooLong, readText } from './read-text.ts'
import { retryAfterMs } from './retry-after.ts'

/** An outside system gave no usable answer: slow, cut off, too busy, broken, or something else than JSON. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

export interface AskOptions {
  headers?: Record<string, string>
  /** What is sent along, by POST; what asks so must bear being asked twice. */
  json?: unknown
  /** Milliseconds one attempt may take. */
  timeoutMs?: number
  /** Milliseconds all attempts and the pauses between them may take together. */
  withinMs?: number
  /** Attempts in all. */
  tries?: number
  /** Bytes that the answer may have; 20 MB unless told. */
  mostBytes?: number | undefined
}

/** Pause before the second attempt, in milliseconds; it doubles from there. */
const FIRST_PAUSE_MS = 150

/** What another attempt may mend: 429 and 5xx, a cut connection, a time-out. */
interface Failure {
  reason: string
  /** Milliseconds the other side asks us to wait (Retry-After). */
  waitMs?: number
}

/**
 * Asks an outside system for JSON, with GET where nothing is sent along. Attempts that may succeed later are repeated with growing pauses; a refusal
 * (another 4xx) is not, and is the caller's to judge.
 * @returns the status, and the parsed body of a 2xx answer (null otherwise)
 * @throws Unavailable when no attempt in time brought JSON; its message names no part of the question
 */
export async function askJson(
  url: string,
  { headers = {}, json, timeoutMs = 3000, withinMs = 5000, tries = 3, mostBytes }: AskOptions = {},
): Promise<{ status: number; body: unknown }> {
  const until = Date.now() + withinMs
  for (let attempt = 1; ; attempt++) {
    const left = until - Date.now()
    const result = await askOnce(url, { headers, json, mostBytes }, Math.max(1, Math.min(timeoutMs, left)))
    if ('status' in result) return result
    const pause = Math.max(result.waitMs ?? 0, FIRST_PAUSE_MS * 2 ** (attempt - 1))
    if (attempt >= tries || Date.now() + pause >= until) throw new Unavailable(result.reason)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Why no answer came, in words that name no part of the question. */
export function reasonOf(error: unknown): string {
  if (error instanceof TooLong) return error.message
  return (error as Error).name === 'TimeoutError' ? 'no answer in time' : 'the connection failed'
}

async function askOnce(
  url: string,
  { headers, json, mostBytes }: Pick<AskOptions, 'headers' | 'json' | 'mostBytes'>,
  timeoutMs: number,
): Promise<{ status: number; body: unknown } | Failure> {
  let response: Response
  let text: string
  try {
    // A redirect could carry the key of the request to another host.
    const init = { headers: { accept: 'application/json', ...headers }, redirect: 'error' } as const
    const sent =
      json === undefined
        ? init
        : {
            ...init,
            method: 'POST',
            headers: { ...init.headers, 'content-type': 'application/json' },
            body: JSON.stringify(json),
          }
    response = await fetch(url, { ...sent, signal: AbortSignal.timeout(timeoutMs) })
    text = await readText(response, mostBytes)
  } catch (error) {
    return { reason: reasonOf(error) }
  }
  const { status } = response
  if (status === 429) return { reason: 'too many requests', waitMs: retryAfterMs(response) ?? 0 }
  if (status >= 500) return { reason: `status ${status}` }
  if (!response.ok) return { status, body: null }
  try {
    return { status, body: JSON.parse(text) as unknown }
  } catch {
    return { reason: 'the answer is no JSON' }
  }
}
