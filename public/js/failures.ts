/** What the user is told when a request fails (P-227 … P-237, rulings 3). */
import type { ErrorMap } from './error-map.ts'
import { retriesNumber } from './fields/next-number.ts'
import { flash, hasFlash } from './flash.ts'
import { log } from './lib/log.ts'
import { type Failure, onFailure } from './lib/request.ts'
import { type Reason, blockedPopup } from './popup/dialogs.ts'
import { topPopup } from './popup/layers.ts'
import { type Question, askInForm } from './question.ts'
import { type Stale, showStale } from './stale.ts'
import { clearFormNotes, formNote, showErrors } from './validation.ts'

/** The general message waits this long, so that a more precise one can come first (P-228). */
const GENERAL_AFTER_MS = 600

/** No answer came at all. */
const NO_CONNECTION = 'Er is geen verbinding met de server. Controleer uw internetverbinding.'
/** Stays in the form, for the flash beside it soon goes. */
const KEPT_OFFLINE =
  'Er is geen verbinding met de server. Wat u hebt ingevuld staat hier nog: probeer het opnieuw zodra u weer verbinding hebt.'

interface Body {
  message?: string
  redirect?: string
  reasons?: Reason[]
  stale?: Stale
  question?: Question
  /** What a bulk action does has changed since it was shown. */
  planned?: boolean
}

function bodyOf({ type, text }: Failure): unknown {
  if (!type.includes('json')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function hasErrorPage(): boolean {
  return document.querySelector('[data-error-page]') !== null
}

/** Nothing keeps turning after a failure, whoever started it (P-230). */
function clearIndicators(source: Element | null): void {
  document.documentElement.classList.remove('is-loading')
  const scope = source?.closest('form, .popup, [data-table]') ?? source
  if (!scope) return
  for (const busy of [scope, ...scope.querySelectorAll('[aria-busy]')]) busy.removeAttribute('aria-busy')
}

/** A page the viewer may not see sometimes names another that he may; it opens in a small window (P-209). */
function openSmallWindow(url: string): void {
  const opened = window.open(url, '_blank', 'popup,width=640,height=720')
  if (!opened) location.assign(url)
}

function formOf(source: Element | null): HTMLFormElement | null {
  if (source instanceof HTMLFormElement) return source
  return source instanceof HTMLElement ? source.closest('form') : null
}

/** What stands in an open popup is not thrown away for a lost session; the page alone goes to the sign-in. */
function signedOut(): void {
  if (topPopup()) flash('U bent uitgelogd. Log in om verder te gaan.', 'warning')
  else if (!hasErrorPage()) location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
}

function tell(failure: Failure, body: Body | null): void {
  const { status, source, headers } = failure
  const form = formOf(source)
  if (status === 422 && body && form) {
    if (!retriesNumber(form, body as ErrorMap)) showErrors(form, body as ErrorMap)
    return
  }
  if (status === 401) return signedOut()
  if (status === 403 && body?.redirect) return openSmallWindow(body.redirect)
  if (status === 409 && body?.reasons) return void blockedPopup(body.reasons, body.message)
  if (status === 409 && body?.stale && form) return showStale(form, body.stale)
  // Of a button its caller asks.
  if (status === 409 && body?.question) return form ? askInForm(form, body.question) : undefined
  if (status === 409 && body?.planned && form)
    return void form.dispatchEvent(new CustomEvent('plan:changed', { bubbles: true, detail: body.message ?? '' }))
  // The server has flashed its own words along with the answer.
  if (headers?.get('HX-Trigger')?.includes('"flash"')) return
  const isOffline = status === 0
  if (isOffline && form && failure.failText !== '') {
    clearFormNotes(form)
    formNote(form, KEPT_OFFLINE)
  }
  if (failure.failText !== null) return flash(failure.failText, 'error')
  setTimeout(() => {
    if (!hasFlash() && !hasErrorPage()) flash(isOffline ? NO_CONNECTION : 'Er is een fout opgetreden.', 'error')
  }, GENERAL_AFTER_MS)
}

/**
 * Logs a failed request and tells the user. An HTML error page in the answer is for the log alone (P-229).
 *
 * @returns the JSON of the answer, if it had any
 */
export function failed(failure: Failure): unknown {
  const body = bodyOf(failure)
  const path = failure.url.split('?')[0]
  log(`${failure.method} ${path} failed with status ${failure.status}`, body ?? failure.text.slice(0, 500))
  clearIndicators(failure.source)
  tell(failure, body as Body | null)
  return body
}

/** From here on every request that fails is told. */
export function startFailures(): void {
  onFailure(failed)
}
