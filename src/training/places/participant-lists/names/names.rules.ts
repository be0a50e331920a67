import { isCommonFirstName } from './first-names.rules.ts'
import { type PersonName } from '../types.ts'
import {
  detachParticles,
  beginsFamilyName,
  isLeadingParticle,
  isParticle,
  isParticles,
  isStrongParticle,
  tidyParticles,
} from './particles.rules.ts'
import { isTitle, takeNobility, withoutTitles } from './titles.rules.ts'

export type NameOrder = 'first-last' | 'last-first'

export interface SplitName extends PersonName {
  /** What stood between brackets or quotation marks: a call name, or a name before marriage. */
  aside: string | null
  /** True when the division into first and last names is a guess that someone should look at. */
  guessed: boolean
}

const DEGREES = /,?\s+(?:msc|bsc|mba|phd|rn|llm)\.?$/i
const NUMBERING = /^(?:\d{1,4}\s*[.)]\s+|[-–—•*·]\s*(?=\p{L}))/u
const ASIDE = /\s*[("“](\p{L}[\p{L}' .-]*)[)"”]\s*/u

/** Longer cells are stories; they are not taken apart. */
export const LONGEST_NAME = 120

/**
 * Splits one name cell. Understands "Anna de Vries", "Vries, Anna de", "Vries, de, Anna", "de Vries, A.", "Vries Anna de",
 * "de Vries Anna", "A.B. de Vries", "J. (Hans) Jansen", "JANSEN Piet" and a last name alone.
 * @param order how to take a name of which the writing says nothing ("Jansen Piet" or "Piet Jansen").
 */
export function splitFullName(text: string, order: NameOrder = 'first-last'): SplitName {
  if (text.length > LONGEST_NAME) return { ...divide([], [], [text.trim()]), aside: null }
  const { name, aside } = takeAside(withoutTitles(text.replace(NUMBERING, '')).replace(DEGREES, ''))
  const { untitled, nobility } = takeNobility(detachParticles(name))
  const pieces = untitled
    .split(',')
    .map((piece) => withoutTitles(piece.trim()))
    .filter((piece) => piece !== '' && !isTitle(piece))
  const split = pieces.length > 1 ? splitAtComma(pieces) : splitWords(nameWords(pieces[0] ?? ''), order)
  // "J. (Hans) Jansen": the call name is the only first name there is.
  return split.first_name === '' && split.initials !== null && aside !== null
    ? { ...split, first_name: aside, aside: null }
    : { ...split, aside: aside ?? nobility }
}

/** Takes what stands between brackets or quotation marks out of a name: "Johannes (Hans)". */
export function takeAside(text: string): { name: string; aside: string | null } {
  const aside = ASIDE.exec(text)?.[1]?.trim() ?? null
  return { name: text.replace(ASIDE, ' ').trim(), aside }
}

type Division = PersonName & { guessed: boolean }

function divide(given: string[], particles: string[], last: string[], guessed = false): Division {
  const { initials, first_name } = readGiven(given)
  return { initials, first_name, last_name_prefix: tidyParticles(particles), last_name: last.join(' '), guessed }
}

/** Before the comma the last name; behind it first names with particles at either end, or particles on their own. */
function splitAtComma(pieces: string[]): Division {
  const [family = '', ...behind] = pieces
  const last = splitLastName(family)
  const apart = behind.filter((piece) => isParticles(piece) && (behind.length > 1 || isLower(piece)))
  const { given, particles } = particlesAround(wordsOf(behind.filter((piece) => !apart.includes(piece)).join(' ')))
  return divide(given, wordsOf([...apart, ...particles, last.last_name_prefix].join(' ')), [last.last_name])
}

function splitWords(words: string[], order: NameOrder): Division {
  if (words.length <= 1) return divide([], [], words)
  const { given, particles } = particlesAround(words)
  if (given.length > 1 && particles.length > 0 && given[0] === words[0])
    return divide(given.slice(1), particles, given.slice(0, 1))
  const capitals = words.filter((word) => /^[\p{Lu}'-]{3,}$/u.test(word) && !isParticle(word))
  const shouted = capitals.length > 0 && words.some((word) => /\p{Ll}/u.test(word) && !isParticle(word)) ? capitals : []
  // With a capital too: it has one exactly where no first name or initial stands before it.
  const particleFirst = beginsFamilyName(words[0]!)
  const shoutedFirst = words.find((word) => !isParticle(word)) === shouted[0]
  const lastFirst = (shouted.length > 0 ? shoutedFirst : order === 'last-first') && !words[0]!.includes('.')
  if (!particleFirst && !lastFirst) return splitFirstLast(words)
  const split = splitLastFirst(words, shouted)
  const sure = lastFirst || isLower(words[0]!) || split.first_name === '' || isCommonFirstName(split.first_name)
  return { ...split, guessed: split.guessed || !sure }
}

function splitLastFirst(words: string[], shouted: string[]): Division {
  const name = words.findIndex((word) => !isParticle(word))
  const start = Math.max(0, name)
  let end = start + 1
  while (end < words.length - 1 && shouted.includes(words[end]!)) end++
  const { given, particles } = particlesAround(words.slice(end))
  return divide(given, [...particles, ...words.slice(0, start)], words.slice(start, end), given.length > 1)
}

function splitFirstLast(words: string[]): Division {
  const start = words.findIndex(
    (word, i) => i > 0 && isParticle(word) && words.slice(i).some((later) => !isParticle(later)),
  )
  if (start > 0) {
    const end = words.findIndex((word, i) => i > start && !isParticle(word))
    return divide(words.slice(0, start), words.slice(start, end), words.slice(end))
  }
  // "Al Bos" and "La Rose": a first name, or a particle that belongs to the last name.
  const doubt = isParticle(words[0]!) && !isCommonFirstName(words[0]!)
  let given = 1
  while (given < words.length - 1 && isGiven(words[given]!)) given++
  return divide(words.slice(0, given), [], words.slice(given), doubt || words.length - given > 1)
}

/** Takes particles off the end ("Anna de") or else the start ("van den Roos") of first names. */
function particlesAround(words: string[]): { given: string[]; particles: string[] } {
  const last = words.findLastIndex((word) => !isStrongParticle(word))
  if (last < words.length - 1) return { given: words.slice(0, last + 1), particles: words.slice(last + 1) }
  const first = words.findIndex((word) => !isStrongParticle(word))
  return { given: words.slice(Math.max(0, first)), particles: words.slice(0, Math.max(0, first)) }
}

/** Words of a name, a double name such as "Bakker-de Vries" or "Jansen - van den Berg" kept as one. */
export function nameWords(name: string): string[] {
  const words: string[] = []
  // "J.P.Jansen" and "Jansen - de Vries" need their spaces put right first.
  for (const word of wordsOf(name.replace(/^((?:\p{Lu}\.)+)(?=\p{L}{2})/u, '$1 ').replace(/ ?- /g, '-'))) {
    const previous = words.at(-1)
    if (previous?.includes('-') && isParticle(previous.split(/[- ]/).at(-1)!))
      words[words.length - 1] = `${previous} ${word}`
    else words.push(word)
  }
  return words
}

/** Splits a last name cell: "van den Berg", "Berg, van den", "Berg (van den)", "Berg van den". */
export function splitLastName(cell: string): Pick<PersonName, 'last_name_prefix' | 'last_name'> {
  const words = wordsOf(detachParticles(cell).replace(/[(),]/g, ' '))
  const last = words.findLastIndex((word) => !(isStrongParticle(word) && isLower(word)))
  if (last >= 0 && last < words.length - 1)
    return { last_name_prefix: tidyParticles(words.slice(last + 1)), last_name: words.slice(0, last + 1).join(' ') }
  const first = words.findIndex((word, i) => !isLeadingParticle(word) || i === words.length - 1)
  return {
    last_name_prefix: tidyParticles(words.slice(0, Math.max(0, first))),
    last_name: words.slice(Math.max(0, first)).join(' '),
  }
}

/** First names, with initials in front of them apart: "J.P.", "J. P. Jan", "J P". */
export function readGiven(words: string[]): Pick<PersonName, 'initials' | 'first_name'> {
  const rest = words.findIndex((word) => !isInitials(word) && !isSmallInitials(word))
  const initials = rest === -1 ? words : words.slice(0, rest)
  return {
    initials: initials.length === 0 ? null : tidyInitials(initials.join('')),
    first_name: rest === -1 ? '' : words.slice(rest).join(' '),
  }
}

/** "J.", "J.P.", "J.-P.", "Th.J." or one capital letter. */
export function isInitials(word: string): boolean {
  return /^(?:\p{Lu}\p{Ll}?\.-?)+\p{Lu}?$|^\p{Lu}$/u.test(word)
}

/** "j." and "j.p.", as people write in haste. */
export function isSmallInitials(word: string): boolean {
  return /^(?:\p{Ll}\.-?)+$/u.test(word) && !isParticle(word)
}

const isGiven = (word: string): boolean => isInitials(word) || isSmallInitials(word) || isCommonFirstName(word)

/** "JP", "j.p" and "J. P." all become "J.P."; "Th.J." keeps its small letter. */
export function tidyInitials(text: string): string {
  const letters = text.replace(/\s/g, '')
  if (/^\p{L}{1,6}$/u.test(letters)) return Array.from(letters.toUpperCase(), (letter) => `${letter}.`).join('')
  const dotted = letters.replace(/(^|[.-])(\p{L})/gu, (_, mark: string, letter: string) => mark + letter.toUpperCase())
  return dotted.endsWith('.') ? dotted : `${dotted}.`
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function isLower(text: string): boolean {
  return text === text.toLowerCase()
}
