import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a request fares: well, late, with another status, with a page of HTML, cut off, or with a country that is silent. */
export type ViesBehaviour = 'ok' | { lateMs: number } | { status: number } | { error: string } | 'html' | 'cut'

/** A stand-in for VIES that speaks its HTTP, on a free port of this machine. */
export interface ViesRegister {
  url: string
  /** Behaviour of the next requests, one after the other; afterwards all is well again. */
  behave(...next: ViesBehaviour[]): void
  /** Path and query of the requests so far. */
  asked: string[]
  stop(): Promise<void>
}

/** Knows every number but those with 999 in it, and gives a consultation number to who tells its own. */
export async function startVies(names: Record<string, string> = {}): Promise<ViesRegister> {
  const queue: ViesBehaviour[] = []
  const asked: string[] = []
  const answer = (url: URL, error: string | null) => {
    const [, , country = '', , number = ''] = url.pathname.split('/')
    const valid = error === null && !number.includes('999')
    return {
      isValid: valid,
      requestDate: new Date().toISOString(),
      userError: error ?? (valid ? 'VALID' : 'INVALID'),
      name: (valid && names[country + number]) || '---',
      address: '---',
      requestIdentifier:
        url.searchParams.has('requesterNumber') && valid ? `WAPI${String(asked.length).padStart(12, '0')}` : '',
      vatNumber: number,
    }
  }
  const server = createServer((req, res) => {
    asked.push(req.url ?? '')
    const behaviour = queue.shift() ?? 'ok'
    const odd: { lateMs?: number; status?: number; error?: string } = typeof behaviour === 'object' ? behaviour : {}
    const told = answer(new URL(req.url ?? '/', 'http://vies'), odd.error ?? null)
    const send = () =>
      res.writeHead(odd.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
    if (behaviour === 'cut') return void res.destroy()
    if (behaviour === 'html') return void res.setHeader('content-type', 'text/html').end('<title>Maintenance</title>')
    if (odd.lateMs !== undefined) return void setTimeout(send, odd.lateMs).unref()
    send()
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
