import type { Area } from '../access/rights.ts'
import { wantsFragment } from '../http/respond.ts'
import { type Access, type Exchange, type Kind, type Route, type Screen, screenOf } from './screen.ts'
import { type SeenAt, leadTo } from './seen-at.ts'

/**
 * The few calls that are about the connection itself (sign-in state, event stream, upload) and so need the request.
 * They are authorised as every other screen.
 * @param declaration.seenAt for a fragment: where its address leads when it is opened on its own
 */
export function raw<A extends Area>(
  declaration: Access<A> & {
    path: string
    kind: Kind
    methods: Route['method'][]
    seenAt?: SeenAt<Record<string, unknown>>
    handle: (exchange: Exchange) => Promise<void>
  },
): Screen {
  const { path, right, seenAt } = declaration
  const handle = async (exchange: Exchange) => {
    if (seenAt !== undefined && !wantsFragment(exchange.req)) return leadTo(exchange, seenAt)
    await declaration.handle(exchange)
  }
  return screenOf(
    declaration.kind,
    declaration,
    declaration.methods.map((method) => ({ method, path, right, guarded: method !== 'GET', handle })),
  )
}
