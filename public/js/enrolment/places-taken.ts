/** What the lines of a list take of what their companies bought, asked again with every line that is chosen otherwise. */
import { parse } from '../lib/dom.ts'
import { latest } from '../lib/latest.ts'
import { fetchHtml, isAbort, isFailure } from '../lib/request.ts'
import { choiceOf, formOf, isList, linesOf } from './markup.ts'

const asking = latest<HTMLElement>()
const asked = new WeakMap<HTMLElement, string>()

/** Who comes by the lines as they are chosen now, as the server takes it; empty where nobody does. */
function comingIn(root: HTMLElement): string {
  const choices = isList(root) ? linesOf(root).map(choiceOf) : []
  const students = choices.filter((choice) => /^\d+$/.test(choice))
  const unknown = choices.filter((choice) => choice === 'new').length
  if (students.length + unknown === 0) return ''
  const company = new FormData(formOf(root)).get('company_id')
  const chosen = typeof company === 'string' && /^[1-9]\d*$/.test(company) ? company : ''
  return new URLSearchParams({ students: students.join(','), unknown: String(unknown), company_id: chosen }).toString()
}

/** Asks what they take, unless that was asked already. */
export function askPlacesTaken(root: HTMLElement): void {
  const box = root.querySelector<HTMLElement>('[data-places-taken]')
  if (!box) return
  const chosen = new FormData(formOf(root)).get('appointment_id')
  const part = typeof chosen === 'string' && /^[1-9]\d*$/.test(chosen) ? chosen : ''
  const coming = part === '' ? '' : comingIn(root)
  const key = coming === '' ? '' : `${part} ${coming}`
  if ((asked.get(box) ?? '') === key) return
  asked.set(box, key)
  const signal = asking.next(box)
  if (coming === '') return box.replaceChildren()
  const body = new URLSearchParams(coming)
  fetchHtml(`/calendar/${part}/places-taken`, { method: 'POST', body, signal, failText: '' })
    .then((html) => box.replaceChildren(parse(html)))
    .catch((error: unknown) => {
      if (isAbort(error)) return
      // Asked again at the next choice; saving takes what there is in any case.
      asked.delete(box)
      box.replaceChildren()
      if (!isFailure(error)) throw error
    })
}
