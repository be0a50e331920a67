import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { HokAnswer, HokRecord } from './hok.adapter.ts'

/**
 * How a request fares: well, late by so many milliseconds, with another status, with a page of HTML, or with a connection
 * that is cut once what was sent is stored.
 */
export type HokBehaviour = 'ok' | { lateMs: number } | { status: number } | 'html' | 'cut'

/** A stand-in for Het Oranje Kruis that speaks its HTTP, on a free port of this machine. */
export interface HokRegister {
  url: string
  /** Behaviour of the next requests, one after the other; afterwards all is well again. */
  behave(...next: HokBehaviour[]): void
  /** What was handed over, by its key. */
  records: Map<string, HokRecord>
  /** Method and path of the requests so far. */
  asked: string[]
  stop(): Promise<void>
}

/** Nobody of this name is known to the register, so that the tests and the demo can see it refuse. */
const UNKNOWN = /onbekend/i

const isUnknown = ({ last_name }: HokRecord): boolean => UNKNOWN.test(last_name)

export async function startHok(): Promise<HokRegister> {
  const queue: HokBehaviour[] = []
  const records = new Map<string, HokRecord>()
  const asked: string[] = []
  const accepted = (key: string): HokAnswer => ({
    status: 'accepted',
    number: `HOK-${String([...records.keys()].indexOf(key) + 1).padStart(6, '0')}`,
  })
  /** Null where there is nothing of the kind. */
  const answer = (method: string, path: string, body: string, key: string): object | null => {
    if (method === 'GET') {
      const asks = path.slice('/results/'.length)
      return records.has(asks) ? accepted(asks) : null
    }
    if (path === '/check') {
      const strange = (JSON.parse(body) as { records: HokRecord[] }).records.filter(isUnknown)
      return { errors: strange.map(({ last_name }) => `${last_name}: deze persoon is niet bekend in het register.`) }
    }
    const record = JSON.parse(body) as HokRecord
    if (isUnknown(record)) return { status: 'rejected', message: 'Persoon onbekend' }
    if (!records.has(key)) records.set(key, record)
    return accepted(key)
  }
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    void text(req).then((body) => {
      const behaviour = queue.shift() ?? 'ok'
      const refuses = typeof behaviour === 'object' && 'status' in behaviour
      const told = refuses
        ? {}
        : answer(req.method ?? 'GET', req.url ?? '', body, String(req.headers['idempotency-key'] ?? ''))
      const send = () =>
        res
          .writeHead(refuses ? behaviour.status : told === null ? 404 : 200, { 'content-type': 'application/json' })
          .end(JSON.stringify(told))
      if (behaviour === 'cut') return res.destroy()
      if (behaviour === 'html') return res.setHeader('content-type', 'text/html').end('<title>Onderhoud</title>')
      if (typeof behaviour === 'object' && 'lateMs' in behaviour) return setTimeout(send, behaviour.lateMs).unref()
      return send()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Whoever forgets to stop it shall still be able to end.
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (...next) => void queue.splice(0, queue.length, ...next),
    records,
    asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
