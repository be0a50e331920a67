/** A save that somebody has to look at first: what it is about stands above the foot, with a button to go on. */
import { el, on } from './lib/dom.ts'
import { icon } from './lib/icons.ts'

export interface Question {
  text: string
  links: { label: string; url: string }[]
  go: string
  field: string
  value: string
}

/** Nothing typed is lost: the form stays as it is above the note. */
export function askInForm(form: HTMLFormElement, { text, links, go, field, value }: Question): void {
  form.querySelector('[data-question]')?.remove()
  const answer = el('button', { class: 'btn btn-sm', type: 'button', 'data-question-go': field, value }, go)
  const note = el(
    'div',
    { class: 'note note--warning question', role: 'alert', 'data-question': true },
    icon('alert'),
    el(
      'div',
      { class: 'grow' },
      el('b', {}, text),
      ...links.map(({ label, url }) => el('div', {}, el('a', { href: url, 'data-popup': true }, label))),
    ),
    answer,
  )
  const foot = form.querySelector('.popup-foot')
  if (foot) foot.before(note)
  else form.append(note)
  note.querySelector('a')?.focus()
}

export function startQuestions(): void {
  on('click', '[data-question-go]', (_event, button) => {
    const { form, value } = button as HTMLButtonElement
    const name = button.dataset.questionGo ?? ''
    if (!form) return
    form.querySelector(`input[name="${name}"]`)?.remove()
    form.append(el('input', { type: 'hidden', name, value }))
    button.closest('[data-question]')?.remove()
    form.requestSubmit()
  })
}
