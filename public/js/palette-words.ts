/** The words for what a page offers, and places that stand on no page: asked once, when the palette opens first. */
import type { PaletteAnswer } from '../../src/platform/search/search.contract.ts'
import type { Command } from './commands.ts'
import { sheetIcon } from './lib/icons.ts'
import { fetchJson, isFailure } from './lib/request.ts'

let known: PaletteAnswer = { words: {}, places: [] }
let asked: Promise<void> | null = null

/** Without an answer the palette finds less; the next time that it opens it asks again. */
async function ask(): Promise<void> {
  try {
    known = await fetchJson<PaletteAnswer>('/ajax/palette', { failText: '' })
  } catch (error) {
    asked = null
    if (!isFailure(error)) throw error
  }
}

/** Settles once it is known, or cannot be. */
export const askWords = (): Promise<void> => (asked ??= ask())

/** With the other words that they are found by. */
export const worded = (commands: Command[]): Command[] =>
  commands.map((command) => ({
    ...command,
    synonyms: `${command.synonyms} ${known.words[command.href ?? ''] ?? ''}`,
  }))

export interface PlaceText {
  label: string
  text: string
  icon: string
  href: string
}

/** What stands in those places, each text by itself. */
export const placeTexts = (): PlaceText[] =>
  known.places.flatMap(({ label, icon, href, texts }) =>
    texts.map((text) => ({ label, icon, text, href: `${href}&find=${encodeURIComponent(text)}` })),
  )

/** Places that no entry of the menu leads to. */
export const placeCommands = (): Command[] =>
  known.places.map(({ label, icon, href, words }) => ({
    label,
    synonyms: words,
    drawing: sheetIcon(icon),
    keys: [],
    href,
    run: () => location.assign(href),
  }))
