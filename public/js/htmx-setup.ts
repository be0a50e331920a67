/** How htmx sends and receives here: with the token, through `guardedFetch`, with our questions and our failures. */
import { failed } from './failures.ts'
import { keptFetch } from './kept-forms.ts'
import { csrfToken } from './lib/csrf.ts'
import { log } from './lib/log.ts'
import { renewOnce } from './lib/once-token.ts'
import { type Origin, dispatchTriggers, guardedFetch, isAbort, originOf } from './lib/request.ts'
import { confirmPopup } from './popup/dialogs.ts'
import { markSaved } from './popup/dirty.ts'
import { clearFormNotes } from './validation.ts'
import type { HtmxRequestCtx } from 'htmx.org'

/** htmx lets a request bring its own fetch; its types do not say so. */
type Context = HtmxRequestCtx & { fetch?: typeof guardedFetch; confirm?: string }

/** Sent by a form that saves something, which most are (P-232). */
const SAVE_FAILED = 'Er ging iets mis bij het opslaan.'

function failTextOf(ctx: Context): string | null {
  const source = ctx.sourceElement
  if (source instanceof HTMLElement && source.dataset.fail !== undefined) return source.dataset.fail
  return source.matches('form') && ctx.request.method !== 'GET' ? SAVE_FAILED : null
}

function fail(ctx: Context, status: number): void {
  const { response, request, sourceElement } = ctx
  failed({
    url: request.action,
    method: request.method,
    source: sourceElement,
    status,
    text: ctx.text ?? '',
    type: response?.headers.get('Content-Type') ?? '',
    failText: failTextOf(ctx),
    ...(response ? { headers: response.headers } : {}),
  })
}

/** The button that sent a form waits, and the form is not sent twice (hx-sync="this:drop" in the views). */
function setBusy(ctx: Context, busy: boolean): void {
  const source = ctx.sourceElement
  if (!source.matches('form[data-form]')) return
  const { submitter } = ctx.request as { submitter?: Element | null }
  const button = submitter ?? source.querySelector('[type="submit"]')
  if (busy) button?.setAttribute('aria-busy', 'true')
  else button?.removeAttribute('aria-busy')
}

/**
 * What answers tell the browser to do is told by us: htmx tells the document when the element has gone, which may have
 * been replaced by that very answer, and nobody knows any more which popup it stood in.
 */
function startTriggers(): void {
  const origins = new WeakMap<Context, Origin>()
  document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
    origins.set(ctx, originOf(ctx.sourceElement))
  })
  const headers = new WeakMap<Context, string>()
  document.addEventListener('htmx:before:response', ({ detail: { ctx } }) => {
    const { hx } = ctx as { hx?: { trigger?: string } }
    if (hx?.trigger === undefined) return
    headers.set(ctx, hx.trigger)
    delete hx.trigger
  })
  document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
    dispatchTriggers(headers.get(ctx) ?? null, origins.get(ctx) ?? originOf(ctx.sourceElement))
  })
}

export function startHtmx(): void {
  startTriggers()
  document.addEventListener('htmx:config:request', ({ detail }) => {
    const ctx: Context = detail.ctx
    // The few GETs that change something by specification bring the token too (rulings 3).
    const guarded = ctx.request.method !== 'GET' || ctx.sourceElement.hasAttribute('data-token')
    if (guarded) ctx.request.headers['X-CSRF-Token'] = csrfToken()
    const form = ctx.sourceElement
    ctx.fetch = form instanceof HTMLFormElement && form.dataset.kept !== undefined ? keptFetch(form) : guardedFetch
  })
  document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
    if (ctx.sourceElement instanceof HTMLFormElement) clearFormNotes(ctx.sourceElement)
    setBusy(ctx, true)
  })
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const status = ctx.response?.status ?? 0
    if (status >= 400) fail(ctx, status)
    else if (ctx.sourceElement instanceof HTMLFormElement) {
      renewOnce(ctx.sourceElement)
      markSaved(ctx.sourceElement)
    }
  })
  // A form that answers nothing keeps standing until its popup closes; one that answers HTML is replaced by it.
  document.addEventListener('htmx:before:swap', (event) => {
    const { ctx } = event.detail
    if (ctx.sourceElement.matches('form[data-form]') && ctx.text?.trim() === '') event.preventDefault()
  })
  document.addEventListener('htmx:finally:request', ({ detail }) => setBusy(detail.ctx, false))
  document.addEventListener('htmx:error', ({ detail: { ctx, error } }) => {
    if (!ctx) return log('htmx failed', error)
    if (!isAbort(error) || ctx.request.signal.reason === 'timeout') fail(ctx, 0)
  })
  document.addEventListener('htmx:confirm', (event) => {
    const { ctx, issueRequest, dropRequest } = event.detail
    event.preventDefault()
    void confirmPopup((ctx as Context).confirm ?? '').then((yes) => (yes ? issueRequest() : dropRequest()))
  })
}
