/** The open dropdown of a selector, with tom-select; loaded when the first one opens. */
import TomSelect from 'tom-select/base'
import dropdownInput from 'tom-select/plugins/dropdown_input/plugin.js'
import removeButton from 'tom-select/plugins/remove_button/plugin.js'
import '../../css/selector-widget.css'
import { el, uid } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
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
import { listOf, placeList, type SelectorList } from './selector-list.ts'
import { DEFAULT_LIMIT, withSpecials } from './selector-search.ts'

TomSelect.define('dropdown_input', dropdownInput)
TomSelect.define('remove_button', removeButton)

/** Typing rests this long before the server is asked; opening asks at once (P-250). */
const SEARCH_AFTER_MS = 300

function optionElement({ value, text, sub, isMarked = false }: Choice): HTMLElement {
  if (value === NEW) return el('div', { class: 'sel-new' }, icon('plus'), text)
  return el(
    'div',
    { class: value === NONE || value === SAME || isMarked ? 'faint' : null },
    el('span', { class: 'grow' }, text, ...(sub ? [el('small', { class: 'sel-sub' }, sub)] : [])),
    icon('check'),
  )
}

function makeWidget(select: HTMLSelectElement, settings: SelectorSettings, chosen: Choice[]): TomSelect {
  const { multiple } = select
  // What is chosen comes before what is found, whose order starts at ten.
  const records = chosen
    .filter(({ value }) => Number(value) > 0)
    .map((choice, i) => ({ ...choice, $order: 3 + i / chosen.length }))
  // tom-select names its list after the select.
  select.id ||= `select-${uid()}`
  return new TomSelect(select, {
    plugins: multiple ? { dropdown_input: {}, remove_button: { title: 'Verwijderen' } } : { dropdown_input: {} },
    maxItems: multiple ? null : 1,
    maxOptions: settings.limit ?? DEFAULT_LIMIT + 3,
    options: [...withSpecials(settings, []), ...records],
    items: chosen.map(({ value }) => value),
    hideSelected: false,
    closeAfterSelect: !multiple,
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
      item: (choice: Choice) => el('div', { class: multiple ? 'tag' : null }, choice.text),
      no_results: () =>
        el(
          'div',
          { class: 'sel-none' },
          el('span', { class: 'sel-waits' }, 'Zoeken…'),
          el('span', { class: 'sel-found' }, 'Geen resultaten gevonden'),
        ),
    },
  })
}

/** The types of tom-select leave out where its events come from. */
const eventsOf = (widget: TomSelect) =>
  widget as unknown as { on(event: string, callback: (text: string) => void): void }

/**
 * Choosing, typing and arrow keys, where tom-select does not do by itself what is wanted here.
 * @returns the Ctrl+Enter by which the list was left, for the form that it is in; null where it was left otherwise
 */
function steer(widget: TomSelect, select: HTMLSelectElement, list: SelectorList): () => KeyboardEvent | null {
  const input = widget.control_input
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
    return list.takeOnlyHit(option) && direction > 0 ? null : next
  })
  const events = eventsOf(widget)
  events.on('type', (text) => void list.find(text))
  // The next person is searched for by typing on, not by clearing the name of the last one first.
  events.on('item_add', () => {
    if (!select.multiple || input.value === '') return
    widget.setTextboxValue('')
    void list.find('')
  })
  return steerEnter(widget, list)
}

/**
 * Enter is meant for what was typed: whoever stood first in the list before that is somebody else. Ctrl+Enter takes it too
 * and goes on.
 */
function steerEnter(widget: TomSelect, list: SelectorList): () => KeyboardEvent | null {
  let taking: Promise<void> | null = null
  let isLeft = false
  let sender: KeyboardEvent | null = null
  const take = async (event: KeyboardEvent): Promise<void> => {
    const text = widget.inputValue()
    if (text === '') return
    if (!list.isOf(text)) await list.find(text)
    const option = widget.activeOption
    const isHit = option !== null && Number(option.dataset.value) > 0
    if (isHit && widget.inputValue() === text && list.isOf(text)) widget.onOptionSelect(event, option)
  }
  widget.hook('instead', 'onKeyDown', (event: KeyboardEvent) => {
    const sends = event.ctrlKey || event.metaKey
    const waits = event.key === 'Enter' && (sends || taking !== null || !list.isOf(widget.inputValue()))
    if (!waits) return TomSelect.prototype.onKeyDown.call(widget, event)
    event.preventDefault()
    if (sends) sender = event
    taking ??= take(event).finally(() => {
      taking = null
      if (isLeft || sender !== null) widget.close()
    })
  })
  // Who goes on before the answer is there (Escape, Tab, a click elsewhere) has chosen all the same.
  widget.hook('instead', 'close', (clears?: boolean) => {
    isLeft = taking !== null
    if (!isLeft) TomSelect.prototype.close.call(widget, clears)
  })
  return () => sender
}

/** What is chosen in the widget. */
const choicesOf = ({ items, options }: TomSelect): Choice[] =>
  items.map((value) => ({ value, text: (options[value] as Choice | undefined)?.text ?? '' }))

const keyOf = (choices: Choice[]) => choices.map(({ value }) => value).join()

/** While it is open tom-select tells of every click; the page hears of the outcome alone, from setChosen. */
function mute(select: HTMLSelectElement): () => void {
  const muted = new AbortController()
  for (const type of ['input', 'change'])
    select.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true, signal: muted.signal })
  return () => muted.abort()
}

/** Puts the list of an open widget into the top layer, where it stays below its control. */
function float(widget: TomSelect, select: HTMLSelectElement): () => void {
  const { dropdown, control, control_input: input, wrapper } = widget
  const keepInPlace = () => placeList(widget)
  dropdown.popover = 'manual'
  control.setAttribute('aria-label', select.getAttribute('aria-label') ?? '')
  input.setAttribute('aria-label', 'Zoeken')
  const placeholder = select.dataset.placeholder ?? 'Maak een keuze'
  wrapper.querySelector('.items-placeholder')?.setAttribute('placeholder', placeholder)
  eventsOf(widget).on('dropdown_open', () => {
    dropdown.showPopover()
    keepInPlace()
    input.focus({ preventScroll: true })
  })
  window.addEventListener('scroll', keepInPlace, true)
  return () => window.removeEventListener('scroll', keepInPlace, true)
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
  const widget = makeWidget(select, settings, before)
  const list = listOf(widget, select, settings)
  const sender = steer(widget, select, list)
  const show = (isOpen: boolean) => {
    button.hidden = isOpen
    button.setAttribute('aria-expanded', String(isOpen))
  }
  const unmute = mute(select)
  const sink = float(widget, select)
  const finish = () => {
    sink()
    list.stop()
    unmute()
    const after = choicesOf(widget)
    const hadFocus = selector.contains(document.activeElement) || document.activeElement === document.body
    widget.destroy()
    show(false)
    if (hadFocus) button.focus({ preventScroll: true })
    if (keyOf(after) !== keyOf(before)) setChosen(select, after)
    const sent = sender()
    if (sent) button.dispatchEvent(new KeyboardEvent('keydown', sent))
  }
  eventsOf(widget).on('dropdown_close', () => {
    if (widget.dropdown.matches(':popover-open')) widget.dropdown.hidePopover()
    // Not within tom-select's own call, which still has things to do with itself.
    setTimeout(finish)
  })
  show(true)
  widget.open()
  // Where the pointer happens to rest chooses nothing; once it moves it does.
  widget.ignoreHover = true
  widget.setTextboxValue(typed)
  void list.find(typed)
}
