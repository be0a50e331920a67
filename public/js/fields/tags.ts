/**
 * Tag inputs: records with a number each, e.g. 3 × a product. A number below 1 takes the tag away (P-192); in the
 * single kind every record can be chosen once, and what is chosen is no longer offered (P-193).
 */
import { el, on, onContent, matching } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { chosenOf, setChosen, type Choice } from './selector.ts'

function tagsIn(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-tag]')]
}

function countOf(tag: Element): HTMLInputElement | null {
  return tag.querySelector<HTMLInputElement>('input[type="number"]')
}

function tagElement(box: HTMLElement, { value, text }: Choice): HTMLElement {
  const { name = '', max, single } = box.dataset
  const count =
    single === undefined
      ? el('input', {
          ...{ type: 'number', class: 'tag-count', name: `${name}[id-${value}]`, value: 1, min: 0, max },
          'aria-label': `Aantal ${text}`,
        })
      : el('input', { type: 'hidden', name: `${name}[]`, value })
  const cross = el(
    'button',
    { type: 'button', 'data-tag-remove': true, 'aria-label': `${text} verwijderen` },
    icon('close', 'ic-sm'),
  )
  return el('li', { class: 'chip', 'data-tag': value }, count, el('span', {}, text), cross)
}

/** The selector below offers what can still be chosen. */
function draw(box: HTMLElement): void {
  const select = box.querySelector<HTMLSelectElement>('select[data-selector]')
  if (!select || box.dataset.single === undefined) return
  select.dataset.exclude = tagsIn(box)
    .map((tag) => tag.dataset.tag)
    .join(',')
}

function add(box: HTMLElement, choice: Choice): void {
  const present = tagsIn(box).find((tag) => tag.dataset.tag === choice.value)
  const count = present ? countOf(present) : null
  if (count) count.value = String(Number(count.value) + 1)
  if (!present) box.querySelector('[data-tag-list]')?.append(tagElement(box, choice))
  draw(box)
}

function remove(tag: Element): void {
  const box = tag.closest<HTMLElement>('[data-tags]')
  const beside = tag.nextElementSibling ?? tag.previousElementSibling
  const hadFocus = tag.contains(document.activeElement)
  tag.remove()
  if (!box) return
  draw(box)
  // Whoever goes on with the keyboard is not thrown out of the form.
  const next = beside?.querySelector<HTMLElement>('[data-tag-remove]') ?? box.querySelector<HTMLElement>('.sel-btn')
  if (hadFocus) next?.focus()
  box.dispatchEvent(new Event('change', { bubbles: true }))
}

export function startTags(): void {
  on('change', '[data-tags] select[data-selector]', (_event, element) => {
    const select = element as HTMLSelectElement
    const box = select.closest<HTMLElement>('[data-tags]')
    const [choice] = chosenOf(select)
    if (!box || !choice) return
    add(box, choice)
    setChosen(select, [])
  })
  on('change', '[data-tag] input[type="number"]', (_event, input) => {
    const tag = input.closest('[data-tag]')
    if (tag && Number((input as HTMLInputElement).value) < 1) remove(tag)
  })
  on('click', '[data-tag-remove]', (_event, button) => {
    const tag = button.closest('[data-tag]')
    if (tag) remove(tag)
  })
  onContent((scope) => matching(scope, '[data-tags]').forEach(draw))
}
