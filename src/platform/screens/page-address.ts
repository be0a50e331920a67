import type { Registry } from '../registry.ts'
import type { Exchange } from './screen.ts'

/**
 * The page that shows a fragment, or the popup with one of its items. The parameters of the fragment's own path are
 * filled in. Who opens the fragment's address in a browser is redirected there.
 */
export type PageAddress<Params> = string | ((params: Params, registry: Registry) => string)

/** Redirects to the page that shows the fragment; whether it exists, and for whom, is checked there. */
export function redirectToPage<Params>({ params, res, services }: Exchange, pageAddress: PageAddress<Params>): void {
  const address =
    typeof pageAddress === 'string'
      ? pageAddress.replace(/:([A-Za-z_]+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
      : pageAddress(params as Params, services.registry)
  res.redirect(303, address)
}
