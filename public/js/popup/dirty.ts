/** Knows which forms hold input that was not saved. */
import { matching, onContent } from '../lib/dom.ts'
import { confirmPopup } from './dialogs.ts'

const saved = new WeakMap<HTMLFormElement, string>()

/** What was typed into a form; rows that are ticked for it elsewhere on the page come and go with their list. */
function contentOf(form: HTMLFormElement): string {
  const elsewhere = new Set<string>()
  for (const field of form.elements) if (!form.contains(field)) elsewhere.add(field.getAttribute('name') ?? '')
  return [...new FormData(form)]
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, value]) => `${name}=${value instanceof File ? value.name : value}`)
    .join('\n')
}

/** From now on the form as it stands counts as saved. */
export function markSaved(form: HTMLFormElement): void {
  saved.set(form, contentOf(form))
}

/** @param within which forms of the scope are meant; in a question about a selection nothing is typed that could be lost */
export function isDirty(scope: Element, within = 'form[data-form]:not([data-asks])'): boolean {
  const forms = [...scope.querySelectorAll<HTMLFormElement>(within)]
  return forms.some((form) => saved.has(form) && saved.get(form) !== contentOf(form))
}

export function confirmDiscard(): Promise<boolean> {
  return confirmPopup('Uw wijzigingen zijn niet opgeslagen. Wilt u dit venster toch sluiten?', {
    title: 'Niet opgeslagen',
    danger: true,
  })
}

export function startDirty(): void {
  onContent((scope) => {
    for (const form of matching<HTMLFormElement>(scope, 'form[data-form]')) if (!saved.has(form)) markSaved(form)
  })
  window.addEventListener('beforeunload', (event) => {
    if (isDirty(document.body)) event.preventDefault()
  })
}
