/** How many people a list asks for and how many places there are, counted again with every line that is skipped. */
import { choiceOf, formOf, isList, isOpen, linesOf, openDoubts } from './markup.ts'
import { askRequirements } from './requirements.ts'
import { askPlacesTaken } from './places-taken.ts'
import { askPast, forgetOffers, isFull, showOffers } from './offers.ts'
import { type Part, type Shortage, canBeRaised, openText, placesText, shortageText, shortagesOf } from './shortage.ts'

/** What the list asks for and what there is; null without a list. */
function placesIn(root: HTMLElement): { shortages: Shortage[]; text: string } | null {
  const table = root.querySelector<HTMLElement>('[data-lines]')
  if (!table || !isList(root)) return null
  const parts = JSON.parse(table.dataset.parts ?? '[]') as Part[]
  const enrolled = JSON.parse(table.dataset.enrolled ?? '{}') as Record<string, number[]>
  const contacts = linesOf(root)
    .map(choiceOf)
    .filter((choice) => choice !== 'skip')
    .map((choice) => (/^\d+$/.test(choice) ? choice : null))
  return { shortages: shortagesOf(parts, enrolled, contacts), text: placesText(parts, contacts.length) }
}

const FULL = 'Deze planning is vol.'

/**
 * Says that there are too few places, with the ways out of it; an empty text takes that away, unless the planning is
 * full for everybody.
 * @param raisable whether raising the maximum is one of them
 */
export function showCapacity(root: HTMLElement, shortage: string, raisable = true): void {
  const text = shortage || (isFull(root) ? FULL : '')
  const box = root.querySelector<HTMLElement>('[data-capacity]')
  if (!box) return
  box.hidden = text === ''
  box.querySelector('[data-capacity-text]')!.textContent = text
  if (text === '') forgetOffers(root)
  else void showOffers(root)
  const raise = box.querySelector<HTMLInputElement>('[name="raise_maximum"]')
  const rest = box.querySelector<HTMLSelectElement>('[name="rest_appointment_id"]')
  if (rest && text === '') rest.value = ''
  if (!raise) return
  if (text === '' || !raisable) raise.checked = false
  raise.closest('label')!.hidden = !raisable
}

/** Whether one of the ways out of too few places was taken: a higher maximum, or another planning for the rest. */
function isSolved(root: HTMLElement): boolean {
  const raise = root.querySelector<HTMLInputElement>('[name="raise_maximum"]')
  const rest = root.querySelector<HTMLSelectElement>('[name="rest_appointment_id"]')
  return raise?.checked === true || (rest?.value ?? '') !== ''
}

/** Why the form cannot be sent as it stands, for beside the button. */
function reasonOf(root: HTMLElement, lines: HTMLElement[], shortages: Shortage[]): string {
  if (!isList(root)) return ''
  if (lines.length === 0) return 'Controleer eerst de lijst'
  const open = lines.filter(isOpen).map((line) => line.dataset.name ?? '')
  if (open.length > 0) return openText(open)
  return shortages.length > 0 && !isSolved(root) ? 'Er zijn niet genoeg vrije plaatsen' : ''
}

/** Brings the places, the note beside the button and the button itself up to date. */
export function draw(root: HTMLElement): void {
  const lines = linesOf(root)
  for (const line of lines) line.classList.toggle('is-off', choiceOf(line) === 'skip')
  const places = placesIn(root)
  const shortages = places?.shortages ?? []
  showCapacity(root, shortages.length > 0 ? shortageText(shortages) : '', canBeRaised(shortages))
  askRequirements(root)
  askPlacesTaken(root)
  const reason = reasonOf(root, lines, shortages)
  const form = formOf(root)
  askPast(root, form)
  for (const button of form.querySelectorAll<HTMLButtonElement>('[type="submit"]')) button.disabled = reason !== ''
  form.querySelector('[data-form-note]')?.replaceChildren([reason, places?.text].filter(Boolean).join(' · '))
  const allNew = root.querySelector<HTMLElement>('[data-all-new]')
  if (allNew) allNew.hidden = openDoubts(root).length < 2
}
