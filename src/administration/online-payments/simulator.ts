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

/** A stand-in for a payment provider that speaks the HTTP of Mollie, on a free port of this machine. */
export interface PaymentProvider {
  url: string
  key: string
  behave(...next: ProviderBehaviour[]): void
  payments: Map<string, Held>
  /** Settlements that it lists, as it would tell them. */
  settlements: object[]
  asked: string[]
  /** What the customer does there; it tells of it by the webhook. */
  settle(id: string, status: string, more?: Partial<Held>): Promise<void>
  stop(): Promise<void>
}

const KEY = 'test_noordkaap_simulator_key_0000'

const PAGE = (id: string) => `<!doctype html><html lang="nl"><title>Proefbank</title><h1>Proefbank</h1>
<p>Dit is een nagebootste betaalpagina. Er wordt niets echt betaald.</p>
<form method="post" action="/checkout/${id}"><button name="status" value="paid">Betalen</button>
<button name="status" value="canceled">Annuleren</button></form></html>`

class Provider {
  readonly payments = new Map<string, Held>()
  readonly settlements: object[] = []
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

  answer(req: IncomingMessage, body: string): [number, object | null] {
    if (req.headers.authorization !== `Bearer ${KEY}`) return [401, { status: 401, title: 'Unauthorized Request' }]
    const { pathname } = new URL(req.url ?? '/', 'http://x')
    if (req.method === 'POST' && pathname === '/v2/payments')
      return [201, this.create(String(req.headers['idempotency-key'] ?? this.payments.size), body)]
    if (pathname === '/v2/settlements') return [200, { _embedded: { settlements: this.settlements } }]
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
  const { payments, settlements, asked, queue } = provider
  return {
    ...{ url: provider.url, key: KEY, payments, settlements, asked },
    behave: (...next) => void queue.splice(0, queue.length, ...next),
    settle: (id, status, more) => provider.settle(id, status, more),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
