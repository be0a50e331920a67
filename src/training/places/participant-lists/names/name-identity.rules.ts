import { type PersonName } from '../types.ts'

/** Letters that do not fall apart into a plain letter and an accent. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * What two ways of writing one name have in common: no case, accents, spaces, hyphens or apostrophes, and ij as y.
 * A character that was lost on the way ("Y?ld?z", U+FFFD) stays as "?".
 */
export function normaliseName(name: string): string {
  return name
    .replace(/\uFFFD/g, '?')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter]!)
    .replace(/ij/g, 'y')
    .replace(/[^\p{L}\p{N}?]/gu, '')
}

type Name = Omit<PersonName, 'initials'> & { initials?: string | null }

/**
 * The name half of a person's identity. First, middle and last name run together, so it does not matter where a list or
 * a colleague drew the line between them; initials count only where there is no first name.
 */
export function nameKey(name: Name): string {
  return normaliseName(`${name.first_name || (name.initials ?? '')}${name.last_name_prefix}${name.last_name}`)
}

/** True when the name lost a character: "?" or U+FFFD in it, or pairs such as "Ã«" that no name has. */
export function isUnreadable(name: string): boolean {
  return /[?\uFFFD]|[ÃÂÅÄ][\u00A0-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u.test(name)
}

/** Whether two keys can be the same name when every "?" may stand for one character. False for two readable keys. */
export function mayBeSameName(a: string, b: string): boolean {
  if (a.length !== b.length || !(a + b).includes('?')) return false
  return Array.from(a).every((char, i) => char === b[i] || char === '?' || b[i] === '?')
}

/** "Anna de Vries", "Roos d'Ancona". */
export function displayName(name: Name): string {
  const words = [name.first_name || name.initials, name.last_name_prefix, name.last_name].filter(Boolean)
  return words.join(' ').replace(/(?<=\s[dl]') /i, '')
}

/** A name typed in capitals or in small letters only, as it is written ("VAN DIJK-BOS" gives "van Dijk-Bos"). */
export function recase(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|[\s'’-])(\p{L})/gu, (_, mark: string, letter: string) => mark + letter.toUpperCase())
    .replace(/\bIj/g, 'IJ')
}

/** True when the letters are all of one case, so that nothing is known about the right capitals. */
export function needsRecasing(name: Name): boolean {
  const letters = (name.first_name + name.last_name).replace(/[^\p{L}]/gu, '')
  const cased = letters.toUpperCase() !== letters.toLowerCase()
  if (letters === letters.toLowerCase()) return cased && letters.length > 1
  return cased && letters.length > 3 && letters === letters.toUpperCase()
}
