/** The menus of the filters above a table: which field, which operator, which values. */
import { LIST_KEYS, MENU_KEYS, isKey, stepBy } from '../key-lists.ts'
import { writeChoices, readChoices } from '../../../src/platform/screens/table/filter-choices.contract.ts'
import { el, on, uid } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { reveal } from '../menu.ts'
import { choicePanel, numberPanel } from './filter-choices.ts'
import { PERIOD_MODES, type PeriodMode, modeOf, periodPanel, turnedPeriod } from './filter-periods.ts'
import { type FilterState, filterState, filterStates, focusChip } from './filter-state.ts'
import { formOf, tableOf } from './markup.ts'

type Part = 'field' | 'operator' | 'values'

/** Opens a box beside its button; it goes when it closes, and the focus with it to the chip that may have come new. */
function openBox(filter: Pick<FilterState, 'table' | 'name'>, part: Part, anchor: HTMLElement, box: HTMLElement): void {
  const { table, name } = filter
  box.popover = 'auto'
  box.id = `filter-${uid()}`
  box.dataset.built = ''
  box.dataset.align = 'start'
  anchor.setAttribute('aria-controls', box.id)
  anchor.setAttribute('aria-expanded', 'true')
  formOf(table).after(box)
  box.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed') return
    if (anchor.getAttribute('aria-controls') === box.id) {
      anchor.removeAttribute('aria-controls')
      anchor.removeAttribute('aria-expanded')
    }
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || box.contains(activeElement))
      focusChip(table, name, part)
    box.remove()
  })
  box.showPopover()
  reveal(box, anchor)
  box.querySelector<HTMLElement>('[aria-checked="true"], input:checked, input, button')?.focus()
}

interface Entry {
  label: string
  chosen?: boolean
  run: () => void
}

function menuOf(label: string, entries: Entry[]): HTMLElement {
  const buttons = entries.map(({ label: text, chosen, run }) => {
    const role = chosen === undefined ? 'menuitem' : 'menuitemradio'
    const button = el(
      'button',
      { type: 'button', role, 'aria-checked': chosen === undefined ? null : String(chosen) },
      el('span', { class: 'grow' }, text),
      chosen ? icon('check', 'ic-sm') : null,
    )
    button.addEventListener('click', run)
    return button
  })
  return el('div', { class: 'menu', role: 'menu', 'aria-label': label }, ...buttons)
}

/** Which field is filtered by; instead of another where the menu is that of a chip. */
function fieldMenu(table: HTMLElement, anchor: HTMLElement, instead?: FilterState): void {
  const open = filterStates(table).filter(({ value, name }) => value === '' || name === instead?.name)
  const entries = open.map((filter) => ({
    label: filter.label,
    ...(instead ? { chosen: filter.name === instead.name } : {}),
    run: () => {
      if (filter.name === instead?.name) return
      instead?.set('')
      askFor(filter, anchor.isConnected ? anchor : table.querySelector<HTMLElement>('[data-filter-add]')!)
    },
  }))
  openBox({ table, name: instead?.name ?? '' }, 'field', anchor, menuOf('Filter', entries))
}

/** What is asked first of a filter that is not set yet. */
function askFor(filter: FilterState, anchor: HTMLElement): void {
  if (filter.kind === 'filled') operatorMenu(filter, anchor)
  else valuePanel(filter, anchor)
}

const EMPTY: { label: string; value: string }[] = [
  { label: 'is leeg', value: '-' },
  { label: 'is ingevuld', value: '!-' },
]
const emptyEntries = ({ asksEmpty, value, set }: FilterState): Entry[] =>
  asksEmpty ? EMPTY.map((one) => ({ label: one.label, chosen: value === one.value, run: () => set(one.value) })) : []

function choiceEntries(filter: FilterState, anchor: HTMLElement): Entry[] {
  const { not = false, values = [] } = readChoices(filter.value) ?? {}
  const several = values.length > 1
  return [false, true].map((turned) => ({
    label: turned ? (several ? 'is geen van' : 'is niet') : several ? 'is een van' : 'is',
    chosen: values.length > 0 && not === turned,
    run: () => {
      if (values.length > 0) filter.set(writeChoices({ not: turned, values }))
      else valuePanel(filter, anchor, { not: turned })
    },
  }))
}

function periodEntries(filter: FilterState, anchor: HTMLElement): Entry[] {
  const now = modeOf(filter.value)
  return PERIOD_MODES.map(({ mode, not, label }) => ({
    label,
    chosen: now?.mode === mode && now.not === not,
    run: () => {
      if (now?.mode === mode) filter.set(turnedPeriod(filter.value, not))
      else valuePanel(filter, anchor, { not, mode })
    },
  }))
}

function operatorMenu(filter: FilterState, anchor: HTMLElement): void {
  const own =
    filter.kind === 'filled'
      ? []
      : filter.kind === 'period'
        ? periodEntries(filter, anchor)
        : choiceEntries(filter, anchor)
  openBox(filter, 'operator', anchor, menuOf(filter.label, [...own, ...emptyEntries(filter)]))
}

function valuePanel(filter: FilterState, anchor: HTMLElement, asked: { not?: boolean; mode?: PeriodMode } = {}): void {
  const content =
    filter.kind === 'period'
      ? periodPanel(filter, asked)
      : filter.kind === 'select' || filter.kind === 'selector'
        ? choicePanel(filter, asked.not)
        : numberPanel(filter, asked.not)
  const panel = el('div', { class: 'rt-panel float', role: 'dialog', 'aria-label': filter.label }, ...content)
  openBox(filter, 'values', anchor, panel)
}

function openPart(button: HTMLElement): void {
  const table = tableOf(button)
  const name = button.closest<HTMLElement>('[data-filter-chip]')?.dataset.filterChip
  const filter = table && name !== undefined ? filterState(table, name) : undefined
  if (!table || !filter) return
  if (button.dataset.part === 'field') fieldMenu(table, button, filter)
  else if (button.dataset.part === 'operator') operatorMenu(filter, button)
  else valuePanel(filter, button)
}

/** Asks for a filter by its name: the search box is there already. */
function openFilter(button: HTMLElement): void {
  const table = tableOf(button)
  const name = button.dataset.filterOpen ?? ''
  const filter = table && filterState(table, name)
  if (filter) askFor(filter, button)
  else if (table)
    formOf(table)
      .querySelector<HTMLElement>(`input[type="search"][name="${CSS.escape(name)}"]`)
      ?.focus()
}

/** Arrows go through what stands in a panel, as they do in a menu. */
function step(event: KeyboardEvent, panel: HTMLElement): void {
  const by = stepBy(MENU_KEYS.step, event)
  if (by === null) return
  const stops = [...panel.querySelectorAll<HTMLElement>('input, button')].filter((stop) => stop.checkVisibility())
  const at = stops.indexOf(document.activeElement as HTMLElement)
  stops[Math.max(0, Math.min(at + by, stops.length - 1))]?.focus()
  event.preventDefault()
}

/** In a narrow list the chips show when their number is asked for; they come new with each load. */
function unfold(button: HTMLElement): void {
  const isOpen = formOf(tableOf(button)!).classList.toggle('is-unfolded')
  button.setAttribute('aria-expanded', String(isOpen))
}

export function start(): void {
  document.addEventListener('htmx:after:swap', ({ target }) => {
    const form = target instanceof Element ? target.closest('form.is-unfolded') : null
    form?.querySelector('[data-unfold]')?.setAttribute('aria-expanded', 'true')
  })
  on('click', '[data-filter-add]', (_event, button) => {
    const table = tableOf(button)
    if (table) fieldMenu(table, button)
  })
  on('click', '[data-filter-open]', (_event, button) => openFilter(button))
  on('click', '[data-filter-chip] [data-part]', (_event, button) => openPart(button))
  on('click', '[data-unfold]', (_event, button) => unfold(button))
  on('keydown', '.rt-panel', step)
  on('keydown', '[data-filter-chip]', (event, chip) => {
    if (!isKey(LIST_KEYS.unfilter, event)) return
    chip.querySelector<HTMLElement>('[data-chip]')?.click()
    event.preventDefault()
  })
}
