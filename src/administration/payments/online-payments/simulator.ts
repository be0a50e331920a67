import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * How a request fares: well, late by so many milliseconds, with another status, with a page of HTML, or with a connection
 * that is cut once what was asked is done.
 */
export type ProviderBehaviour = 'ok' | { lateMs: number } | { status: number } | 'html' | 'cut'

interface Held {
  id: string
  status: string
  amount: { currency: string; value: string }
  amountRefunded?: { currency: string; value: string }
  amountChargedBack?: { currency: string; value: string }
  description: string
  redirectUrl: string
  webhookUrl: string | null
  paidAt: string | null
  method: string | null
}

type Settled = { id: string } & Record<string, unknown>

/** What a settlement is made of, as the provider lists it. */
export interface SettlementLists {
  payments?: object[]
  captures?: object[]
  refunds?: object[]
  chargebacks?: object[]
}

/** A stand-in for a payment provider that speaks the HTTP of Mollie, on a free port of this machine. */
export interface PaymentProvider {
  url: string
  key: string
  /** Of the organisation: to it alone it tells what it paid out. */
  token: string
  behave(...next: ProviderBehaviour[]): void
  payments: Map<string, Held>
  /** Settlements that it lists, as it would tell them. */
  settlements: Settled[]
  /** What each of them is made of, by its id. */
  lines: Map<string, SettlementLists>
  /** So many it gives at once at most; the others follow on further pages, of another host where it misbehaves. */
  page: { size: number; elsewhere?: string }
  asked: string[]
  /** What the customer does there; it tells of it by the webhook. */
  settle(id: string, status: string, more?: Partial<Held>): Promise<void>
  stop(): Promise<void>
}

const KEY = 'test_noordkaap_simulator_key_0000'
const TOKEN = 'access_noordkaap_simulator_token_0000'

const PAGE = (id: string) => `<!doctype html><html lang="nl"><title>Proefbank</title><h1>Proefbank</h1>
<p>Dit is een nagebootste betaalpagina. Er wordt niets echt betaald.</p>
<form method="post" action="/checkout/${id}"><button name="status" value="paid">Betalen</button>
<button name="status" value="canceled">Annuleren</button></form></html>`

class Provider {
  readonly payments = new Map<string, Held>()
  readonly settlements: Settled[] = []
  readonly lines = new Map<string, SettlementLists>()
  readonly page: PaymentProvider['page'] = { size: 250 }
  readonly asked: string[] = []
  readonly queue: ProviderBehaviour[] = []
  readonly #byKey = new Map<string, string>()
  url = ''

  async settle(id: string, status: string, more: Partial<Held> = {}): Promise<void> {
    const held = this.payments.get(id)
    if (!held) throw new Error(`no payment ${id}`)
    const paid = status === 'paid' ? { paidAt: new Date().toISOString(), method: 'ideal' } : {}
    Object.assign(held, { status, ...paid, ...more })
    if (held.webhookUrl === null) return
    // It tries again later when nobody answers; here that is up to who tests it.
    await fetch(held.webhookUrl, { method: 'POST', body: new URLSearchParams({ id }) }).catch(() => undefined)
  }

  #told(held: Held): object {
    const { redirectUrl: _r, webhookUrl: _w, ...payment } = held
    const checkout = held.status === 'open' ? { checkout: { href: `${this.url.replace(/\/v2$/, '')}/checkout/${held.id}` } } : {} // prettier-ignore
    return { resource: 'payment', ...payment, _links: checkout }
  }

  create(once: string, body: string): object {
    const before = this.#byKey.get(once)
    if (before) return this.#told(this.payments.get(before)!)
    const { amount, description, redirectUrl, webhookUrl = null } = JSON.parse(body) as Held
    const id = `tr_${String(this.payments.size + 1).padStart(4, '0')}${once.replaceAll('-', '').slice(0, 6)}`
    this.#byKey.set(once, id)
    this.payments.set(id, { id, status: 'open', amount, description, redirectUrl, webhookUrl, paidAt: null, method: null }) // prettier-ignore
    return this.#told(this.payments.get(id)!)
  }

  /** A page of a list that begins at an id, and where the next one is. */
  #listed(name: string, list: readonly object[], { pathname, searchParams }: URL): object {
    const ids = list.map((one) => (one as { id: string }).id)
    const first = Math.max(0, ids.indexOf(searchParams.get('from') ?? ids[0] ?? ''))
    const size = Math.min(Number(searchParams.get('limit') ?? 50), this.page.size)
    const next = ids[first + size]
    const href = `${this.page.elsewhere ?? this.url.replace(/\/v2$/, '')}${pathname}?limit=${size}&from=${next}`
    return {
      count: Math.min(size, list.length - first),
      _embedded: { [name]: list.slice(first, first + size) },
      _links: { next: next === undefined ? null : { href, type: 'application/hal+json' } },
    }
  }

  #paidOut(url: URL): [number, object] {
    const [, id, name] =
      /^\/v2\/settlements(?:\/([^/]+)\/(payments|captures|refunds|chargebacks))?$/.exec(url.pathname) ?? []
    if (id === undefined || name === undefined) return [200, this.#listed('settlements', this.settlements, url)]
    if (!this.settlements.some((settlement) => settlement.id === id)) return [404, { status: 404, title: 'Not Found' }]
    return [200, this.#listed(name, this.lines.get(id)?.[name as keyof SettlementLists] ?? [], url)]
  }

  answer(req: IncomingMessage, body: string): [number, object | null] {
    const url = new URL(req.url ?? '/', 'http://x')
    const { pathname } = url
    const bearer = req.headers.authorization
    if (bearer !== `Bearer ${KEY}` && bearer !== `Bearer ${TOKEN}`)
      return [401, { status: 401, title: 'Unauthorized Request' }]
    // A key is of one website; what is paid out is of the whole organisation.
    if (pathname.startsWith('/v2/settlements'))
      return bearer === `Bearer ${TOKEN}` ? this.#paidOut(url) : [403, { status: 403, title: 'Forbidden' }]
    if (req.method === 'POST' && pathname === '/v2/payments')
      return [201, this.create(String(req.headers['idempotency-key'] ?? this.payments.size), body)]
    if (pathname === '/v2/methods') return [200, { _embedded: { methods: [] } }]
    const held = this.payments.get(pathname.replace('/v2/payments/', ''))
    return held ? [200, this.#told(held)] : [404, { status: 404, title: 'Not Found' }]
  }

  /** The page on which a customer pays, for the demo. */
  async checkout(req: IncomingMessage, res: ServerResponse, body: string): Promise<void> {
    const held = this.payments.get((req.url ?? '').split('/').pop()!.split('?')[0]!)
    if (!held) return void res.writeHead(404).end()
    if (req.method !== 'POST') return void res.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE(held.id))
    await this.settle(held.id, new URLSearchParams(body).get('status') === 'paid' ? 'paid' : 'canceled')
    res.writeHead(303, { location: held.redirectUrl }).end()
  }
}

async function handle(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await text(req)
  if (req.url?.startsWith('/checkout/')) return provider.checkout(req, res, body)
  provider.asked.push(`${req.method} ${req.url}`)
  const behaviour = provider.queue.shift() ?? 'ok'
  if (typeof behaviour === 'object' && 'status' in behaviour) return void res.writeHead(behaviour.status).end()
  if (behaviour === 'html') return void res.setHeader('content-type', 'text/html').end('<title>Maintenance</title>')
  const [status, told] = provider.answer(req, body)
  if (behaviour === 'cut') return void res.destroy()
  const send = () => res.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(told))
  if (typeof behaviour === 'object') setTimeout(send, behaviour.lateMs).unref()
  else send()
}

export async function startPaymentProvider(): Promise<PaymentProvider> {
  const provider = new Provider()
  const server = createServer((req, res) => void handle(provider, req, res).catch(() => res.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Whoever forgets to stop it shall still be able to end.
  server.unref()
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`
  const { payments, settlements, lines, page, asked, queue } = provider
  return {
    ...{ url: provider.url, key: KEY, token: TOKEN, payments, settlements, lines, page, asked },
    behave: (...next) => void queue.splice(0, queue.length, ...next),
    settle: (id, status, more) => provider.settle(id, status, more),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
