/**
 * What stands in the address of a page that is looked at through a saved view: the view, and what differs from it. The
 * server and the browser both read it; what the values mean is for the page alone to say.
 */

/** By which an address names its view. */
const VIEW = 'view'
/** The key that stands for no view, where somebody has chosen one to begin with. */
export const PLAIN = 'all'

/** What stands in `current` otherwise than in `base`; of what is gone the name alone. */
export function difference(base: URLSearchParams, current: URLSearchParams): URLSearchParams {
  const differing = new URLSearchParams()
  for (const name of new Set([...base.keys(), ...current.keys()])) {
    const [before, now] = [base.getAll(name), current.getAll(name)]
    if (before.length === now.length && before.every((value, i) => value === now[i])) continue
    for (const value of now.length > 0 ? now : ['']) differing.append(name, value)
  }
  return differing
}

/** The address of a page with this open: the view with what differs from it. */
export function addressOf(view: string, base: URLSearchParams, current: URLSearchParams): URLSearchParams {
  return new URLSearchParams([[VIEW, view], ...difference(base, current)])
}
