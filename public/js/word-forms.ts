/** Whether two Dutch words are one: singular or plural, and small. */

/** What may stand behind the stem. */
const ENDINGS = ['', 'e', 's', "'s", 'n', 'en', 'je', 'jes', 'tje', 'tjes', 'pje', 'pjes', 'etje', 'etjes']
/** Shorter stems say nothing. */
const SHORTEST = 3

/** As the sound of it is written: 'lokaal' and 'lokal', 'prijs' and 'prijz', 'les' and 'less' are one. */
const sounded = (stem: string) =>
  stem
    .replace(/([a-z])\1/g, '$1')
    .replace(/v$/, 'f')
    .replace(/z$/, 's')

function stemsOf(word: string): string[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return ENDINGS.filter((ending) => plain.endsWith(ending))
    .map((ending) => sounded(plain.slice(0, plain.length - ending.length)))
    .filter((stem) => stem.length >= SHORTEST)
}

export function isSameWord(one: string, other: string): boolean {
  const stems = stemsOf(one)
  return stemsOf(other).some((stem) => stems.includes(stem))
}
