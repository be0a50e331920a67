/** Requests that scripts send themselves; forms go through htmx. Both pass `guardedFetch` and fail the same way. */
import { csrfToken, renewToken } from './csrf.ts'
import { viewerId } from './dom.ts'
import { noteAnswer } from './kept-pages.ts'

/** A request that did not succeed; `failures.ts` has already told the user. */
export class RequestFailed extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`The request failed with status ${status}`)
    this.status = status
    this.body = body
  }
}

export interface Failure {
  url: string
  method: string
  source: Element | null
  /** 0 when no answer came at all. */
  status: number
  text: string
  type: string
  headers?: Headers
  /** Message instead of the general one; '' says nothing, because the caller does. */
  failText: string | null
}

let tellFailure: (failure: Failure) => unknown = () => null

/** Says what is done with a request that failed; it answers the JSON of the answer, if it had any. */
export function onFailure(handler: (failure: Failure) => unknown): void {
  tellFailure = handler
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** Whether a request failed, could not be sent or was stopped; anything else that is thrown is a fault of our own. */
export function isFailure(error: unknown): boolean {
  return error instanceof RequestFailed || error instanceof TypeError || isAbort(error)
}

let signIn: (() => Promise<boolean>) | null = null

/** Says how to sign in again without leaving the page; it answers whether that worked. */
export function onSignedOut(handler: () => Promise<boolean>): void {
  signIn = handler
}

async function hasCode(response: Response, code: string): Promise<boolean> {
  try {
    return ((await response.clone().json()) as { code?: string }).code === code
  } catch {
    return false
  }
}

function again(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers)
  if (headers.has('X-CSRF-Token')) headers.set('X-CSRF-Token', csrfToken())
  // The first attempt's time limit has run while the user signed in.
  const { signal: _signal, ...rest } = init
  return { ...rest, headers }
}

/** Whether the session is of who looks at this page; in another tab somebody else may have signed in since. */
async function isOwnSession(): Promise<boolean> {
  const response = await fetch('/ajax/getCurrentUser', { headers: { Accept: 'application/json' } })
  return response.ok && String(((await response.json()) as { id: number }).id) === viewerId()
}

/**
 * fetch that repeats a request once after renewing an expired token, and once after signing in again (rulings 3). What
 * was filled in by one person is not sent in the name of another.
 */
export async function guardedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  let response = await fetch(url, init)
  noteAnswer(response)
  let isSignedOut = response.status === 401
  if (response.status === 403 && (await hasCode(response, 'csrf'))) {
    isSignedOut = document.body.dataset.viewer !== undefined && !(await isOwnSession())
    if (!isSignedOut) {
      await renewToken()
      response = await fetch(url, again(init))
      isSignedOut = response.status === 401
    }
  }
  if (isSignedOut && signIn && (await signIn())) response = await fetch(url, again(init))
  return response
}

export interface RequestOptions {
  method?: string
  body?: BodyInit | null
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Send the token with a GET too: the few named GETs that change something. */
  token?: boolean
  /** Element the request belongs to: events and errors of the answer start there. */
  source?: Element
  /** Which events of the answer count, where it comes long after its screen has gone. */
  events?: readonly string[]
  /** What to tell when it fails, instead of the general message; '' for nothing at all. */
  failText?: string
}

/** Where a request was sent from: the element, and the dialog that it stood in then. */
export interface Origin {
  source: Element | undefined
  dialog: Element | null
}

export const originOf = (source: Element | undefined): Origin => ({ source, dialog: source?.closest('dialog') ?? null })

/**
 * Dispatches the events of an HX-Trigger header, for htmx too: at the source, or at what is left of where it stood. An
 * answer closes the popup that it was asked from; when that has gone, it closes no other.
 */
export function dispatchTriggers(
  header: string | null,
  { source, dialog }: Origin,
  silent = false,
  only: readonly string[] | null = null,
): void {
  if (!header?.startsWith('{')) return
  const left = [source, dialog].find((element) => element?.isConnected)
  const target = left ?? document
  for (const [name, value] of Object.entries(JSON.parse(header) as Record<string, unknown>)) {
    if (only && !only.includes(name)) continue
    if ((silent && name === 'flash') || (name === 'popup-close' && !left)) continue
    target.dispatchEvent(new CustomEvent(name, { detail: value, bubbles: true }))
  }
}

/**
 * Sends a request and carries out what the answer tells the browser to do.
 *
 * @throws RequestFailed for anything but a 2xx answer, after telling the user · AbortError when aborted
 */
export async function request(url: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', body = null, signal, source, failText } = options
  const headers: Record<string, string> = { ...options.headers }
  if (method !== 'GET' || options.token) headers['X-CSRF-Token'] = csrfToken()
  const about = { url, method, source: source ?? null, failText: failText ?? null }
  const origin = originOf(source)
  let response: Response
  try {
    response = await guardedFetch(url, { method, body, headers, ...(signal ? { signal } : {}) })
  } catch (error) {
    if (!isAbort(error)) tellFailure({ ...about, status: 0, text: '', type: '' })
    throw error
  }
  dispatchTriggers(response.headers.get('HX-Trigger'), origin, !response.ok && failText === '', options.events ?? null)
  const redirect = response.headers.get('HX-Redirect')
  if (redirect) location.assign(redirect)
  if (response.ok) return response
  const text = await response.text()
  const type = response.headers.get('Content-Type') ?? ''
  const parsed = tellFailure({ ...about, status: response.status, text, type, headers: response.headers })
  throw new RequestFailed(response.status, parsed)
}

/** A fragment from our own server. */
export async function fetchHtml(url: string, options: RequestOptions = {}): Promise<string> {
  const response = await request(url, {
    ...options,
    headers: { 'HX-Request': 'true', Accept: 'text/html', ...options.headers },
  })
  return response.text()
}

export async function fetchJson<T>(url: string, options: RequestOptions = {}): Promise<T> {
  const response = await request(url, { ...options, headers: { Accept: 'application/json', ...options.headers } })
  return (response.status === 204 ? null : await response.json()) as T
}

/** Adds parameters to an address, replacing those of the same name. */
export function withParams(url: string, params: Iterable<readonly [string, string]> | Record<string, string>): string {
  const target = new URL(url, location.href)
  const pairs = Symbol.iterator in params ? params : Object.entries(params)
  for (const [name, value] of pairs) target.searchParams.set(name, value)
  return target.pathname + target.search
}
