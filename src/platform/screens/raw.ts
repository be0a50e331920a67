import type { Area } from '../http/rights.ts'
import { type Access, type Exchange, type Kind, type Route, type Screen, screenOf } from './screen.ts'

/**
 * The few calls that are about the connection itself (sign-in state, event stream, upload) and so need the request.
 * They pass the same doors as every other screen.
 */
export function raw<A extends Area>(
  declaration: Access<A> & {
    path: string
    kind: Kind
    methods: Route['method'][]
    handle: (exchange: Exchange) => Promise<void>
  },
): Screen {
  const { path, right, handle } = declaration
  return screenOf(
    declaration.kind,
    declaration,
    declaration.methods.map((method) => ({ method, path, right, guarded: method !== 'GET', handle })),
  )
}
