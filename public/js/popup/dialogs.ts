/** Small popups that scripts build themselves: a question, an alert, the reasons why something cannot be deleted. */
import { el } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { hideLayer, layerId, showLayer } from './layers.ts'

export interface Reason {
  label: string
  count: number
  url?: string
}

interface Answer {
  label: string
  value: string
  css?: string
  focus?: boolean
}

/** A tiny popup with answers as buttons; closing it any other way gives null. */
export function askPopup(title: string, content: Node[], answers: Answer[], size = 'tiny'): Promise<string | null> {
  const id = layerId()
  const buttons = answers.map(({ label, value, css = '', focus = false }) =>
    el('button', { class: `btn ${css}`.trim(), type: 'button', 'data-answer': value, autofocus: focus }, label),
  )
  const popup = el(
    'dialog',
    {
      class: `popup popup--${size}`,
      role: 'alertdialog',
      'aria-labelledby': `${id}-title`,
      'aria-describedby': `${id}-text`,
    },
    el(
      'header',
      { class: 'popup-head' },
      el('h2', { class: 'popup-title grow', id: `${id}-title` }, title),
      el(
        'button',
        {
          class: 'icon-btn',
          type: 'button',
          'data-popup-close': true,
          'aria-label': 'Sluiten (Esc)',
          title: 'Sluiten (Esc)',
        },
        icon('close'),
      ),
    ),
    el('div', { class: 'popup-body', id: `${id}-text` }, ...content),
    el('footer', { class: 'popup-foot' }, el('span', { class: 'push row-flex' }, ...buttons)),
  )
  return new Promise((resolve) => {
    popup.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-answer]') : null
      if (!button) return
      resolve(button.dataset.answer ?? null)
      hideLayer(popup)
    })
    // A promise keeps its first answer, so this one only counts when no button gave another.
    popup.addEventListener('popup:closing', () => resolve(null))
    showLayer(popup)
  })
}

export interface Question {
  title?: string
  /** Names of what it is about, below the question. */
  detail?: string
  /** Data is lost by saying yes. */
  danger?: boolean
  /** Other words than 'Ja' and 'Nee'. */
  yes?: string
  no?: string
}

/** The confirmation popup: tiny, 'Ja' and 'Nee', the focus on 'Nee' (P-036). */
export async function confirmPopup(
  question: string,
  { title = 'Bevestigen', detail = '', danger = false, yes = 'Ja', no = 'Nee' }: Question = {},
): Promise<boolean> {
  const content = [el('p', {}, question)]
  if (detail !== '') content.push(el('p', { class: 'muted mt-2' }, detail))
  const answer = await askPopup(title, content, [
    { label: yes, value: 'yes', css: danger ? 'btn-danger' : 'btn-primary' },
    { label: no, value: 'no', focus: true },
  ])
  return answer === 'yes'
}

export async function alertPopup(text: string): Promise<void> {
  await askPopup('Let op', [el('p', {}, text)], [{ label: 'Sluiten', value: 'close', css: 'btn-primary', focus: true }])
}

function reasonItem({ label, count, url }: Reason): HTMLElement {
  const text = count > 1 ? `${label} (${count.toLocaleString('nl-NL')})` : label
  return el('li', {}, url ? el('a', { href: url, 'data-popup': true }, text) : text)
}

const BLOCKED = 'Kan niet worden verwijderd'

/** Lists what blocks a delete, or what else the title says; answers whether the user wants to try again (P-236). */
export async function blockedPopup(reasons: Reason[], title = BLOCKED): Promise<boolean> {
  const content = [
    el('p', {}, 'Verwijder of wijzig eerst het volgende:'),
    el('ul', { class: 'mt-2 mb-0' }, ...reasons.map(reasonItem)),
  ]
  const answer = await askPopup(
    title,
    content,
    [
      { label: 'Annuleren', value: 'cancel', focus: true },
      { label: 'Opnieuw proberen', value: 'retry', css: 'btn-primary' },
    ],
    'small',
  )
  return answer === 'retry'
}
