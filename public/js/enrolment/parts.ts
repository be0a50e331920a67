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
  const select = line.querySelector<HTMLSelectElement>('[data-line-choice]')
  return select ? select.value : ((line as HTMLElement).dataset.contact ?? 'new')
}

/** Whether a line keeps the list from being saved: nothing chosen, or somebody who cannot be stored or enrolled. */
export function isOpen(line: HTMLElement): boolean {
  const choice = choiceOf(line)
  if (choice === '' || choice === 'skip') return choice === ''
  return line.dataset.blocked !== undefined && (line.dataset.state !== 'doubtful' || choice === 'new')
}
