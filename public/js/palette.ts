/** Ctrl+K: one field for pages, actions, recent records and everything that the search finds; all by keyboard. */
import { PALETTE_KEYS, directionOf, isKey } from './key-lists.ts'
import { commandsOf } from './commands.ts'
import type { SearchAnswer } from '../../src/platform/search/search.contract.ts'
import { el } from './lib/dom.ts'
import { icon } from './lib/icons.ts'
import { fetchJson, isAbort, withParams } from './lib/request.ts'
import { closePopup } from './popup/open.ts'
import { layerId, showLayer, topPopup } from './popup/layers.ts'
import { type PaletteGroup, type PaletteLine, commandLines, hitLines, recentLines, textLines } from './palette-lines.ts'
import { askWords, placeCommands, placeTexts, worded } from './palette-words.ts'
import { recordCommands, tabCommands } from './record-commands.ts'
import { SEARCH_AFTER_MS } from './search.ts'
import { typesOf } from './search-hits.ts'
import { SINGLE_KEYS } from './shortcuts.ts'

const NOTHING = 'Geen resultaten gevonden'

/** What is known for the text in the field. */
interface Found {
  text: string
  answers: SearchAnswer[]
}

interface Palette {
  popup: HTMLDialogElement
  input: HTMLInputElement
  list: HTMLElement
  status: HTMLElement
  /** The popup that it was opened over. */
  record: HTMLDialogElement | null
  found: Found | null
  lines: Map<HTMLElement, PaletteLine>
  running: AbortController | null
  timer: ReturnType<typeof setTimeout> | undefined
}

function build(): Pick<Palette, 'popup' | 'input' | 'list' | 'status'> {
  const id = layerId()
  const input = el('input', {
    type: 'text',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': `${id}-list`,
    'aria-autocomplete': 'list',
    'aria-label': 'Zoek of typ een opdracht',
    placeholder: 'Zoek of typ een opdracht',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 200,
    autofocus: true,
  })
  const list = el('div', { class: 'palette-list', id: `${id}-list`, role: 'listbox', 'aria-label': 'Resultaten' })
  const status = el('div', { class: 'sr-only', role: 'status' })
  const close = el('button', {
    class: 'palette-close',
    type: 'button',
    'data-popup-close': true,
    'aria-label': 'Sluiten (Esc)',
  })
  close.append(el('kbd', {}, 'Esc'), icon('close'))
  const hint = (does: string, ...keys: string[]) =>
    el('span', { class: 'keys' }, ...keys.flatMap((key) => [el('kbd', {}, key), ' ']), does)
  const sheet = el(
    'button',
    { class: 'linklike keys push', type: 'button', 'data-sheet': true },
    el('kbd', {}, '?'),
    ' alle sneltoetsen',
  )
  const popup = el(
    'dialog',
    { class: 'popup palette', 'aria-label': 'Zoeken en opdrachten', 'data-palette-open': true },
    el('div', { class: 'palette-input' }, icon('search'), input, close),
    list,
    status,
    el(
      'div',
      { class: 'palette-foot' },
      hint('kiezen', '↑', '↓'),
      hint('openen', 'Enter'),
      hint('in een tabblad', 'Ctrl', 'Enter'),
      sheet,
    ),
  )
  return { popup, input, list, status }
}

/** What there is to choose from, in groups. */
function groupsOf({ input, record, found }: Palette): PaletteGroup[] {
  const query = input.value.trim()
  const single = SINGLE_KEYS.filter(({ command }) => command).map(({ key, label, run }) => ({
    label,
    synonyms: '',
    keys: [key],
    drawing: icon('keyboard'),
    href: null,
    run: () => void run(),
  }))
  const actions = [...recordCommands(record), ...worded(commandsOf('c'))]
  const others = query === '' ? [] : [...tabCommands(record), ...worded(commandsOf()), ...single]
  const places = [...worded(commandsOf('g')), ...(query === '' ? [] : placeCommands())]
  const pages = { title: 'Ga naar', lines: commandLines(places, query) }
  const rest = [
    { title: 'Acties', lines: commandLines([...actions, ...others], query) },
    { title: 'Recent', lines: recentLines(query) },
  ]
  // Who types all of a page's name wants to go there.
  const isPage = places.some(({ label }) => label.toLowerCase() === query.toLowerCase())
  const local = isPage ? [pages, ...rest] : [...rest, pages]
  const types = typesOf(document.querySelector<HTMLElement>('[data-search]')!)
  const settings = { title: 'Instellingen', lines: textLines(placeTexts(), query) }
  return [...local, ...(found?.text === query ? hitLines(types, found.answers, query) : []), settings]
}

function select(palette: Palette, line: HTMLElement | undefined): void {
  for (const other of palette.lines.keys()) other.setAttribute('aria-selected', String(other === line))
  if (line) {
    palette.input.setAttribute('aria-activedescendant', line.id)
    line.scrollIntoView({ block: 'nearest' })
  } else palette.input.removeAttribute('aria-activedescendant')
}

const selectedOf = ({ lines }: Palette) => [...lines.keys()].findIndex((line) => line.ariaSelected === 'true')

function tell({ lines, status, list }: Palette, isWaiting: boolean): void {
  const text = lines.size === 1 ? '1 resultaat' : `${lines.size} resultaten`
  status.textContent = lines.size > 0 ? text : isWaiting ? '' : NOTHING
  if (lines.size === 0 && !isWaiting) list.append(el('p', { class: 'gsearch-empty' }, NOTHING))
}

/** Draws what is known; what was chosen stays chosen where it still stands in the same place. */
function draw(palette: Palette, { keep = false, isWaiting = false } = {}): void {
  const before = keep ? selectedOf(palette) : 0
  const { list, lines } = palette
  lines.clear()
  list.replaceChildren()
  const seen = new Set<string>()
  for (const { title, lines: some } of groupsOf(palette)) {
    const fresh = some.filter(({ href }) => href === null || !seen.has(href))
    if (fresh.length === 0) continue
    const group = el(
      'div',
      { role: 'group', 'aria-label': title },
      el('div', { class: 'gsearch-group', 'aria-hidden': 'true' }, title),
    )
    for (const line of fresh) {
      if (line.href !== null) seen.add(line.href)
      const element = line.element(`${palette.popup.id || 'palette'}-${lines.size}`)
      lines.set(element, line)
      group.append(element)
    }
    list.append(group)
  }
  const last = palette.found?.answers.at(-1)
  if (last && palette.found?.text === palette.input.value.trim() && last.last_page > palette.found.answers.length)
    addMore(palette)
  list.setAttribute('aria-busy', String(isWaiting))
  tell(palette, isWaiting)
  select(palette, [...lines.keys()][Math.max(before, 0)])
}

/** The next page of what the search found, as a line that is chosen like the others (P-067). */
function addMore(palette: Palette): void {
  const element = el(
    'div',
    {
      class: 'gsearch-item palette-more',
      role: 'option',
      id: 'palette-more',
      'aria-selected': 'false',
      'data-hit-line': true,
    },
    'Meer laden',
  )
  palette.list.append(element)
  const run = () => void search(palette, palette.found!.answers.length + 1)
  palette.lines.set(element, { href: null, stays: true, element: () => element, run })
}

async function search(palette: Palette, page: number): Promise<void> {
  const text = palette.input.value.trim()
  palette.running?.abort()
  if (text === '') return
  const controller = (palette.running = new AbortController())
  try {
    const params = { query: text, ...(page > 1 ? { page: String(page) } : {}) }
    const answer = await fetchJson<SearchAnswer>(withParams('/ajax/superSearch', params), { signal: controller.signal })
    if (palette.running !== controller) return
    palette.found = { text, answers: page > 1 ? [...palette.found!.answers, answer] : [answer] }
    draw(palette, { keep: true })
  } catch (error) {
    if (!isAbort(error)) draw(palette)
  }
}

async function choose(palette: Palette, line: PaletteLine | undefined, inTab: boolean): Promise<void> {
  if (!line) return
  if (line.stays) return line.run()
  if (inTab && line.href !== null) return void window.open(line.href, '_blank', 'noopener')
  await closePopup(palette.popup, { ask: false })
  line.run()
}

/** So many lines further at once. */
const PAGE = 8

function pressed(palette: Palette, event: KeyboardEvent): void {
  const all = [...palette.lines.keys()]
  const at = selectedOf(palette)
  const isPage = isKey(PALETTE_KEYS.page, event)
  if ((isPage || isKey(PALETTE_KEYS.step, event)) && all.length > 0) {
    const to = at + (isPage ? PAGE * directionOf(PALETTE_KEYS.page, event) : directionOf(PALETTE_KEYS.step, event))
    select(palette, all.at(isPage ? Math.max(0, Math.min(to, all.length - 1)) : to % all.length))
  } else if (isKey(PALETTE_KEYS.open, event))
    void choose(palette, palette.lines.get(all[at]!), event.ctrlKey || event.metaKey)
  else return
  event.preventDefault()
}

function listen(palette: Palette): void {
  const { popup, input, list } = palette
  input.addEventListener('input', () => {
    clearTimeout(palette.timer)
    palette.running?.abort()
    const isAsked = input.value.trim() !== ''
    draw(palette, { isWaiting: isAsked })
    if (isAsked) palette.timer = setTimeout(() => void search(palette, 1), SEARCH_AFTER_MS)
  })
  input.addEventListener('keydown', (event) => pressed(palette, event))
  list.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="option"]') : null
    if (!element || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    void choose(palette, palette.lines.get(element), event.ctrlKey || event.metaKey)
  })
  popup.addEventListener('popup:closing', () => {
    clearTimeout(palette.timer)
    palette.running?.abort()
  })
  popup.querySelector('[data-sheet]')?.addEventListener('click', () => {
    const sheet = SINGLE_KEYS.find(({ key }) => key === '?')
    void closePopup(popup, { ask: false }).then(() => sheet?.run())
  })
}

/** @param typed what was typed while this code was on its way */
export function openPalette(typed = ''): void {
  const record = topPopup()
  const palette: Palette = { ...build(), record, found: null, lines: new Map(), running: null, timer: undefined }
  listen(palette)
  showLayer(palette.popup)
  draw(palette)
  void askWords().then(() => {
    if (palette.popup.open && palette.input.value.trim() !== '')
      draw(palette, { keep: true, isWaiting: palette.list.getAttribute('aria-busy') === 'true' })
  })
  if (typed === '') return
  palette.input.value = typed
  palette.input.dispatchEvent(new Event('input'))
}
