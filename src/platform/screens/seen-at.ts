import type { Registry } from '../registry.ts'
import type { Exchange } from './screen.ts'

/**
 * Where a fragment is seen: the address of a page, or of a popup with one of its items, in which the parameters of the
 * fragment's own path are filled in. Who opens the fragment's address in a browser is led there.
 */
export type SeenAt<Params> = string | ((params: Params, registry: Registry) => string)

/** Leads the browser to where the fragment is seen; what exists there, and for whom, is judged there. */
export function leadTo<Params>({ params, res, services }: Exchange, seenAt: SeenAt<Params>): void {
  const address =
    typeof seenAt === 'string'
      ? seenAt.replace(/:([A-Za-z_]+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
      : seenAt(params as Params, services.registry)
  res.redirect(303, address)
}
