import { cataloguePath, wordsOf } from '../paths.ts'
import type { Exchange, Route, Screen } from '../screen.ts'

/**
 * A call of another program: no session, and no CSRF token, since no browser sends its credentials by itself
 * (rulings 3). It proves itself by what it sends; the answer is never cached.
 * @param declaration.guarded of a page without sign-in, which counts by its session and so sends the token of that
 */
export function publicCall(declaration: {
  path: string
  method: Route['method']
  guarded?: true
  handle: (exchange: Exchange) => Promise<void>
}): Screen {
  const { method, handle, guarded = false } = declaration
  const path = cataloguePath(declaration.path)
  const route: Route = {
    method,
    path,
    right: method === 'GET' ? 'view' : 'change',
    guarded,
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
