/**
 * The browser's history as far as popups are in it. Every entry knows how many popups lie above the page (`depth`) and
 * which page that is (`base`), so that Back, Forward and reload all find the same stack again.
 */
interface Entry {
  depth: number
  base: string
}

let depth = 0
let base = location.pathname
/** Set while we move through the history ourselves. */
let arrive: (() => void) | null = null
let moving: Promise<void> = Promise.resolve()

function entryOf(state: unknown): Entry | null {
  return typeof state === 'object' && state !== null && 'depth' in state && 'base' in state ? (state as Entry) : null
}

export function currentDepth(): number {
  return depth
}

/** Adds an entry for a popup that opened; answers its depth. */
export async function pushEntry(url: string): Promise<number> {
  await moving
  depth += 1
  history.pushState({ depth, base }, '', url)
  return depth
}

/** Moves through the history without calling the traveller back. */
export function travel(by: number): Promise<void> {
  moving = moving.then(
    () =>
      new Promise<void>((resolve) => {
        arrive = resolve
        history.go(by)
      }),
  )
  return moving
}

/** Changes the address of the current entry, e.g. for a filter or a menu item. */
export function replaceAddress(url: string): void {
  history.replaceState({ depth, base }, '', url)
}

/**
 * The address of this page was that of a popup: puts the page behind it into the history, so that Back leads there.
 * After a reload the entry is there already.
 *
 * @returns the depth of the popup
 */
export function enterDeepLink(home: string, url: string): number {
  base = new URL(home, location.href).pathname
  const reloaded = entryOf(history.state)?.depth ?? 0
  depth = Math.max(reloaded, 1)
  if (reloaded > 0) {
    history.replaceState({ depth, base }, '', url)
  } else {
    history.replaceState({ depth: 0, base }, '', home)
    history.pushState({ depth, base }, '', url)
  }
  return depth
}

/** @param onTravel called after the user went back or forward, with the depth before */
export function startHistory(onTravel: (before: number) => void): void {
  if (!entryOf(history.state)) history.replaceState({ depth: 0, base }, '', location.href)
  window.addEventListener('popstate', (event) => {
    const entry = entryOf(event.state)
    // A link within the page ('Naar de inhoud') made this entry: it belongs to the stack as it stands.
    if (!entry) return replaceAddress(location.href)
    const before = depth
    depth = entry.depth
    if (arrive) {
      const done = arrive
      arrive = null
      done()
    } else if (entry.base === base) onTravel(before)
    // The entry belongs to another page than the one that was loaded since.
    else location.reload()
  })
}
