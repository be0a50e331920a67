/** A save that somebody has to look at first: one sentence above the foot, or a window with all that it is about. */
import type { ErrorMap } from './error-map.ts'
import { el, on } from './lib/dom.ts'
import { icon } from './lib/icons.ts'
import { askPopup } from './popup/dialogs.ts'
import { markErrors } from './validation.ts'

export interface Question {
  title?: string
  text: string
  lines?: { text: string; isNew: boolean }[]
  fields?: ErrorMap
  links: { label: string; url: string }[]
  go: string
  field: string
  value: string
  otherwise?: { go: string; value: string }
}

/** By which button each form was sent, so that the answer sends it by the same. */
const sentBy = new WeakMap<HTMLFormElement, HTMLElement>()

/** Sends the form once more, with what its sender saw. */
function sendAgain(form: HTMLFormElement, name: string, value: string): void {
  form.querySelector(`input[type="hidden"][name="${CSS.escape(name)}"]`)?.remove()
  form.append(el('input', { type: 'hidden', name, value }))
  const button = sentBy.get(form)
  form.requestSubmit(button?.isConnected ? button : null)
}

const lineOf = ({ text, isNew }: { text: string; isNew: boolean }, css: string): HTMLElement =>
  el(
    'li',
    { class: css },
    icon(css === '' ? 'info' : 'error'),
    el('span', {}, ...(isNew ? [el('b', { class: 'tag' }, 'nieuw'), ' '] : []), text),
  )

/** What is asked of a button rather than a form. @returns whether to go on */
export const askFirst = async ({ title = '', text, go }: Question): Promise<boolean> =>
  (await askPopup(
    title,
    [el('p', {}, text)],
    [
      { label: 'Terug', value: 'no', focus: true },
      { label: go, value: 'yes', css: 'btn-primary' },
    ],
    'small',
  )) === 'yes'

/** Asked in a window: whoever goes back is where he was, with what is wrong marked and nothing that was typed lost. */
async function askInWindow(
  form: HTMLFormElement,
  { title = '', text, lines = [], fields, go, field, value, otherwise }: Question,
) {
  const before = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const answer = await askPopup(
    title,
    [
      el('p', {}, text),
      el(
        'div',
        { class: 'outcome mt-2' },
        el('ul', {}, ...lines.map((line) => lineOf(line, otherwise ? '' : 'is-red'))),
      ),
    ],
    otherwise
      ? [
          { label: 'Terug', value: 'no' },
          { label: go, value: 'yes' },
          { label: otherwise.go, value: 'otherwise', css: 'btn-primary', focus: true },
        ]
      : [
          { label: 'Terug', value: 'no', focus: true },
          { label: go, value: 'yes', css: 'btn-danger' },
        ],
    'small',
  )
  if (!form.isConnected) return
  if (answer === 'yes') return sendAgain(form, field, value)
  if (answer === 'otherwise' && otherwise) return sendAgain(form, field, otherwise.value)
  if (fields) markErrors(form, fields)
  const back = before && form.contains(before) ? before : sentBy.get(form)
  back?.focus({ preventScroll: true })
}

/** Nothing typed is lost: the form stays as it is. */
export function askInForm(form: HTMLFormElement, question: Question): void {
  form.querySelector('[data-question]')?.remove()
  if (question.lines) return void askInWindow(form, question)
  const { text, links, go, field, value } = question
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
  document.addEventListener(
    'submit',
    ({ target, submitter }) => {
      if (!(target instanceof HTMLFormElement)) return
      if (submitter) sentBy.set(target, submitter)
      else sentBy.delete(target)
    },
    true,
  )
  on('click', '[data-question-go]', (_event, button) => {
    const { form, value } = button as HTMLButtonElement
    if (!form) return
    button.closest('[data-question]')?.remove()
    sendAgain(form, button.dataset.questionGo ?? '', value)
  })
}
