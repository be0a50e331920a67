import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * How a request fares: well, late by so many milliseconds, with another status, with a page of HTML, or with a connection
 * that is cut once what was sent is stored.
 */
export type Behaviour = 'ok' | { lateMs: number } | { status: number } | 'html' | 'cut'

export interface Question {
  method: string
  path: string
  body: string
  /** Of the hand-over, which is the same however often it is sent. */
  key: string
  authorization: string
}

/** A stand-in for a register that speaks its HTTP, on a free port of this machine. */
export interface StandIn {
  url: string
  /** Behaviour of the next requests, one after the other; afterwards all is well again. */
  behave(...next: Behaviour[]): void
  /** Method and path of the requests so far. */
  asked: string[]
  stop(): Promise<void>
}

/** @param answer what it says when all is well: null where there is nothing of the kind, a number for a bare status */
export async function startStandIn(answer: (question: Question) => object | number | null): Promise<StandIn> {
  const queue: Behaviour[] = []
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    void text(req).then((body) => {
      const behaviour = queue.shift() ?? 'ok'
      const refuses = typeof behaviour === 'object' && 'status' in behaviour
      const told = refuses
        ? behaviour.status
        : answer({
            method: req.method ?? 'GET',
            path: req.url ?? '',
            body,
            key: String(req.headers['idempotency-key'] ?? ''),
            authorization: String(req.headers.authorization ?? ''),
          })
      const [status, content] = typeof told === 'number' ? [told, {}] : [told === null ? 404 : 200, told]
      const send = () => res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
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
    asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Nobody of this name is known to a register, so that the tests and the demo can see it refuse. */
export const isUnknown = ({ last_name }: { last_name: string }): boolean => /onbekend/i.test(last_name)
