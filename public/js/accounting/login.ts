/**
 * The window in which somebody signs in to the package for bookkeeping: opened once, guarded by a cookie, while the status
 * is asked every few seconds. Once it is 1 the placeholder is put back and the page comes again.
 */
import { el, matching, on, onContent } from '../lib/dom.ts'

const POLL_MS = 3000
/** About 0.02 days. */
const MARKER_SECONDS = 1728
const MARKER = 'accounting_login'
const WINDOW = 'accounting-login'

const isMarked = (): boolean => document.cookie.split('; ').some((one) => one.startsWith(`${MARKER}=`))
const mark = (seconds: number): void => {
  document.cookie = `${MARKER}=1; path=/; max-age=${seconds}; samesite=lax`
}

async function ask<T>(url: string): Promise<T | null> {
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' })
    return answer.ok ? ((await answer.json()) as T) : null
  } catch {
    // Without network it is asked again.
    return null
  }
}

/** Opens the window of signing in; false where the browser holds it back. */
async function openLogin(place: HTMLElement): Promise<boolean> {
  const answer = await ask<{ url: string | null }>(place.dataset.login!)
  if (!answer?.url) return false
  return window.open(answer.url, WINDOW, 'popup,width=620,height=760') !== null
}

function showWaiting(place: HTMLElement): void {
  const label = place.dataset.label!
  place.replaceChildren(
    el('p', {}, `Log in bij ${label} in het venster dat opent. Daarna gaat het boeken hier vanzelf verder.`),
    el('p', {}, el('button', { class: 'btn', type: 'button', 'data-accounting-open': true }, `Inloggen bij ${label}`)),
  )
}

async function waitFor(place: HTMLElement): Promise<void> {
  const placeholder = [...place.childNodes]
  let isFirst = true
  while (place.isConnected) {
    const status = await ask<number>(place.dataset.status!)
    if (status === 1) {
      place.replaceChildren(...placeholder)
      mark(0)
      location.reload()
      return
    }
    if (isFirst && status === 0) {
      isFirst = false
      showWaiting(place)
      if (!isMarked()) {
        mark(MARKER_SECONDS)
        await openLogin(place)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const begun = new WeakSet<HTMLElement>()

export function start(): void {
  on('click', '[data-accounting-open]', (_event, button) => {
    const place = button.closest<HTMLElement>('[data-accounting-login]')
    if (place) void openLogin(place)
  })
  onContent((scope) => {
    for (const place of matching(scope, '[data-accounting-login]')) {
      if (begun.has(place)) continue
      begun.add(place)
      void waitFor(place)
    }
    // The window of signing in closes itself; opened in another way it stays.
    if (matching(scope, '[data-accounting-done]').length > 0 && window.name === WINDOW) window.close()
  })
}
