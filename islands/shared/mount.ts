/**
 * Puts islands into the page and takes them out again. Call `mountIslands(document)` once and then for every subtree
 * that htmx processed (`htmx:after:process`); React itself loads with the first island. A server element that holds an
 * island carries `hx-morph-skip`, or a morph would put the empty markup back over it.
 */
import { log } from './log.ts'
import { register } from './register.ts'

interface Mounted {
  unmount(): void
}

const mounted = new Map<Element, Mounted>()

export function mountIslands(scope: Element | Document): void {
  watchRemovals()
  const found = [...scope.querySelectorAll<HTMLElement>('[data-island]')]
  if (scope instanceof HTMLElement && scope.matches('[data-island]')) found.unshift(scope)
  for (const element of found) {
    if (!mounted.has(element)) mount(element).catch((error: unknown) => showFailure(element, error))
  }
}

async function mount(element: HTMLElement): Promise<void> {
  const name = element.dataset.island ?? ''
  const load = register[name]
  if (!load) throw new Error(`There is no island '${name}'`)
  const loading: Mounted = { unmount: () => undefined }
  mounted.set(element, loading)
  const props = JSON.parse(element.dataset.props ?? '{}') as object
  const { renderIsland } = await import('./root.tsx')
  // While React was loading the element may have gone, or gone and come back with a mount of its own.
  if (mounted.get(element) === loading) mounted.set(element, renderIsland(element, load, props))
}

function showFailure(element: HTMLElement, error: unknown): void {
  log('An island could not start', error)
  element.textContent = 'Er is een fout opgetreden.'
  element.setAttribute('role', 'alert')
}

let watching = false

/** One observer for all islands: `dialog.remove()` and other removals by hand raise no event of htmx. */
function watchRemovals(): void {
  if (watching) return
  watching = true
  new MutationObserver((records) => {
    if (records.some((record) => record.removedNodes.length > 0)) unmountWhere((element) => !element.isConnected)
  }).observe(document.documentElement, { childList: true, subtree: true })
  // A popup that closes stays a moment while it fades; what was written in is gone at once (P-149).
  document.addEventListener('popup:closing', ({ target }) =>
    unmountWhere((element) => (target as Element).contains(element)),
  )
}

function unmountWhere(isLeaving: (element: Element) => boolean): void {
  for (const [element, island] of mounted) {
    if (!isLeaving(element)) continue
    island.unmount()
    mounted.delete(element)
  }
}
