import { randomBytes } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How a request fares: well, late (in milliseconds), cut off before or after it was taken, taken without an answer, with a
 * status, with a page of HTML, or as one too many until so many milliseconds later.
 */
export type Mood =
  | 'ok'
  | { lateMs: number }
  | 'cut'
  | 'accepted, then cut'
  | 'accepted, then silent'
  | { status: number }
  | 'html'
  | { tooManyMs: number }

export interface SimulatorOptions {
  now?: () => Date
  clientSecret?: string
  /** Seconds that a token lives, and before which no other one is given. */
  tokenSeconds?: number
  earlySeconds?: number
  short?: number
  day?: number
  /** How each request fares; what `behave` says goes first. */
  mood?: (method: string, path: string) => Mood
  /** Takes a refresh token of before it was started, as the demo needs. */
  forgiving?: boolean
}

export interface Request {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** What differs of the two packages. */
export interface Shape {
  authorise: string
  token: string
  seconds: number
  /** Headers that say what is left. */
  limits(left: { short: number; shortUntil: Date; day: number; dayUntil: Date; limits: { short: number; day: number } }): Record<string, string> // prettier-ignore
  tooEarly: Reply
  handle(request: Request): Reply
}

const defaults = { clientSecret: 'the client secret', tokenSeconds: 600, short: 60, day: 5000 }

/** Tokens as both packages give them: each refresh token is good once. */
class TokenDesk {
  refreshes = 0
  /** The administrator there takes the right away. */
  revoked = false
  readonly #codes = new Set<string>()
  #refresh = ''
  #access = ''
  #since = 0
  readonly #options: SimulatorOptions & typeof defaults
  readonly #tooEarly: Reply

  constructor(options: SimulatorOptions & typeof defaults, tooEarly: Reply) {
    this.#options = options
    this.#tooEarly = tooEarly
  }

  code(): string {
    const code = randomBytes(8).toString('hex')
    this.#codes.add(code)
    return code
  }

  takes(authorization: string | undefined, now: number): boolean {
    const { tokenSeconds } = this.#options
    return authorization === `Bearer ${this.#access}` && now < this.#since + tokenSeconds * 1000
  }

  /** From now on the token in use is not taken any more. */
  forget(): void {
    this.#access = ''
  }

  answer(form: URLSearchParams, now: number): Reply {
    const { clientSecret, tokenSeconds, earlySeconds = tokenSeconds * 0.95, forgiving } = this.#options
    if (form.get('client_secret') !== clientSecret) return { status: 401, body: { error: 'invalid_client' } }
    if (form.get('grant_type') === 'refresh_token') {
      const known = form.get('refresh_token') === this.#refresh || (forgiving === true && this.#refresh === '')
      if (this.revoked || !known) return { status: 400, body: { error: 'invalid_grant', error_description: 'Old refresh token used' } } // prettier-ignore
      if (this.#access !== '' && now < this.#since + earlySeconds * 1000) return this.#tooEarly
      this.refreshes += 1
    } else if (!this.#codes.delete(form.get('code') ?? '')) return { status: 400, body: { error: 'invalid_grant' } }
    this.revoked = false
    this.#refresh = `refresh-${randomBytes(8).toString('hex')}`
    this.#access = `access-${randomBytes(8).toString('hex')}`
    this.#since = now
    const body = { token_type: 'bearer', access_token: this.#access, refresh_token: this.#refresh, expires_in: String(tokenSeconds) } // prettier-ignore
    return { status: 200, body }
  }
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function send(res: ServerResponse, { status, body, headers = {} }: Reply): void {
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  res.writeHead(status, { 'content-type': type, ...headers })
  res.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
}

export interface Simulator {
  url: string
  /** How the next requests fare, one after the other; tokens are no such requests. */
  behave(...next: Mood[]): void
  /** 'GET /path' of what was asked so far, tokens left out. */
  asked: string[]
  /** At most so many were asked within the short time and the day. */
  most: { short: number; day: number }
  refreshes(): number
  revoke(): void
  forgetToken(): void
  /** What the page of signing in does once somebody agrees: the address that the browser is sent back to. */
  agree: (authorizationUrl: string) => string
  stop(): Promise<void>
}

/** A stand-in for a package on a free port of this machine. */
export async function startSimulator(shape: Shape, given: SimulatorOptions = {}): Promise<Simulator> {
  const options = { ...defaults, ...given }
  const now = options.now ?? (() => new Date())
  const desk = new TokenDesk(options, shape.tooEarly)
  const moods: Mood[] = []
  const asked: string[] = []
  const most = { short: 0, day: 0 }
  const used = { short: 0, shortUntil: new Date(0), day: 0, dayUntil: new Date(0) }

  const count = (): Record<string, string> => {
    const at = now().getTime()
    if (used.shortUntil.getTime() <= at) Object.assign(used, { short: 0, shortUntil: new Date(at + shape.seconds * 1000) }) // prettier-ignore
    if (used.dayUntil.getTime() <= at) Object.assign(used, { day: 0, dayUntil: new Date(at + 86_400_000) })
    used.short += 1
    used.day += 1
    Object.assign(most, { short: Math.max(most.short, used.short), day: Math.max(most.day, used.day) })
    const limits = { short: options.short, day: options.day }
    const left = (limit: number, of: number) => Math.max(0, limit - of)
    return shape.limits({ ...used, short: left(options.short, used.short), day: left(options.day, used.day), limits })
  }

  const answerCall = (request: Request, mood: Mood): Reply | 'cut' | 'silent' => {
    const headers = count()
    if (used.short > options.short || used.day > options.day) return { status: 429, headers, body: {} }
    if (typeof mood === 'object' && 'tooManyMs' in mood) {
      const shortUntil = new Date(now().getTime() + mood.tooManyMs)
      const limits = { short: options.short, day: options.day }
      return { status: 429, body: {}, headers: shape.limits({ ...used, short: 0, shortUntil, day: options.day - used.day, limits }) } // prettier-ignore
    }
    if (mood === 'cut') return 'cut'
    if (mood === 'html') return { status: 200, body: '<title>Maintenance</title>', headers }
    if (typeof mood === 'object' && 'status' in mood) return { status: mood.status, body: {}, headers }
    const reply = shape.handle(request)
    if (mood === 'accepted, then silent') return 'silent'
    return mood === 'accepted, then cut' ? 'cut' : { ...reply, headers: { ...headers, ...reply.headers } }
  }

  const agree = (authorizationUrl: string): string => {
    const { searchParams } = new URL(authorizationUrl)
    const back = new URL(searchParams.get('redirect_uri')!)
    back.search = new URLSearchParams({ code: desk.code(), state: searchParams.get('state') ?? '' }).toString()
    return back.href
  }

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', 'http://simulator')
    const sent = await bodyOf(req)
    if (url.pathname === '/favicon.ico') return send(res, { status: 204 })
    if (url.pathname === shape.token) return send(res, desk.answer(new URLSearchParams(sent), now().getTime()))
    if (url.pathname === shape.authorise) return send(res, { status: 200, body: signInPage(agree(url.href)) })
    if (!desk.takes(req.headers.authorization, now().getTime())) return send(res, { status: 401, body: {} })
    const method = req.method ?? 'GET'
    asked.push(`${method} ${url.pathname}`)
    const mood = moods.shift() ?? options.mood?.(method, url.pathname) ?? 'ok'
    if (typeof mood === 'object' && 'lateMs' in mood) await new Promise((resolve) => setTimeout(resolve, mood.lateMs).unref()) // prettier-ignore
    const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>)
    const reply = answerCall({ method, path: url.pathname, query: url.searchParams, body }, mood)
    if (reply === 'cut') res.destroy()
    else if (reply !== 'silent') send(res, reply)
  }

  const server = createServer((req, res) => void serve(req, res).catch(() => res.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Whoever forgets to stop it shall still be able to end.
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (...next) => void moods.splice(0, moods.length, ...next),
    asked,
    most,
    refreshes: () => desk.refreshes,
    revoke: () => void ((desk.revoked = true), desk.forget()),
    forgetToken: () => desk.forget(),
    agree,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const signInPage = (back: string): string =>
  `<!doctype html><html lang="nl"><meta charset="utf-8"><title>Inloggen (voorbeeld)</title>
<body style="font: 1rem sans-serif; margin: 3rem"><h1>Voorbeeld van inloggen</h1>
<p>Dit is een nagebootst boekhoudpakket. Noordkaap vraagt toegang tot de boekhouding.</p>
<p><a href="${back.replaceAll('&', '&amp;')}">Toestaan</a></p></body></html>`
