/** Prints and downloads: fetched from here, so that the page stays and says so when one fails (rulings 9.6). */
import { flash } from './flash.ts'
import { el, on } from './lib/dom.ts'
import { RequestFailed, isAbort, isFailure, request } from './lib/request.ts'

const FAILED = 'Er ging iets mis bij het printen.'
/** So long the browser may take to begin reading what was fetched. */
const KEPT_MS = 60_000

/** Why the server refused, where it said so: the first message of a field, or that of the answer as a whole. */
function reasonOf(error: unknown): string {
  if (!(error instanceof RequestFailed)) return 'Er is geen verbinding met de server.'
  const body = (error.body ?? {}) as Record<string, unknown>
  if (error.status >= 500) return ''
  if (typeof body.message === 'string') return body.message
  const [first] = Object.values(body)
  return Array.isArray(first) ? String(first[0]) : ''
}

/** Runs the request of a print or download while its button waits; null when it failed, which the user has then read. */
async function ask<T>(source: Element, run: () => Promise<T>): Promise<T | null> {
  source.setAttribute('aria-busy', 'true')
  try {
    return await run()
  } catch (error) {
    if (!isFailure(error)) throw error
    const isSignedOut = error instanceof RequestFailed && error.status === 401
    if (!isAbort(error) && !isSignedOut) flash([FAILED, reasonOf(error)].filter(Boolean).join(' '), 'error')
    return null
  } finally {
    source.removeAttribute('aria-busy')
  }
}

/** 'lijst.pdf' of a Content-Disposition header; a name with other letters than ASCII stands there twice. */
function nameIn(header: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  if (extended) return decodeURIComponent(extended)
  return /filename="?([^";]+)/i.exec(header ?? '')?.[1] ?? ''
}

/**
 * Fetches a file and saves it under the name that the server gives it.
 * @param source the button that waits for it
 * @param fields what is asked beside the address, where it is too long for one
 */
export async function download(url: string, source: Element, fields?: Record<string, string>): Promise<void> {
  const sent = fields && { method: 'POST', body: new URLSearchParams({ ...fields, _method: 'GET' }) }
  const file = await ask(source, async () => {
    const response = await request(url, { source, failText: '', ...sent })
    return { name: nameIn(response.headers.get('Content-Disposition')), content: await response.blob() }
  })
  if (!file) return
  const address = URL.createObjectURL(file.content)
  el('a', { href: address, download: file.name }).click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}

/** Shows a file in a tab of its own, which opens at once (later a browser would block it) and closes when it fails. */
export async function showFile(url: string, source: Element): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  const exists = await ask(source, () => request(url, { method: 'HEAD', source, failText: '' }))
  if (!exists) tab?.close()
  else if (tab) tab.location.replace(url)
  else location.assign(url)
}

/** The address that shows in the browser what another one saves. */
function shownAt(href: string): string {
  const url = new URL(href)
  url.searchParams.set('stream', 'true')
  return url.href
}

export function startDownloads(): void {
  // Before anything else takes the click: with Alt a print opens in a window of its own.
  on(
    'click',
    'a[href^="/print/"]',
    (event, element) => {
      if (!event.altKey) return
      event.preventDefault()
      void showFile(shownAt((element as HTMLAnchorElement).href), element)
    },
    { capture: true },
  )
  on('click', 'a[download]', (event, element) => {
    const link = element as HTMLAnchorElement
    if (event.defaultPrevented || link.origin !== location.origin || link.protocol === 'blob:') return
    // With a modifier it is the browser's: a new tab, or saving under another name.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (link.getAttribute('aria-busy') !== 'true') void download(link.href, link)
  })
  // What a save answers goes to the form that was sent, which may be gone by now.
  document.addEventListener(
    'file-download',
    (event) => void download((event as CustomEvent<{ url: string }>).detail.url, document.body),
  )
}
