/** The global search in the top bar: grouped results, more of them on demand, all by keyboard (P-064 … P-067). */
import { MENU_KEYS, stepBy } from './key-lists.ts'
import type { SearchAnswer } from '../../src/platform/search/search.contract.ts'
import { el, on } from './lib/dom.ts'
import { icon } from './lib/icons.ts'
import { fetchJson, isAbort, withParams } from './lib/request.ts'
import { openPopup } from './popup/open.ts'
import { type Recent, recentRecords } from './recent-records.ts'
import { drawHit, drawLine, typesOf } from './search-hits.ts'

/** Typing rests this long before the server is asked (P-253). */
export const SEARCH_AFTER_MS = 500

let timer: ReturnType<typeof setTimeout> | undefined
let running: AbortController | null = null
let page = 1

const root = () => document.querySelector<HTMLElement>('[data-search]')
const input = () => root()!.querySelector('input')!
const drop = () => root()!.querySelector<HTMLElement>('[data-search-drop]')!
const list = () => root()!.querySelector<HTMLElement>('[data-search-list]')!
const more = () => root()!.querySelector<HTMLElement>('[data-search-more]')!
const options = () => [...list().querySelectorAll<HTMLElement>('[role="option"]')]

function setOpen(open: boolean): void {
  drop().hidden = !open
  root()!.classList.toggle('is-open', open)
  input().setAttribute('aria-expanded', String(open))
  if (!open) select(null)
}

function select(option: HTMLElement | null): void {
  for (const other of options()) other.setAttribute('aria-selected', String(other === option))
  if (option) {
    input().setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  } else input().removeAttribute('aria-activedescendant')
}

const nextId = () => `gs-${options().length}`

/** Results stand together by type; a next page adds to the groups that are there. */
function groupFor(type: string, label: string): HTMLElement {
  const found = list().querySelector<HTMLElement>(`[data-group="${CSS.escape(type)}"]`)
  if (found) return found
  const group = el(
    'div',
    { role: 'group', 'aria-label': label, 'data-group': type },
    el('div', { class: 'gsearch-group', 'aria-hidden': 'true' }, label),
  )
  list().append(group)
  return group
}

function draw({ data, last_page }: SearchAnswer, text: string): void {
  const types = typesOf(root()!)
  if (page === 1) list().replaceChildren()
  for (const hit of data) {
    const type = types[hit.searchable_type]
    if (type) groupFor(hit.searchable_type, type.label).append(drawHit(type, hit, { id: nextId(), query: text }))
  }
  if (options().length === 0)
    list().replaceChildren(el('p', { class: 'gsearch-empty', role: 'status' }, 'Geen resultaten gevonden'))
  more().hidden = last_page <= page
  setOpen(true)
}

function drawRecent(records: Recent[]): void {
  running?.abort()
  more().hidden = true
  list().replaceChildren()
  const group = groupFor('recent', 'Recent geopend')
  for (const { url, title, subtitle } of records)
    group.append(drawLine({ id: nextId(), url, drawing: icon('history'), name: title, detail: subtitle }))
  setOpen(records.length > 0)
}

async function search(next: number): Promise<void> {
  const text = input().value.trim()
  running?.abort()
  if (text === '') return drawRecent(recentRecords())
  const controller = new AbortController()
  running = controller
  page = next
  try {
    const params = { query: text, ...(page > 1 ? { page: String(page) } : {}) }
    const answer = await fetchJson<SearchAnswer>(withParams('/ajax/superSearch', params), { signal: controller.signal })
    if (running === controller) draw(answer, text)
  } catch (error) {
    if (!isAbort(error)) setOpen(false)
  }
}

function open(hit: HTMLElement): void {
  setOpen(false)
  const url = hit.getAttribute('href')
  if (url) void openPopup(url, { opener: input() })
}

function pressed(event: KeyboardEvent): void {
  const all = options()
  const at = all.findIndex((hit) => hit.getAttribute('aria-selected') === 'true')
  const by = stepBy(MENU_KEYS.step, event)
  const to = by === -1 && at <= 0 ? all.length - 1 : at + (by ?? 0)
  if (by !== null && all.length > 0) select(all[to % all.length] ?? null)
  else if (event.key === 'Enter') {
    const hit = all[Math.max(at, 0)]
    if (hit && !drop().hidden) open(hit)
  } else if (event.key === 'Escape' && !drop().hidden) setOpen(false)
  else return
  event.preventDefault()
}

export function focusSearch(): void {
  if (root()) input().select()
}

export function startSearch(): void {
  if (!root()) return
  input().addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void search(1), input().value.trim() === '' ? 0 : SEARCH_AFTER_MS)
  })
  input().addEventListener('focus', () => {
    if (input().value.trim() === '') drawRecent(recentRecords())
    else if (options().length > 0) setOpen(true)
  })
  input().addEventListener('keydown', pressed)
  more().addEventListener('click', () => void search(page + 1))
  on('click', '[data-search-hit]', (event, hit) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(hit)
  })
  const closeOutside = (place: EventTarget | null) => {
    if (place instanceof Node && !root()!.contains(place)) setOpen(false)
  }
  document.addEventListener('pointerdown', ({ target }) => closeOutside(target))
  // The keyboard went on to something else.
  root()!.addEventListener('focusout', ({ relatedTarget }) => closeOutside(relatedTarget))
}
