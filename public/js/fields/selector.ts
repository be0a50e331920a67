/**
 * Selectors: a searchable dropdown over a hidden select (P-076). The select is the truth; the button shows what it
 * holds, and the dropdown (`selector-widget.ts`, with tom-select) exists only while it is open.
 */
import { FIELD_KEYS, isKey } from '../key-lists.ts'
import { onChanged } from '../changes.ts'
import { fetchCode } from '../lazy.ts'
import { el, matching, on, onContent } from '../lib/dom.ts'
import { fetchJson, withParams } from '../lib/request.ts'
import { isDirty, markSaved } from '../popup/dirty.ts'
import { hold, inSight } from '../popup/holds.ts'
import { openPopup } from '../popup/open.ts'
import type { MarkedChoices } from '../../../src/platform/screens/models.ts'

/** Values with a meaning of their own (P-077 … P-079). */
export const NONE = '-1'
export const SAME = 'same'
export const NEW = '0'
const UNCHOSEN = 'Maak een keuze'

export interface Choice {
  value: string
  text: string
  /** What tells it apart from others of the same name. */
  sub?: string
  isMarked?: boolean
}

export interface SelectorSettings {
  type: string
  filters: Record<string, string>
  /** What the empty value is called, where it may be chosen. */
  none: string | null
  same: boolean
  createUrl: string | null
  viewUrl: string | null
  limit: number | null
  /** Something has to be chosen: where there is but one, it is. */
  only?: true
  marked?: MarkedChoices
}

export function selectOf(selector: Element): HTMLSelectElement {
  return selector.querySelector('select')!
}

export function settingsOf(select: HTMLSelectElement): SelectorSettings {
  return JSON.parse(select.dataset.selector ?? '{}') as SelectorSettings
}

export function chosenOf(select: HTMLSelectElement): Choice[] {
  return [...select.selectedOptions].filter(({ value }) => value !== '').map(({ value, text }) => ({ value, text }))
}

function tag({ value, text }: Choice): HTMLElement {
  return el('span', { class: 'tag', 'data-value': value }, text)
}

/** Draws the button after the select. */
function drawFace(select: HTMLSelectElement): void {
  const face = select.parentElement?.querySelector('.sel-btn [data-face]')
  if (!face) return
  const chosen = chosenOf(select)
  const view = select.parentElement?.querySelector<HTMLElement>('[data-view-chosen]')
  if (view) view.hidden = !(Number(chosen[0]?.value) > 0)
  if (chosen.length === 0)
    face.replaceChildren(el('span', { class: 'sel-placeholder' }, select.dataset.placeholder ?? UNCHOSEN))
  else if (select.multiple) face.replaceChildren(...chosen.map(tag))
  else face.replaceChildren(chosen[0]!.text)
}

/** Makes these the chosen records, as if the user had chosen them. */
export function setChosen(select: HTMLSelectElement, chosen: Choice[]): void {
  const options = chosen.map(({ value, text }) => new Option(text, value, true, true))
  if (!select.multiple) options.unshift(new Option('', '', false, chosen.length === 0))
  select.replaceChildren(...options)
  drawFace(select)
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Whether a selector waits for a choice that there may be but one of. */
const waits = (select: HTMLSelectElement): boolean =>
  settingsOf(select).only === true &&
  !select.multiple &&
  !select.disabled &&
  chosenOf(select).length === 0 &&
  select.closest('template') === null

/** Chooses the only record there is; a form in which nothing was typed yet counts as it then stands. */
async function chooseOnly(select: HTMLSelectElement): Promise<void> {
  const { type, filters } = settingsOf(select)
  const params = Object.entries(filters).map(([name, value]): [string, string] => [`filters[${name}]`, value])
  const url = withParams('/ajax/specialSelectorSearch', [['type', type], ['returnObjects', '1'], ['limit', '2'], ...params]) // prettier-ignore
  const found = await fetchJson<{ id: number; label?: string; description?: string }[]>(url, { failText: '' }).catch(
    () => [],
  )
  const [record] = found
  if (found.length !== 1 || record === undefined || !select.isConnected || !waits(select)) return
  const form = select.form
  const wasClean = form !== null && !isDirty(form.parentElement ?? form)
  setChosen(select, [{ value: String(record.id), text: record.description ?? record.label ?? '' }])
  if (wasClean) markSaved(form)
}

/** The description of one record; null when the viewer may not see it. */
async function findLabel(type: string, id: string): Promise<string | null> {
  const found = await askLabel(type, id).catch(() => null)
  return found?.[id] ?? null
}

function askLabel(type: string, id: string): Promise<Record<string, string>> {
  const url = withParams('/ajax/specialSelectorSearch', { type, id, limit: '1' })
  return fetchJson(url, { failText: '' })
}

/** Starts the add flow; the record that comes out of it is chosen (P-080, P-081). */
export async function createFor(select: HTMLSelectElement, typed: string): Promise<void> {
  const { createUrl, type } = settingsOf(select)
  if (!createUrl) return
  const popup = await openPopup(typed === '' ? createUrl : withParams(createUrl, { name: typed }))
  popup?.addEventListener('changed', (event) => {
    const { items } = (event as CustomEvent<{ items: { type: string; id: number }[] }>).detail
    const created = items.find((item) => item.type === type && item.id > 0)
    if (created) void chooseId(select, String(created.id))
  })
  // Elsewhere a new record opens after it was made; here it is wanted in the selector, and in nobody's way.
  popup?.addEventListener('popup-open', (event) => event.stopPropagation())
}

async function chooseId(select: HTMLSelectElement, id: string): Promise<void> {
  const text = await findLabel(settingsOf(select).type, id)
  if (text === null) return
  const others = select.multiple ? chosenOf(select).filter(({ value }) => value !== id) : []
  setChosen(select, [...others, { value: id, text }])
}

/** Shows the chosen record, which may be renamed there, or go (P-081). */
function viewChosen(select: HTMLSelectElement): void {
  const { viewUrl } = settingsOf(select)
  const [chosen] = chosenOf(select)
  if (viewUrl && chosen) void openPopup(viewUrl.replace('{id}', chosen.value))
}

/**
 * A chosen record changed: its new description is shown, without this counting as input. One that is gone is chosen no
 * longer.
 */
async function refreshChosen(option: HTMLOptionElement, type: string): Promise<void> {
  const id = option.value
  const found = await askLabel(type, id).catch(() => null)
  const select = option.closest('select')
  if (found === null || !select) return
  if (found[id] !== undefined) {
    option.text = found[id]
    return drawFace(select)
  }
  setChosen(
    select,
    chosenOf(select).filter(({ value }) => value !== id),
  )
}

/** A form cannot be sent while a mandatory selector in it says 'Maak een keuze' (P-155); the reason stands beside it. */
function guardSubmit(form: HTMLFormElement): void {
  const open = inSight(form)
    .flatMap((scope) => [...scope.querySelectorAll<HTMLSelectElement>('select[data-mandatory]')])
    .find(
      (select) =>
        chosenOf(select).length === 0 && !select.disabled && select.closest('[data-repeat-template]') === null,
    )
  const label = open?.closest('.field')?.querySelector('.form-label')?.firstChild?.textContent?.trim()
  hold(form, 'selectors', open ? `${UNCHOSEN}${label ? ` bij ${label}` : ''}` : null)
}

function guardAround(element: Element): void {
  const form = element.closest('form')
  if (form?.querySelector('select[data-mandatory]')) guardSubmit(form)
}

const loadWidget = () => import('./selector-widget.ts')
/** That it does not come is told when it is wanted. */
const preload = () => void loadWidget().catch(() => undefined)

/** What was typed on a button whose widget is on its way. */
const typed = new WeakMap<HTMLElement, string>()

async function open(selector: HTMLElement): Promise<void> {
  const button = selector.querySelector<HTMLButtonElement>('.sel-btn')
  if (!button || button.disabled) return
  const code = await fetchCode(loadWidget)
  code?.openSelector(selector, typed.get(selector))
  typed.delete(selector)
}

/** Arrows open it as they do a select; a letter opens it on the search for that letter. */
function openByKey(event: KeyboardEvent, button: HTMLElement): void {
  const selector = button.closest<HTMLElement>('.sel')!
  const letter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  if (!letter && !isKey(FIELD_KEYS.open, event)) return
  event.preventDefault()
  if (letter) typed.set(selector, (typed.get(selector) ?? '') + event.key)
  void open(selector)
}

export function startSelectors(): void {
  on('click', '.sel-btn', (_event, button) => void open(button.closest<HTMLElement>('.sel')!))
  on('keydown', 'button.sel-btn', openByKey)
  on('click', '[data-view-chosen]', (_event, button) => viewChosen(selectOf(button.closest('.sel')!)))
  // By the time of the click the widget is usually there.
  on('pointerover', '.sel-btn', preload)
  on('focusin', '.sel-btn', preload)
  on('change', 'select[data-selector]', (_event, select) => guardAround(select))
  on('selector:refresh' as 'change', 'select[data-selector]', (_event, select) => drawFace(select as HTMLSelectElement))
  document.addEventListener('step:shown', (event) => guardAround(event.target as Element))
  onContent((scope) => {
    for (const select of matching<HTMLSelectElement>(scope, 'select[data-mandatory]')) guardAround(select)
  })
  onContent((scope) => {
    for (const select of matching<HTMLSelectElement>(scope, 'select[data-selector]'))
      if (waits(select)) void chooseOnly(select)
  })
  onChanged([], (items) => {
    for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-selector]')) {
      const { type } = settingsOf(select)
      const ids = new Set(items.filter((item) => item.type === type).map(({ id }) => String(id)))
      for (const option of select.selectedOptions)
        if (ids.has(option.value) || (ids.has('0') && Number(option.value) > 0)) void refreshChosen(option, type)
    }
  })
}
