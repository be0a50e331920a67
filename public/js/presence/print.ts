/** Print and download forms: what is ticked goes to the print URL; without a selection an error block says so (T-160, T-210). */
import { download, showFile } from '../download.ts'
import { on } from '../lib/dom.ts'
import { withParams } from '../lib/request.ts'
import { closePopup } from '../popup/open.ts'
import { popupOf } from '../popup/layers.ts'

function boxesOf(scope: Element): HTMLInputElement[] {
  return [...scope.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name]')]
}

/** The field that has to be filled before its button can be used (T-159). */
function neededIn(form: HTMLFormElement): { button: HTMLButtonElement | null; needs: HTMLInputElement | null } {
  const button = form.querySelector<HTMLButtonElement>('[data-print-needs]')
  const needs = button ? form.querySelector<HTMLInputElement>(`input[name="${button.dataset.printNeeds}"]`) : null
  return { button, needs }
}

/** The ticked values by what they are, and the first kind of which nothing is ticked. */
function read(form: HTMLFormElement): { params: Record<string, string>; missing: string | null } {
  const params: Record<string, string> = {}
  let missing: string | null = null
  for (const choice of form.querySelectorAll<HTMLElement>('[data-print-choice]')) {
    const values = boxesOf(choice).flatMap((box) => (box.checked ? box.value : []))
    if (values.length === 0) missing ??= choice.dataset.printName ?? ''
    params[choice.dataset.printChoice ?? ''] = values.join(',')
  }
  const { needs } = neededIn(form)
  if (needs) params[needs.name] = needs.value
  return { params, missing }
}

function showError(form: HTMLFormElement, missing: string | null): void {
  const block = form.querySelector<HTMLElement>('[data-print-error]')
  if (!block) return
  block.hidden = missing === null
  block.querySelector('[data-print-missing]')!.textContent = missing ?? ''
}

function closeLater(form: HTMLFormElement): void {
  const popup = popupOf(form)
  const { closeAfter } = form.dataset
  if (popup && closeAfter !== undefined) setTimeout(() => void closePopup(popup), Number(closeAfter))
}

function send(event: SubmitEvent, form: HTMLFormElement): void {
  event.preventDefault()
  const { params, missing } = read(form)
  showError(form, missing)
  if (missing !== null) return
  const inline = event.submitter?.getAttribute('name') === 'stream'
  const url = withParams(form.action, inline ? { ...params, stream: '1' } : params)
  const button = event.submitter ?? form
  if (button.getAttribute('aria-busy') === 'true') return
  void (inline ? showFile(url, button) : download(url, button))
  closeLater(form)
}

export function start(): void {
  on('submit', 'form[data-print-form]', (event, form) => send(event, form as HTMLFormElement))
  for (const type of ['input', 'change'] as const)
    on(type, 'form[data-print-form] input', (_event, input) => {
      const { button, needs } = neededIn(input.closest('form')!)
      if (button) button.disabled = !/^\d{2}-\d{2}-\d{4}$/.test(needs?.value ?? '')
    })
  on('change', 'form[data-print-form] input', (event, input) => {
    const form = input.closest('form')!
    const all = form.querySelector<HTMLInputElement>('[data-print-all]')
    const choice = all?.closest('[data-print-choice]')
    if (!all || !choice) return
    const boxes = boxesOf(choice)
    if (event.target === all) for (const box of boxes) box.checked = all.checked
    const checked = boxes.filter((box) => box.checked).length
    all.checked = checked === boxes.length
    all.indeterminate = checked > 0 && checked < boxes.length
    if (read(form).missing === null) showError(form, null)
  })
}
