/** What the global search finds, and how a line of it is drawn: by the search bar and the palette alike. */
import type { SearchResult } from '../../src/platform/search/search.contract.ts'
import { el } from './lib/dom.ts'
import { sheetIcon } from './lib/icons.ts'
import { matchesIn } from './search-text.ts'

/** The types that the viewer may find, as the page tells them. */
export type Types = Record<string, { label: string; icon: string; open: string }>

export const typesOf = (root: HTMLElement): Types => JSON.parse(root.dataset.types ?? '{}') as Types

export const addressOf = ({ open }: Types[string], { searchable_id }: SearchResult): string =>
  open.replace('{id}', String(searchable_id))

/** The text with what fits the search in <mark>. */
export function markMatches(text: string, query: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  let at = 0
  for (const [start, end] of matchesIn(text, query)) {
    fragment.append(text.slice(at, start), el('mark', {}, text.slice(start, end)))
    at = end
  }
  fragment.append(text.slice(at))
  return fragment
}

function statusPill({ label, css }: NonNullable<SearchResult['status']>): HTMLElement {
  const isOwn = css.startsWith('#')
  const pill = el('span', { class: isOwn ? 'status' : `status ${css}` }, label)
  if (isOwn) pill.style.setProperty('--hue', css)
  return pill
}

interface Line {
  id: string
  url: string | null
  drawing: Node | null
  name: Node | string
  /** Behind the name. */
  detail?: Node | string
  /** At the end of the line: what tells it apart from its neighbours. */
  beside?: Node | string
  status?: SearchResult['status'] | undefined
}

export function drawLine({ id, url, drawing, name, detail = '', beside = '', status }: Line): HTMLElement {
  return el(
    'a',
    {
      class: 'gsearch-item',
      id,
      href: url,
      role: 'option',
      'aria-selected': 'false',
      tabindex: -1,
      'data-search-hit': true,
    },
    el('span', { class: 'gsearch-ic' }, drawing),
    el('span', { class: 'trunc' }, el('span', { class: 'what' }, name), ' ', el('span', { class: 'faint' }, detail)),
    el('span', { class: 'beside' }, beside, status ? statusPill(status) : null),
  )
}

/** The line of a hit: what stands in the field that was found follows its name, unless the name says it. */
export const drawHit = (
  type: Types[string],
  hit: SearchResult,
  { id, query }: { id: string; query: string },
): HTMLElement =>
  drawLine({
    id,
    url: addressOf(type, hit),
    drawing: sheetIcon(type.icon),
    name: markMatches(hit.name, query),
    detail: [hit.name, hit.beside].some((text) => text.includes(hit.value)) ? '' : markMatches(hit.value, query),
    beside: hit.beside,
    status: hit.status,
  })
