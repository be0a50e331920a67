import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LicenseOrder, SupplierLicense } from './supplier.adapter.ts'

/** How a request fares: well, late, with another status, with a page of HTML, or cut once what was sent is stored. */
export type SupplierBehaviour = 'ok' | { lateMs: number } | { status: number } | 'html' | 'cut'

/** A stand-in for a supplier of e-learning that speaks its HTTP, on a free port of this machine. */
export interface ELearningSupplier {
  url: string
  /** Behaviour of the next requests, one after the other; afterwards all is well again. */
  behave(...next: SupplierBehaviour[]): void
  /** Licences by their id. */
  licenses: Map<string, SupplierLicense>
  /** Method and path of the requests so far. */
  asked: string[]
  stop(): Promise<void>
}

interface Asked {
  method: string
  path: string
  body: string
  key: string
}

/** The answers; null where there is nothing of the kind. */
function answering(url: () => string, licenses: Map<string, SupplierLicense>) {
  const byKey = new Map<string, string>()
  const known = (key: string) => licenses.get(byKey.get(key) ?? '') ?? null
  /** Once per key. */
  const once = (key: string, work: () => SupplierLicense | null): SupplierLicense | null => {
    const before = known(key)
    if (before) return before
    const made = work()
    if (made) {
      licenses.set(made.id, made)
      byKey.set(key, made.id)
    }
    return made
  }
  const order = ({ body }: Asked): SupplierLicense => {
    const { expires_on } = JSON.parse(body) as LicenseOrder
    const id = `LIC-${licenses.size + 1}`
    return {
      id,
      active: true,
      progress: 0,
      completed_at: null,
      grade: null,
      expires_on,
      access_url: `${url()}/access/${id}`,
    }
  }
  return (asked: Asked): object | null => {
    const { path, body, key } = asked
    if (path === '/licenses') return once(key, () => order(asked))
    if (path === '/licenses/search') {
      const { ids } = JSON.parse(body) as { ids: string[] }
      return { licenses: ids.flatMap((id) => licenses.get(id) ?? []) }
    }
    if (path.startsWith('/requests/')) return known(path.slice('/requests/'.length))
    const [, id = '', what] = /^\/licenses\/([^/]+)\/(renew|end|grades)$/.exec(path) ?? []
    const license = licenses.get(decodeURIComponent(id))
    if (!license) return null
    if (what === 'grades')
      return license.active && license.grade !== null
        ? { grades: [{ part: 'Eindtoets', grade: license.grade, at: license.completed_at }] }
        : null
    if (what === 'renew')
      return once(key, () => ({
        ...license,
        active: true,
        expires_on: (JSON.parse(body) as { expires_on: string }).expires_on,
      }))
    return once(key, () => ({ ...license, active: false }))
  }
}

export async function startELearning(): Promise<ELearningSupplier> {
  const queue: SupplierBehaviour[] = []
  const licenses = new Map<string, SupplierLicense>()
  const asked: string[] = []
  const answer = answering(() => url, licenses)
  const server = createServer((req, res) => {
    const [method, path] = [req.method ?? 'GET', req.url ?? '']
    asked.push(`${method} ${path}`)
    void text(req).then((body) => {
      const behaviour = queue.shift() ?? 'ok'
      const refuses = typeof behaviour === 'object' && 'status' in behaviour
      const told = refuses ? {} : answer({ method, path, body, key: String(req.headers['idempotency-key'] ?? '') })
      const send = () =>
        res
          .writeHead(refuses ? behaviour.status : told === null ? 404 : 200, { 'content-type': 'application/json' })
          .end(JSON.stringify(told ?? { error: 'Grades not found...' }))
      if (behaviour === 'cut') return res.destroy()
      if (behaviour === 'html') return res.setHeader('content-type', 'text/html').end('<title>Onderhoud</title>')
      if (typeof behaviour === 'object' && 'lateMs' in behaviour) return setTimeout(send, behaviour.lateMs).unref()
      return send()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Whoever forgets to stop it shall still be able to end.
  server.unref()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    behave: (...next) => void queue.splice(0, queue.length, ...next),
    licenses,
    asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
