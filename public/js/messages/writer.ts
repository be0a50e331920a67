/**
 * Writing a message: whom the preview is for can be stepped through, and of the default messages those show that fit all
 * who were chosen.
 */
import { attachedText } from '../../../src/system/messages/write.contract.ts'
import { matching, on, onContent } from '../lib/dom.ts'
import { fitsAll, stepped } from './writer-choices.ts'

const selectOf = (writer: Element) => writer.querySelector<HTMLSelectElement>('#preview-for')

function tellPlace(writer: Element): void {
  const select = selectOf(writer)
  const place = writer.querySelector('[data-turn-at]')
  if (select && place) place.textContent = `${select.selectedIndex + 1} van ${select.options.length}`
}

function showFitting(writer: Element): void {
  const kinds = [...writer.querySelectorAll<HTMLInputElement>('[name=kinds]:checked')].map(({ value }) => value)
  for (const choice of writer.querySelectorAll<HTMLElement>('[data-fits]'))
    choice.hidden = !fitsAll(choice.dataset.fits ?? '', kinds)
}

/** Whether the message is planned for later. */
export const isLater = (form: Element | null): boolean =>
  (form?.querySelector<HTMLInputElement>('input[name="send_at"]')?.value.trim() ?? '') !== ''

/** What is said of a message that leaves at once is not said of one that waits for its time. */
function tellLeaving(writer: Element): void {
  const form = writer.closest('form')
  const footnote = form?.querySelector<HTMLElement>('[data-footnote]')
  if (footnote) footnote.hidden = isLater(form)
}

/** Says below the preview how many files go along: those that are kept, and those that were chosen. */
function tellFiles(writer: Element): void {
  const place = writer.querySelector<HTMLElement>('[data-attached]')
  if (!place) return
  const chosen = writer.querySelector<HTMLInputElement>('input[name=files]')?.files?.length ?? 0
  place.textContent = attachedText(writer.querySelectorAll('[name="keep[]"]:checked').length + chosen)
  place.hidden = place.textContent === ''
}

export function start(): void {
  on('click', '[data-writer] [data-turn]', (_event, button) => {
    const writer = button.closest('[data-writer]')!
    const select = selectOf(writer)
    if (!select) return
    select.selectedIndex = stepped(select.selectedIndex, Number(button.dataset.turn), select.options.length)
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  on('change', '[data-writer]', (_event, writer) => {
    tellPlace(writer)
    showFitting(writer)
    tellFiles(writer)
    tellLeaving(writer)
  })
  onContent((scope) => {
    matching(scope, '[data-writer]').forEach(tellPlace)
    const writer = scope.closest('[data-writer]')
    // Another text came in the place of the one that is shown.
    if (scope.matches('[data-message]')) writer?.querySelector('[data-preview]')?.dispatchEvent(new Event('reread'))
    new Set([...matching(scope, '[data-writer]'), ...(writer ? [writer] : [])]).forEach(tellFiles)
  })
}
