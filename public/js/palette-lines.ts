/** The lines of the palette: commands, recent records and hits of the search, each with what it does. */
import type { Command } from './commands.ts'
import type { SearchAnswer } from '../../src/platform/search/search.contract.ts'
import { el } from './lib/dom.ts'
import { icon, sheetIcon } from './lib/icons.ts'
import type { PlaceText } from './palette-words.ts'
import { openPopup } from './popup/open.ts'
import { recentRecords } from './recent-records.ts'
import { type Types, addressOf, drawHit, drawLine, markMatches } from './search-hits.ts'
import { matchesIn } from './search-text.ts'
import { isSameWord } from './word-forms.ts'

export interface PaletteLine {
  /** Where it leads, when that may be opened in a tab of its own. */
  href: string | null
  run: () => void
  element: (id: string) => HTMLElement
  /** Choosing it leaves the palette open. */
  stays?: boolean
}

export interface PaletteGroup {
  title: string
  lines: PaletteLine[]
}

const MOST_RECENT = 5
const MOST_RECENT_ASKED = 3
const MOST_TEXTS = 5
/** Fewer signs are in everything. */
const LEAST_SIGNS = 3

/** Whether each word of the query occurs in the text. */
const fits = (text: string, query: string, isAlso: (text: string, word: string) => boolean = () => false) =>
  query.split(/\s+/).every((word) => word === '' || matchesIn(text, word).length > 0 || isAlso(text, word))

/** Another form of a word of the text: 'lokaal' of 'Lokalen'. Names have none. */
const hasForm = (text: string, word: string) => text.split(/[\s:,/]+/).some((one) => isSameWord(one, word))

const faces = (keys: string[]) =>
  el('span', { class: 'keys' }, ...keys.flatMap((key) => [el('kbd', {}, key.toUpperCase()), ' ']))

export const commandLines = (commands: Command[], query: string): PaletteLine[] =>
  commands
    .filter(({ label, synonyms }) => fits(`${label} ${synonyms}`, query, hasForm))
    .map(({ label, drawing, keys, href, run }) => ({
      href,
      run,
      element: (id) =>
        drawLine({
          id,
          url: href,
          drawing: drawing?.cloneNode(true) ?? icon('chevron'),
          name: markMatches(label, query),
          beside: keys.length > 0 ? faces(keys) : '',
        }),
    }))

export const recentLines = (query: string): PaletteLine[] =>
  recentRecords()
    .filter(({ title, subtitle }) => fits(`${title} ${subtitle}`, query))
    .slice(0, query === '' ? MOST_RECENT : MOST_RECENT_ASKED)
    .map(({ url, title, subtitle }) => ({
      href: url,
      run: () => void openPopup(url),
      element: (id) =>
        drawLine({
          id,
          url,
          drawing: icon('history'),
          name: markMatches(title, query),
          detail: markMatches(subtitle, query),
        }),
    }))

/** Settings by their labels, headings and hints, each with where it stands. */
export const textLines = (texts: PlaceText[], query: string): PaletteLine[] =>
  (query.length < LEAST_SIGNS ? [] : texts)
    .filter(({ text }) => fits(text, query))
    .slice(0, MOST_TEXTS)
    .map(({ label, text, icon: drawing, href }) => ({
      href,
      run: () => location.assign(href),
      element: (id) =>
        drawLine({ id, url: href, drawing: sheetIcon(drawing), name: markMatches(text, query), detail: label }),
    }))

/** The hits by type, in the order in which the types were found. */
export function hitLines(types: Types, answers: SearchAnswer[], query: string): PaletteGroup[] {
  const groups = new Map<string, PaletteGroup>()
  for (const hit of answers.flatMap(({ data }) => data)) {
    const type = types[hit.searchable_type]
    if (!type) continue
    let group = groups.get(hit.searchable_type)
    if (!group) groups.set(hit.searchable_type, (group = { title: type.label, lines: [] }))
    const url = addressOf(type, hit)
    group.lines.push({ href: url, run: () => void openPopup(url), element: (id) => drawHit(type, hit, { id, query }) })
  }
  return [...groups.values()]
}
