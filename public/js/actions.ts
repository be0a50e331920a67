/** What buttons do: send something, delete a record after checking that it can be, run a function of this page. */
import { on } from './lib/dom.ts'
import { flash } from './flash.ts'
import { ONCE_FIELD, newOnceToken } from './lib/once-token.ts'
import { fetchJson, isFailure, request } from './lib/request.ts'
import { blockedPopup, confirmPopup, type Reason } from './popup/dialogs.ts'
import { closeRecord, openPopup } from './popup/open.ts'

/** A failed delete or toggle (P-233). */
const FAILED = 'Er ging helaas iets mis.'

function fieldsOf(button: HTMLElement): Record<string, string> {
  return JSON.parse(button.dataset.fields ?? '{}') as Record<string, string>
}

/** Sends fields to a URL on behalf of a button, which waits meanwhile. Answers whether it worked. */
export async function post(
  url: string,
  fields: Record<string, string>,
  button: HTMLElement,
  method = 'POST',
): Promise<boolean> {
  button.setAttribute('aria-busy', 'true')
  // Kept until it worked: whoever clicks again because no answer came means the same.
  const once = (button.dataset.once ??= newOnceToken())
  const body = new URLSearchParams({ ...fields, [ONCE_FIELD]: once })
  try {
    if (method === 'DELETE') await request(`${url}?${body}`, { method, source: button, failText: FAILED })
    else await request(url, { method, body, source: button, failText: FAILED })
    delete button.dataset.once
    return true
  } catch (error) {
    if (!isFailure(error)) throw error
    return false
  } finally {
    button.removeAttribute('aria-busy')
  }
}

/** Runs `script:name`: 'print', or whatever listens for that event on the page. */
export function runScript(name: string, source: HTMLElement): void {
  const script = name.replace(/^script:/, '')
  if (script === 'print') window.print()
  else
    (source.isConnected ? source : document).dispatchEvent(
      new CustomEvent(`script:${script}`, { bubbles: true, detail: { source } }),
    )
}

/** The reasons that block a delete (P-226); null when the check itself failed. */
async function findReasons(type: string, id: string): Promise<Reason[] | null> {
  try {
    const { reasons } = await fetchJson<{ reasons: Reason[] }>(`/ajax/getDeletionPreventors/${type}/${id}`, {
      failText: '',
    })
    return reasons
  } catch {
    flash('Er ging helaas iets mis tijdens het controleren van verwijderen.', 'error')
    return null
  }
}

/** What a button is about: the name in its row, or the title of its popup. */
function nameAround(button: HTMLElement): string {
  const around =
    button.closest('tr')?.querySelector('.c-main') ?? button.closest('.popup')?.querySelector('.popup-title')
  const named = around?.cloneNode(true) as HTMLElement | undefined
  named?.querySelector('[aria-hidden="true"]')?.remove()
  return named?.textContent.trim() || 'dit item'
}

/** @param name taken at once, since the menu that the button stands in closes meanwhile */
async function remove(button: HTMLElement, name = nameAround(button)): Promise<void> {
  const [type = '', id = ''] = (button.dataset.record ?? '').split(':')
  const reasons = await findReasons(type, id)
  if (reasons === null) return
  if (reasons.length > 0) {
    if (await blockedPopup(reasons)) await remove(button, name)
    return
  }
  const question = button.dataset.confirm || `Weet u zeker dat u ${name} wilt verwijderen?`
  if (!(await confirmPopup(question, { title: 'Verwijderen', danger: true }))) return
  if (await post(button.dataset.delete ?? '', { id, ...fieldsOf(button) }, button)) await closeRecord(type, id)
}

function confirmed(button: HTMLElement): Promise<boolean> {
  const question = button.dataset.confirm
  return question ? confirmPopup(question, { danger: button.dataset.danger !== undefined }) : Promise.resolve(true)
}

/** Goes where a link leads, even when the menu it stood in has closed meanwhile. */
function follow(link: HTMLElement): void {
  const url = link.getAttribute('href') ?? ''
  if (link.dataset.popup === undefined) location.assign(url)
  else void openPopup(url)
}

export function startActions(): void {
  on('click', '[data-delete]', (_event, button) => void remove(button))
  on('click', '[data-post]', (_event, button) => {
    void confirmed(button).then((yes) => yes && post(button.dataset.post ?? '', fieldsOf(button), button))
  })
  on('click', '[data-script]', (_event, button) => {
    void confirmed(button).then((yes) => yes && runScript(button.dataset.script ?? '', button))
  })
  // Links ask first too; capture, so that the question comes before whatever the link opens.
  on(
    'click',
    'a[data-confirm]',
    (event, link) => {
      event.preventDefault()
      event.stopPropagation()
      void confirmed(link).then((yes) => yes && follow(link))
    },
    { capture: true },
  )
}
