/** Where things are in the markup of enrolling (`views/training/enrolment/enrol.ejs`). */

export function rootOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-enrol]')
}

export function formOf(root: Element): HTMLFormElement {
  return root.closest('form')!
}

export function linesOf(root: Element): HTMLTableRowElement[] {
  return [...root.querySelectorAll<HTMLTableRowElement>('tr[data-line]')]
}

/** Whether the people come from a list, and not from the selector. */
export function isList(root: Element): boolean {
  return new FormData(formOf(root)).get('way') === 'list'
}

/** What the user chose on a line: a contact id, 'new', 'skip', or nothing yet. */
export function choiceOf(line: Element): string {
  if (line.querySelector<HTMLInputElement>('[data-line-skip]')?.checked) return 'skip'
  const choices = line.querySelector('[data-line-choice]')
  if (!choices) return (line as HTMLElement).dataset.contact ?? 'new'
  return choices.querySelector<HTMLInputElement>('input:checked')?.value ?? ''
}

/** Whether the user decided or corrected something on a line, or is doing so. */
export function isTouched(line: HTMLElement): boolean {
  const { proposed, corrected } = line.dataset
  const below = line.nextElementSibling
  const editing = below instanceof HTMLElement && below.dataset.lineForm !== undefined
  return choiceOf(line) !== proposed || corrected !== undefined || editing
}

/** The doubts on which nothing was chosen yet. */
export function openDoubts(root: Element): HTMLTableRowElement[] {
  return linesOf(root).filter((line) => choiceOf(line) === '')
}

/** Whether a line keeps the list from being saved: nothing chosen, or somebody who cannot be stored or enrolled. */
export function isOpen(line: HTMLElement): boolean {
  const choice = choiceOf(line)
  if (choice === '' || choice === 'skip') return choice === ''
  return line.dataset.blocked !== undefined && (line.dataset.state !== 'doubtful' || choice === 'new')
}
