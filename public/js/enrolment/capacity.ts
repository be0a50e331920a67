/** How many people a list asks for and how many places there are, counted again with every line that is skipped. */
import { choiceOf, formOf, isList, isOpen, linesOf } from './parts.ts'
import { type Part, type Shortage, openText, shortageText, shortagesOf } from './shortage.ts'

function shortagesIn(root: HTMLElement): Shortage[] {
  const table = root.querySelector<HTMLElement>('[data-lines]')
  if (!table || !isList(root)) return []
  const choices = linesOf(root)
    .map(choiceOf)
    .filter((choice) => choice !== 'skip')
  return shortagesOf(
    JSON.parse(table.dataset.parts ?? '[]') as Part[],
    JSON.parse(table.dataset.enrolled ?? '{}') as Record<string, number[]>,
    choices.map((choice) => (/^\d+$/.test(choice) ? choice : null)),
  )
}

/** Says that there are too few places, with the ways out of it; an empty text takes that away. */
export function showCapacity(root: HTMLElement, text: string): void {
  const box = root.querySelector<HTMLElement>('[data-capacity]')
  if (!box) return
  box.hidden = text === ''
  box.querySelector('[data-capacity-text]')!.textContent = text
  const raise = box.querySelector<HTMLInputElement>('[name="raise_maximum"]')
  if (raise && text === '') raise.checked = false
  const rest = box.querySelector<HTMLSelectElement>('[name="rest_appointment_id"]')
  if (rest && text === '') rest.value = ''
}

/** Brings the places, the note beside the button and the button itself up to date. */
export function draw(root: HTMLElement): void {
  const list = isList(root)
  const lines = linesOf(root)
  for (const line of lines) line.classList.toggle('is-off', choiceOf(line) === 'skip')
  const shortages = shortagesIn(root)
  showCapacity(root, shortages.length > 0 ? shortageText(shortages) : '')
  const open = list ? lines.filter(isOpen).map((line) => line.dataset.name ?? '') : []
  const form = formOf(root)
  for (const button of form.querySelectorAll<HTMLButtonElement>('[type="submit"]'))
    button.disabled = open.length > 0 || (list && lines.length === 0)
  const note = form.querySelector('[data-form-note]')
  if (!note) return
  note.textContent = open.length > 0 ? openText(open) : list && lines.length === 0 ? 'Controleer eerst de lijst' : ''
}
