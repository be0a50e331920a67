import type { Area } from '../../access/rights.ts'
import { wantsFragment } from '../../http/respond.ts'
import { type Access, type Exchange, type Kind, type Route, type Screen, screenOf } from '../screen.ts'
import { type PageAddress, redirectToPage } from '../page-address.ts'

/**
 * A screen as a plain handler of the request, for the few calls that are about the connection itself (sign-in state,
 * event stream, upload) and so need the request. They are authorised as every other screen.
 * @param declaration.pageAddress for a fragment: the page that shows it when its address is opened on its own
 */
export function raw<A extends Area>(
  declaration: Access<A> & {
    path: string
    kind: Kind
    methods: Route['method'][]
    /** Set by a GET that changes something, which the specification names (rulings 3, state on GET). */
    guarded?: true
    pageAddress?: PageAddress<Record<string, unknown>>
    handle: (exchange: Exchange) => Promise<void>
  },
): Screen {
  const { path, right, pageAddress, guarded = false } = declaration
  const handle = async (exchange: Exchange) => {
    if (pageAddress !== undefined && !wantsFragment(exchange.req)) return redirectToPage(exchange, pageAddress)
    await declaration.handle(exchange)
  }
  return screenOf(
    declaration.kind,
    declaration,
    declaration.methods.map((method) => ({ method, path, right, guarded: guarded || method !== 'GET', handle })),
  )
}
