import { createHash, randomBytes } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the next letter is answered; each is used once, after that letters are accepted again. */
export type Mood = 'refused' | 'denied' | 'too many' | 'busy' | 'broken' | 'gateway' | 'html' | 'cut' | 'expired token'

/**
 * The mail services of Microsoft and Google as far as we use them: authorisation code with PKCE, refresh tokens that
 * are good once, who am I, and sending. It speaks their HTTP and can misbehave as they do.
 */
export class MailServices {
  readonly received: { service: 'graph' | 'gmail'; mime: string }[] = []
  readonly moods: Mood[] = []
  /** Refreshes asked for. */
  refreshes = 0
  /** The administrator at the service takes the right away. */
  revoked = false
  readonly #server: Server
  readonly #codes = new Map<string, string>()
  #refreshToken = ''
  #accessToken = ''

  constructor() {
    this.#server = createServer((req, res) => {
      this.#answer(req, res).catch(() => res.destroy())
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** What the sign-in page does once the administrator agrees: answers the address the browser is sent back to. */
  agree(authorizationUrl: string): string {
    const { searchParams } = new URL(authorizationUrl)
    const code = randomBytes(16).toString('hex')
    this.#codes.set(code, searchParams.get('code_challenge')!)
    const back = new URL(searchParams.get('redirect_uri')!)
    back.search = new URLSearchParams({ code, state: searchParams.get('state')! }).toString()
    return back.pathname + back.search
  }

  /** From now on the token in use is not taken any more, as happens when an administrator changes something. */
  forgetToken(): void {
    this.#accessToken = 'none'
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const path = req.url!.split('?')[0]!
    if (path.endsWith('/token')) return this.#token(new URLSearchParams(body), res)
    if (req.headers.authorization !== `Bearer ${this.#accessToken}`)
      return json(res, 401, { error: { message: 'expired' } })
    if (path === '/v1.0/me') return json(res, 200, { mail: 'post@noordkaap.example' })
    if (path === '/oauth2/v2/userinfo') return json(res, 200, { email: 'post@noordkaap.example' })
    if (path === '/v1.0/me/sendMail') return this.#send(res, 'graph', Buffer.from(body, 'base64').toString())
    const { raw } = JSON.parse(body) as { raw: string }
    return this.#send(res, 'gmail', Buffer.from(raw, 'base64url').toString())
  }

  #token(form: URLSearchParams, res: ServerResponse): void {
    if (form.get('client_secret') !== 'the client secret') return json(res, 401, { error: 'invalid_client' })
    if (form.get('grant_type') === 'refresh_token') {
      this.refreshes += 1
      if (this.revoked || form.get('refresh_token') !== this.#refreshToken)
        return json(res, 400, { error: 'invalid_grant' })
    } else {
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const code = form.get('code') ?? ''
      if (this.#codes.get(code) !== challenge) return json(res, 400, { error: 'invalid_grant' })
      this.#codes.delete(code)
    }
    this.#refreshToken = `refresh-${randomBytes(8).toString('hex')}`
    this.#accessToken = `access-${randomBytes(8).toString('hex')}`
    json(res, 200, {
      token_type: 'Bearer',
      access_token: this.#accessToken,
      refresh_token: this.#refreshToken,
      expires_in: 3600,
    })
  }

  #send(res: ServerResponse, service: 'graph' | 'gmail', mime: string): void {
    const mood = this.moods.shift()
    if (mood === 'refused') return json(res, 400, { error: { message: 'The address is not valid' } })
    if (mood === 'too many')
      return void json(res.setHeader('Retry-After', '17'), 429, { error: { message: 'Slow down' } })
    if (mood === 'denied') return json(res, 403, { error: { message: 'Access is denied' } })
    if (mood === 'busy') return void json(res.setHeader('Retry-After', '23'), 503, { error: { message: 'Busy' } })
    if (mood === 'broken') return json(res, 500, { error: { message: 'Try later' } })
    if (mood === 'gateway') return void res.writeHead(504, { 'content-type': 'text/html' }).end('<h1>Gateway</h1>')
    if (mood === 'html') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    if (mood === 'expired token') {
      this.#accessToken = 'none'
      return json(res, 401, { error: { message: 'expired' } })
    }
    this.received.push({ service, mime })
    if (mood === 'cut') return void res.destroy()
    if (service === 'graph') return void res.writeHead(202).end()
    json(res, 200, { id: `gmail-${this.received.length}` })
  }
}

function json(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
