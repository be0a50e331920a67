/** The open dropdown of a selector, with tom-select; loaded when the first one opens. */
import TomSelect from 'tom-select/base'
import dropdownInput from 'tom-select/plugins/dropdown_input/plugin.js'
import removeButton from 'tom-select/plugins/remove_button/plugin.js'
import '../../css/selector-widget.css'
import { el, uid } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { place } from '../lib/place.ts'
import { fetchJson, isAbort, withParams } from '../lib/request.ts'
import {
  type Choice,
  chosenOf,
  createFor,
  NEW,
  NONE,
  SAME,
  selectOf,
  type SelectorSettings,
  setChosen,
  settingsOf,
} from './selector.ts'

TomSelect.define('dropdown_input', dropdownInput)
TomSelect.define('remove_button', removeButton)

/** Typing rests this long before the server is asked; opening asks at once (P-250). */
const SEARCH_AFTER_MS = 300
/** An answer is used again for this long (P-251). */
const CACHE_MS = 1000
const DEFAULT_LIMIT = 50

type Option = Choice & { $order: number }

const cache = new Map<string, { at: number; found: Promise<Choice[]> }>()

/** The server answers a list in its order; other places a map of id to description. */
function choicesIn(answer: unknown): Choice[] {
  if (Array.isArray(answer))
    return answer.map((row: { id: number | string; description?: string; label?: string; sub?: string }) => ({
      value: String(row.id),
      text: row.description ?? row.label ?? '',
      ...(row.sub ? { sub: row.sub } : {}),
    }))
  const pairs = Object.entries(answer as Record<string, string>).map(([value, text]) => ({ value, text }))
  // Keys of digits come out of JSON in the order of the numbers, so the order is made again here.
  return pairs.sort((a, b) => a.text.localeCompare(b.text, 'nl', { numeric: true }))
}

/** @param options of a tag input say nothing when they fail: that is only logged (P-242) */
function search(
  settings: SelectorSettings,
  v: string,
  options: { signal: AbortSignal; failText?: string },
): Promise<Choice[]> {
  const { type, filters, limit } = settings
  const params: [string, string][] = [
    ['v', v],
    ['type', type],
    ['returnObjects', '1'],
    ...Object.entries(filters).map(([name, value]) => [`filters[${name}]`, value] as [string, string]),
  ]
  params.push(['limit', String(limit ?? DEFAULT_LIMIT)])
  const url = withParams('/ajax/specialSelectorSearch', params)
  const known = cache.get(url)
  if (known && Date.now() - known.at < CACHE_MS) return known.found
  const found = fetchJson<unknown>(url, options).then(choicesIn)
  cache.set(url, { at: Date.now(), found })
  found.catch(() => cache.delete(url))
  return found
}

/** Geen first, Zelfde next, Nieuw... last, whatever is searched for. */
function withSpecials({ none, same, createUrl }: SelectorSettings, found: Choice[]): Option[] {
  const options: Option[] = found.map((choice, i) => ({ ...choice, $order: i + 10 }))
  if (none) options.unshift({ value: NONE, text: 'Geen', $order: 1 })
  if (same) options.unshift({ value: SAME, text: 'Zelfde', $order: 2 })
  if (createUrl) options.push({ value: NEW, text: 'Nieuw...', $order: 1e6 })
  return options
}

function optionElement({ value, text, sub }: Choice): HTMLElement {
  if (value === NEW) return el('div', { class: 'sel-new' }, icon('plus'), text)
  return el(
    'div',
    { class: value === NONE || value === SAME ? 'faint' : null },
    el('span', { class: 'grow' }, text, ...(sub ? [el('small', { class: 'sel-sub' }, sub)] : [])),
    icon('check'),
  )
}

/**
 * Opens the dropdown of a selector, searching for what was typed already; closing it writes the choice back and takes
 * the widget away.
 */
export function openSelector(selector: HTMLElement, typed = ''): void {
  const select = selectOf(selector)
  const button = selector.querySelector<HTMLElement>('.sel-btn')!
  if (selector.querySelector('.ts-wrapper')) return
  const settings = settingsOf(select)
  const before = chosenOf(select)
  let request = new AbortController()
  /** The one hit of a search, while no arrow key was pressed since it was found. */
  let onlyHit: string | null = null

  // tom-select names its list after the select.
  select.id ||= `select-${uid()}`
  const widget = new TomSelect(select, {
    plugins: select.multiple ? { dropdown_input: {}, remove_button: { title: 'Verwijderen' } } : { dropdown_input: {} },
    maxItems: select.multiple ? null : 1,
    maxOptions: settings.limit ?? DEFAULT_LIMIT + 3,
    options: withSpecials(
      settings,
      before.filter(({ value }) => Number(value) > 0),
    ),
    items: before.map(({ value }) => value),
    hideSelected: false,
    closeAfterSelect: !select.multiple,
    openOnFocus: false,
    refreshThrottle: SEARCH_AFTER_MS,
    shouldLoad: () => true,
    // The server has searched already; everything it found is shown.
    score: () => () => 1,
    placeholder: 'Zoeken...',
    wrapperClass: 'ts-wrapper',
    controlClass: 'sel-btn ts-control',
    dropdownClass: 'sel-drop float',
    dropdownContentClass: 'sel-list',
    optionClass: 'sel-opt',
    render: {
      option: (choice: Choice) => optionElement(choice),
      item: (choice: Choice) => el('div', { class: select.multiple ? 'tag' : null }, choice.text),
      no_results: () => el('div', { class: 'sel-none' }, 'Geen resultaten gevonden'),
    },
  })
  const { dropdown, control, control_input: input, wrapper } = widget
  // The types of tom-select leave out where its events come from.
  const events = widget as unknown as { on(event: string, callback: (text: string) => void): void }

  const quiet = select.closest('[data-tags]') ? { failText: '' } : {}
  const exclude = new Set(select.dataset.exclude?.split(',') ?? [])

  const refresh = async (text: string) => {
    request.abort()
    request = new AbortController()
    wrapper.classList.add('is-loading-options')
    try {
      const found = (await search(settings, text, { signal: request.signal, ...quiet })).filter(
        ({ value }) => !exclude.has(value),
      )
      widget.clearOptions()
      widget.addOptions(withSpecials(settings, found))
      widget.refreshOptions(false)
      const first = widget.dropdown_content.querySelector<HTMLElement>(
        `[data-value="${CSS.escape(found[0]?.value ?? '')}"]`,
      )
      if (first && text !== '') widget.setActiveOption(first)
      onlyHit = text !== '' && found.length === 1 ? found[0]!.value : null
      place(dropdown, control, { stretch: true })
      wrapper.classList.remove('is-loading-options')
    } catch (error) {
      if (!isAbort(error)) wrapper.classList.remove('is-loading-options')
    }
  }

  // While it is open tom-select tells of every click; the page hears of the outcome alone, from setChosen.
  const mute = new AbortController()
  for (const type of ['input', 'change'])
    select.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true, signal: mute.signal })
  const keepInPlace = () => place(dropdown, control, { stretch: true })
  const finish = () => {
    window.removeEventListener('scroll', keepInPlace, true)
    request.abort()
    mute.abort()
    const after = widget.items.map((value) => ({
      value,
      text: (widget.options[value] as Choice | undefined)?.text ?? '',
    }))
    const hadFocus = selector.contains(document.activeElement) || document.activeElement === document.body
    widget.destroy()
    button.hidden = false
    button.setAttribute('aria-expanded', 'false')
    if (hadFocus) button.focus({ preventScroll: true })
    const key = (choices: Choice[]) => choices.map(({ value }) => value).join()
    if (key(after) !== key(before)) setChosen(select, after)
  }

  widget.hook('instead', 'onOptionSelect', (event: Event, option: HTMLElement) => {
    if (option.dataset.value !== NEW)
      return TomSelect.prototype.onOptionSelect.call(widget, event as MouseEvent, option)
    const typed = input.value.trim()
    widget.close()
    void createFor(select, typed)
  })
  // Who presses ↓ to get into the list stands on its only hit already, and does not want 'Nieuw...' unasked.
  widget.hook('instead', 'getAdjacent', (option: HTMLElement | null, direction: number, type?: string) => {
    const next = TomSelect.prototype.getAdjacent.call(widget, option, direction, type)
    const stays = direction > 0 && onlyHit !== null && option?.dataset.value === onlyHit
    onlyHit = null
    return stays ? null : next
  })
  events.on('type', (text) => void refresh(text))
  // The next person is searched for by typing on, not by clearing the name of the last one first.
  events.on('item_add', () => {
    if (!select.multiple || input.value === '') return
    widget.setTextboxValue('')
    void refresh('')
  })
  events.on('dropdown_close', () => {
    if (dropdown.matches(':popover-open')) dropdown.hidePopover()
    // Not within tom-select's own call, which still has things to do with itself.
    setTimeout(finish)
  })

  button.hidden = true
  button.setAttribute('aria-expanded', 'true')
  dropdown.popover = 'manual'
  control.setAttribute('aria-label', select.getAttribute('aria-label') ?? '')
  input.setAttribute('aria-label', 'Zoeken')
  wrapper
    .querySelector('.items-placeholder')
    ?.setAttribute('placeholder', select.dataset.placeholder ?? 'Maak een keuze')
  events.on('dropdown_open', () => {
    dropdown.showPopover()
    keepInPlace()
    input.focus({ preventScroll: true })
  })
  window.addEventListener('scroll', keepInPlace, true)
  widget.open()
  widget.setTextboxValue(typed)
  void refresh(typed)
}
