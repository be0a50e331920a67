import { wordsOf } from '../matching/conditions.ts'

/** Parts of a Dutch name that one may leave out in front of it. */
const PREFIX = /^((van|de|den|der|het|ter|ten|te|op|in|aan|bij|uit|onder|over|voor|la|le|du|von|'t|’t|t) )+/i

/** A name written without the prefix in front of it; of nothing but prefixes the whole. */
export function withoutPrefix(typed: string): string {
  return typed.replace(PREFIX, '') || typed
}

/** Longer than a name is typed with one mistake. */
const MOST_SWAPPED = 30

/** The text with each two neighbouring letters swapped: the one common mistake that leaves few trigrams whole. */
export function swaps(typed: string): string[] {
  if (typed.length < 4 || typed.length > MOST_SWAPPED) return []
  return Array.from(
    { length: typed.length - 1 },
    (_, i) => `${typed.slice(0, i)}${typed[i + 1]}${typed[i]}${typed.slice(i + 2)}`,
  ).filter((swapped) => swapped !== typed)
}

/** The words that tell something: without the prefixes of names, unless there is nothing else. */
export function tellingWords(typed: string): string[] {
  const words = wordsOf(typed)
  const telling = words.filter((word) => !PREFIX.test(`${word} `))
  return telling.length > 0 ? telling : words
}
