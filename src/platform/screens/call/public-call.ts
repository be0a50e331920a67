import { cataloguePath, wordsOf } from '../paths.ts'
import type { Exchange, Route, Screen } from '../screen.ts'

/**
 * A call of another program: no session, and no CSRF token, since no browser sends its credentials by itself
 * (rulings 3). It proves itself by what it sends; the answer is never cached.
 */
export function publicCall(declaration: {
  path: string
  method: Route['method']
  handle: (exchange: Exchange) => Promise<void>
}): Screen {
  const { method, handle } = declaration
  const path = cataloguePath(declaration.path)
  const route: Route = {
    method,
    path,
    right: method === 'GET' ? 'view' : 'change',
    guarded: false,
    handle: async (exchange) => {
      exchange.res.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' })
      await handle(exchange)
    },
  }
  return {
    kind: 'json',
    path,
    words: wordsOf(declaration.path),
    area: 'public',
    record: null,
    fieldsOf: null,
    routes: [route],
    example: null,
    home: null,
    title: null,
  }
}
