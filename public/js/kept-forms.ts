/**
 * Forms that are kept when there is no network: `data-kept="what it is"`. They go through the log of operations by the
 * token that they were shown with, so that one whose answer was lost is not saved twice.
 */
import { filesIn, stopWaiting, withUploads } from './lib/kept-files.ts'
import { holdForm, releaseForm } from './lib/operations.ts'
import type { Fields, KeptFile } from './lib/operation-store.ts'
import { ONCE_FIELD } from './lib/once-token.ts'
import { RequestFailed, guardedFetch, isAbort } from './lib/request.ts'

const KEPT = 'Bewaard op dit toestel, nog niet verstuurd. Dat gebeurt zodra er weer verbinding is.'

/** What the server would have answered: the popup closes, unless the form goes on without it. */
function keptAnswer(form: HTMLFormElement, fields: Fields): Response {
  const event = new CustomEvent('form:kept', { bubbles: true, cancelable: true, detail: new Map(fields) })
  const goesOn = !form.dispatchEvent(event)
  const flash = { str: KEPT, type: 'warning' }
  // What comes after it, where that was asked for; the server would have opened it.
  const next = new Map(fields).has('next') ? form.querySelector<HTMLElement>('[data-kept-next]')?.dataset.keptNext : ''
  const trigger = goesOn ? { flash } : { flash, 'popup-close': {}, ...(next ? { 'popup-open': { url: next } } : {}) }
  return new Response(null, { status: 204, headers: { 'HX-Trigger': JSON.stringify(trigger) } })
}

/** The answer to the form, once its files are there. */
async function sendWith(files: KeptFile[], url: string, init: RequestInit): Promise<Response> {
  if (files.length === 0) return guardedFetch(url, init)
  try {
    const sent = [...(init.body as URLSearchParams)]
    const fields = await withUploads(sent, files, init.signal ?? undefined)
    return await guardedFetch(url, { ...init, body: new URLSearchParams(fields) })
  } catch (error) {
    // A file that is refused is an answer to its form.
    if (!(error instanceof RequestFailed)) throw error
    return Response.json(error.body, { status: error.status })
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
    await holdForm({ key, url, fields, files, label: form.dataset.kept ?? '', base: {}, slot: `form ${url}` })
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
      return keptAnswer(form, fields)
    }
  }
