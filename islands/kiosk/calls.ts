/**
 * The tablet speaks for itself: credentials of its own, a token for an hour, and calls under one prefix. All of it lies in
 * the storage of this browser; what goes wrong is kept there too, and told when it can be.
 */
import { API, PAGE, SCOPE, MOST_ERRORS, type KioskError } from '../../src/training/day/kiosk/kiosk.contract.ts'
import { log } from '../shared/log.ts'

const CREDENTIALS = 'kiosk-credentials'
const ERRORS = 'kiosk-errors'
/** A CSRF token of the page is fetched anew when it is older. */
const TOKEN_AGE_MS = 5 * 60_000
/** A token that ends within this time is asked for again. */
const MARGIN_MS = 10_000

export interface Credentials {
  client_id: string
  client_secret: string
  access_token?: string
  /** Epoch milliseconds. */
  expires_at?: number
}

/** An answer that is an error; without one nobody answered. */
export class CallError extends Error {
  readonly call: string
  readonly status: number | null

  constructor(call: string, status: number | null, message: string) {
    super(message)
    this.call = call
    this.status = status
  }
}

export interface Surroundings {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  now: () => number
  /** The CSRF token that the page came with, and the one of the same page fetched anew. */
  pageToken: () => string | null
  tokenIn: (html: string) => string | null
  log: (message: string) => void
}

function read<T>(storage: Surroundings['storage'], key: string): T | null {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export interface Calls {
  hasCredentials: () => boolean
  register: (credentials: Credentials) => Promise<void>
  forget: () => void
  get: <T>(path: string) => Promise<T>
  post: <T>(path: string, fields?: Record<string, unknown>) => Promise<T>
  keepError: (error: CallError) => void
  tellErrors: () => Promise<void>
}

/** The CSRF token of the page, fetched anew when it is old. */
function csrfOf(around: Surroundings): () => Promise<string> {
  let csrf = around.pageToken()
  let csrfAt = around.now()
  return async () => {
    if (csrf === null || around.now() - csrfAt > TOKEN_AGE_MS) {
      try {
        csrf = around.tokenIn(await (await around.fetch(PAGE)).text())
        csrfAt = around.now()
      } catch {
        // Nobody on the tablet can do anything about it, and the token of the program is what counts.
      }
      if (csrf === null) around.log('The page has no CSRF token')
    }
    return csrf ?? ''
  }
}

export function makeCalls(around: Surroundings): Calls {
  const { storage, now } = around
  const csrfToken = csrfOf(around)

  const credentials = () => read<Credentials>(storage, CREDENTIALS)

  async function answerOf(call: string, path: string, init: RequestInit): Promise<Response> {
    let response: Response
    try {
      // It speaks for itself: without cookies, and without the browser asking for a password of its own on a 401.
      response = await around.fetch(path, { ...init, credentials: 'omit' })
    } catch {
      throw new CallError(call, null, 'Geen verbinding')
    }
    if (response.ok) return response
    const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string }
    throw new CallError(call, response.status, message)
  }

  async function askToken(known: Credentials): Promise<string> {
    const { client_id, client_secret } = known
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope: SCOPE })
    const response = await answerOf('token', '/oauth/token', { method: 'POST', body })
    const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number }
    const kept: Credentials = { client_id, client_secret, access_token, expires_at: now() + expires_in * 1000 }
    storage.setItem(CREDENTIALS, JSON.stringify(kept))
    return access_token
  }

  async function accessToken(): Promise<string> {
    const known = credentials()
    if (!known) throw new Error('No credentials found')
    const isFresh = known.access_token !== undefined && (known.expires_at ?? 0) - MARGIN_MS > now()
    return isFresh ? known.access_token! : askToken(known)
  }

  async function call<T>(path: string, init: RequestInit): Promise<T> {
    const name = /^[A-Za-z]+/.exec(path)?.[0] ?? 'call'
    const headers = { ...(init.headers as object), Authorization: `Bearer ${await accessToken()}` }
    try {
      const response = await answerOf(name, `${API}/${path}`, { ...init, headers })
      return (await response.json()) as T
    } catch (error) {
      // A token that was taken back is not tried again.
      const known = credentials()
      if (error instanceof CallError && error.status === 401 && known) {
        const { client_id, client_secret } = known
        storage.setItem(CREDENTIALS, JSON.stringify({ client_id, client_secret }))
      }
      throw error
    }
  }

  const post = async <T>(path: string, fields: Record<string, unknown> = {}) =>
    call<T>(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...fields, _token: await csrfToken() }),
    })

  return {
    hasCredentials: () => credentials() !== null,
    register: async (given) => void (await askToken(given)),
    forget: () => storage.removeItem(CREDENTIALS),
    get: (path) => call(path, {}),
    post,
    keepError: ({ call: name, status }) => {
      if (status === null) return
      const kept = read<KioskError[]>(storage, ERRORS) ?? []
      const error: KioskError = { at: new Date(now()).toISOString(), call: name, status }
      storage.setItem(ERRORS, JSON.stringify([...kept, error].slice(-MOST_ERRORS)))
    },
    tellErrors: async () => {
      const errors = read<KioskError[]>(storage, ERRORS) ?? []
      if (errors.length === 0) return
      await post('notifyErrors', { errors })
      storage.removeItem(ERRORS)
    },
  }
}

/** The calls of this page. */
export const browserCalls = (): Calls =>
  makeCalls({
    storage: localStorage,
    fetch: (path, init) => fetch(path, init),
    now: () => Date.now(),
    log,
    pageToken: () => document.querySelector<HTMLElement>('[data-island="kiosk"]')?.dataset.token ?? null,
    tokenIn: (html) =>
      new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>('[data-island="kiosk"]')?.dataset
        .token ?? null,
  })
