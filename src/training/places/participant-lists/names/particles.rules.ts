/**
 * Words that stand between first and last name, after table 36 (voorvoegsels) of the Dutch population register, taken
 * apart into single words: "van 't", "op den" and "in 't" are runs of them.
 */
const DUTCH =
  "van von vom zu zum zur de den der des het 't 's te ten ter op in aan bij onder over uit uijt voor tot toe v.d. v.d v/d vd vd. v. d."
/** Particles from elsewhere. */
const FOREIGN =
  "d' l' du da das do dos di del della dello dei degli dal dalla el al ben bin bint ibn abu ait aït la le les lo los las san 'd"

const DUTCH_SET = new Set(DUTCH.split(' '))
const ALL_SET = new Set(`${DUTCH} ${FOREIGN}`.split(' '))
/** Particles that are hardly ever anything else; "Ben", "Al" and "Do" are first names too. */
const STRONG_SET = new Set([...DUTCH_SET, "d'", "l'", 'du', 'dos', 'della', 'el'])

/** Particles that are first names too, or may well be: "Ben Bos", "Al Bos". Any other begins a last name. */
const GIVEN_TOO = new Set("al ben bin do la le lo san 'd".split(' '))

/** One spelling for the marks that stand for an apostrophe. */
export function straightQuotes(text: string): string {
  return text.replace(/[’‘`´ʼ]/g, "'")
}

/** "V." and "V.D." are initials, "v." and "v.d." are particles; otherwise capitals do not matter. */
function plain(word: string): string {
  return /^(?:\p{Lu}\.)+$/u.test(word) ? word : straightQuotes(word).toLowerCase()
}

/** Any particle, with or without a capital ("Van", "EL"). */
export function isParticle(word: string): boolean {
  return ALL_SET.has(plain(word))
}

export function isStrongParticle(word: string): boolean {
  return STRONG_SET.has(plain(word))
}

/** A particle that no first name is, whatever its capitals: what begins with it begins with the last name. */
export function beginsFamilyName(word: string): boolean {
  return isParticle(word) && !GIVEN_TOO.has(plain(word))
}

/** A particle that can begin a last name cell: any in lower case, a Dutch one also with a capital ("Van den Berg"). */
export function isLeadingParticle(word: string): boolean {
  return DUTCH_SET.has(plain(word)) || (isParticle(word) && word === word.toLowerCase())
}

/** A text of particles only, such as the value of a column for them. */
export function isParticles(text: string): boolean {
  const words = text.split(' ')
  return text !== '' && words.every(isParticle) && (words.some(isStrongParticle) || text === text.toLowerCase())
}

/** Dutch particles as they are stored, in lower case; foreign ones as the sender wrote them ("El", "Di"). */
export function tidyParticles(words: string[]): string {
  return words.map((word) => (DUTCH_SET.has(plain(word)) ? plain(word) : straightQuotes(word))).join(' ')
}

/** Separates what is written together: "d'Ancona" and "'tHart" become two words. */
export function detachParticles(name: string): string {
  return straightQuotes(name)
    .replace(/(?<=^|\s)(d'|l'|'t|'s|van't)(?=\p{L})/giu, '$1 ')
    .replace(/\bvan't\b/gi, "van 't")
}
