import { Unavailable, reasonOf } from './ask-json.ts'
import { readText } from './read-text.ts'

export interface AskedOnce {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** What is sent along. */
  json?: unknown
  /** Milliseconds it may take. */
  timeoutMs: number
  /** Bytes that the answer may have; 20 MB unless told. */
  mostBytes?: number | undefined
  signal?: AbortSignal | undefined
}

/** What came back, whatever its status. */
export interface Answered {
  status: number
  headers: Headers
  /** The parsed body; undefined where it is no JSON. */
  body: unknown
  text: string
}

/**
 * Asks an outside system once, for who must know whether something was accepted before it is asked again. Refusals are
 * answers; a redirect is none, since it could carry the key of the request to another host.
 * @throws Unavailable where no answer came: what was sent may have been accepted
 */
export async function ask(url: string, asked: AskedOnce): Promise<Answered> {
  const { method = 'GET', headers = {}, json, timeoutMs, mostBytes, signal } = asked
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    })
    const text = await readText(response, mostBytes)
    return { status: response.status, headers: response.headers, body: parsed(text), text }
  } catch (error) {
    signal?.throwIfAborted()
    throw new Unavailable(reasonOf(error))
  }
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
