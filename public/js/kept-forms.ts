/**
 * Forms that are kept when there is no network: `data-kept="what it is"`. They go through the log of operations by the
 * token that they were shown with, so that one whose answer was lost is not saved twice.
 */
import { filesIn, stopWaiting, withUploads } from './lib/kept-files.ts'
import { holdForm, isBlocked, pump, releaseForm } from './lib/operations.ts'
import { ABOUT } from '../../src/platform/screens/call/kept-day.contract.ts'
import { temporaryId, withMade } from './lib/dependence.ts'
import { type Fields, type KeptFile, isFull } from './lib/operation-store.ts'
import { ONCE_FIELD } from './lib/once-token.ts'
import { RequestFailed, guardedFetch, isAbort, withParams } from './lib/request.ts'

const KEPT = 'Bewaard op dit toestel, nog niet verstuurd. Dat gebeurt zodra er weer verbinding is.'

/** What a form says of itself, somewhere in it. */
const said = (form: HTMLFormElement, name: string): string | undefined =>
  form.querySelector<HTMLElement>(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? undefined

/**
 * What the server would have opened after it: `data-kept-next` where that was asked for, or `data-kept-opens` about what
 * this form makes, with what was filled in at `{name}`.
 */
function nextOf(form: HTMLFormElement, fields: Fields, token: string): string | null {
  const values = new Map(fields)
  const opens = said(form, 'kept-opens')?.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values.get(name) ?? '')
  if (opens !== undefined) return withParams(opens, { [ABOUT]: temporaryId(token) })
  return values.has('next') ? (said(form, 'kept-next') ?? null) : null
}

/** What the server would have answered: the popup closes, unless the form goes on without it. */
function keptAnswer(form: HTMLFormElement, fields: Fields, token: string): Response {
  const event = new CustomEvent('form:kept', { bubbles: true, cancelable: true, detail: new Map(fields) })
  const goesOn = !form.dispatchEvent(event)
  const flash = { str: KEPT, type: 'warning' }
  const url = nextOf(form, fields, token)
  const trigger = goesOn ? { flash } : { flash, 'popup-close': {}, ...(url ? { 'popup-open': { url } } : {}) }
  return new Response(null, { status: 204, headers: { 'HX-Trigger': JSON.stringify(trigger) } })
}

/** The answer to the form, once its files are there and what it is about. */
async function sendWith(files: KeptFile[], url: string, init: RequestInit): Promise<Response> {
  const sent = [...(init.body as URLSearchParams)]
  try {
    const fields = await withUploads((await withMade(sent)) ?? sent, files, init.signal ?? undefined)
    return await guardedFetch(url, { ...init, body: new URLSearchParams(fields) })
  } catch (error) {
    // A file that is refused is an answer to its form.
    if (!(error instanceof RequestFailed)) throw error
    return Response.json(error.body, { status: error.status })
  }
}

/** Sends a form that there is no room for to be kept. */
async function sendUnkept(full: RequestFailed, files: KeptFile[], url: string, init: RequestInit): Promise<Response> {
  try {
    return await sendWith(files, url, init)
  } catch (error) {
    if (isAbort(error) && init.signal?.reason !== 'timeout') throw error
    const flash = { str: (full.body as { message: string }).message, type: 'error' }
    return new Response(null, { status: full.status, headers: { 'HX-Trigger': JSON.stringify({ flash }) } })
  }
}

/** Sends a form as `guardedFetch` does, and keeps it where nobody answers. */
export const keptFetch =
  (form: HTMLFormElement) =>
  async (url: string, init: RequestInit = {}): Promise<Response> => {
    const sent = [...(init.body instanceof URLSearchParams ? init.body : [])]
    const key = new Map(sent).get(ONCE_FIELD)
    if (key === undefined) return guardedFetch(url, init)
    const fields = sent.filter(([name]) => name !== ONCE_FIELD && name !== '_token')
    const files = filesIn(fields)
    const group = said(form, 'kept-group')
    try {
      await holdForm({
        ...{ key, url, fields, files, label: form.dataset.kept ?? '', base: {}, slot: `form ${url}` },
        ...(said(form, 'kept-opens') === undefined ? {} : { token: key }),
        ...(group === undefined ? {} : { group }),
        last: said(form, 'kept-last') !== undefined,
      })
    } catch (error) {
      if (!isFull(error)) throw error
      return sendUnkept(error as RequestFailed, files, url, init)
    }
    if (await isBlocked(key)) await pump()
    if ((await isBlocked(key)) || (await withMade(fields)) === null) {
      await releaseForm(key, false)
      stopWaiting(files.map(({ key }) => key))
      void pump()
      return keptAnswer(form, fields, key)
    }
    try {
      const response = await sendWith(files, url, init)
      if (response.ok) stopWaiting(files.map(({ key }) => key))
      // A server that is away answers too.
      if (response.status < 500 && response.status !== 401) await releaseForm(key, true)
      else await releaseForm(key, response.status >= 500)
      return response
    } catch (error) {
      // One that was stopped may have arrived all the same; it goes again by the same key.
      await releaseForm(key, false)
      stopWaiting(files.map(({ key }) => key))
      if (isAbort(error) && init.signal?.reason !== 'timeout') throw error
      return keptAnswer(form, fields, key)
    }
  }

/** A form about what was made without network says so in a field of it; what is kept of it is the same for all. */
export function startKeptForms(): void {
  document.addEventListener('popup:opened', (event) => {
    const { popup, url } = (event as CustomEvent<{ popup: HTMLElement; url: string }>).detail
    const field = popup.querySelector<HTMLInputElement>('input[data-kept-about]')
    const about = new URL(url, location.href).searchParams.get(ABOUT)
    if (field && about !== null) field.value = about
  })
}
