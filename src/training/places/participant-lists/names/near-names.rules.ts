import { displayName, nameKey, normaliseName } from './name-identity.rules.ts'
import { type PersonName } from '../types.ts'

type Name = Omit<PersonName, 'initials'> & { initials?: string | null }

/**
 * Two different names that may well be one person's when the birth date agrees: another or no particle, first and last
 * name exchanged, an initial or half of a double first name, or one letter wrong. Reason to ask, never to match.
 */
export function nearlySameName(a: Name, b: Name): boolean {
  return sameWithoutParticle(a, b) || exchanged(a, b) || shortened(a, b) || oneLetterOff(nameKey(a), nameKey(b))
}

function sameWithoutParticle(a: Name, b: Name): boolean {
  return nameKey({ ...a, last_name_prefix: '' }) === nameKey({ ...b, last_name_prefix: '' })
}

function exchanged(a: Name, b: Name): boolean {
  const words = (name: Name) =>
    displayName(name)
      .split(/[\s-]+/)
      .map(normaliseName)
      .filter(Boolean)
      .sort()
      .join(' ')
  return words(a) === words(b)
}

function shortened(a: Name, b: Name): boolean {
  if (normaliseName(a.last_name) !== normaliseName(b.last_name)) return false
  const [short, long] = [given(a), given(b)].sort((x, y) => x.text.length - y.text.length) as [Given, Given]
  return (
    short.text !== '' &&
    (short.initials ? long.text[0] === short.text[0] : short.text.length > 2 && long.text.startsWith(short.text))
  )
}

interface Given {
  text: string
  initials: boolean
}

function given(name: Name): Given {
  const initials = name.first_name === ''
  return { initials, text: normaliseName(initials ? (name.initials ?? '') : name.first_name) }
}

/** One letter replaced, added or left out; too much to say about a short name. */
function oneLetterOff(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 7 || Math.abs(a.length - b.length) > 1 || a === b) return false
  let start = 0
  while (a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return Math.max(a.length, b.length) - start - end <= 1
}
