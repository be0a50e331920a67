/** Which letters our font lacks: asked before something is printed or issued, and never drawn as boxes. */
import { Unconfirmed } from '../errors.ts'
import { optionalText } from '../forms/fields.ts'
import { drawnLetters } from './drawn-letters.ts'

/** Whose document says what. */
export interface Said {
  name: string
  texts: unknown
}

/** All texts of what is put on paper, however it is made up. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value !== null && typeof value === 'object' ? Object.values(value).map(textsOf).join(' ') : ''
}

const GRAPHEMES = new Intl.Segmenter('nl', { granularity: 'grapheme' })

/** The letters of a text that cannot be drawn, each once: the font has Latin, Greek and Cyrillic. */
export const unprintableIn = (texts: unknown): string[] => {
  const text = textsOf(texts)
  return drawnLetters(text) === text
    ? []
    : [
        ...new Set(
          Array.from(GRAPHEMES.segment(text), ({ segment }) => segment).filter((one) => drawnLetters(one) !== one),
        ),
      ]
}

const MOST = 5

const unprintable = (said: readonly Said[]) =>
  said.flatMap(({ name, texts }) => {
    const letters = unprintableIn(texts)
    return letters.length === 0 ? [] : [{ name, letters }]
  })

function told(found: readonly { name: string; letters: string[] }[]): string | null {
  if (found.length === 0) return null
  const listed = found.slice(0, MOST).map(({ name, letters }) => `${letters.slice(0, 20).join(' ')} (${name})`)
  const more = found.length > MOST ? ` en nog ${found.length - MOST}` : ''
  return `Dit kan niet gedrukt worden: ${listed.join(', ')}${more}. Er komen vraagtekens in plaats van deze letters.`
}

/** Whose letters cannot be printed, in a sentence; null where all can. */
export const unprintableText = (said: readonly Said[]): string | null => told(unprintable(said))

/** In the form of whatever issues: the letters that its sender saw. */
export const lettersSeen = { letters_seen: optionalText(2000) }

/**
 * Lets nothing be issued with letters that cannot be printed before its sender saw which.
 * @param seen the letters that the sender saw, as the form has them in `letters_seen`
 * @throws Unconfirmed (409)
 */
export function refuseUnprintable(said: readonly Said[], { seen, go }: { seen: string; go: string }): void {
  const found = unprintable(said)
  const letters = [...new Set(found.flatMap((one) => one.letters))]
  const text = told(found)
  if (text === null || letters.every((letter) => seen.includes(letter))) return
  throw new Unconfirmed({ text, links: [], go, field: 'letters_seen', value: letters.join('').slice(0, 2000) })
}
