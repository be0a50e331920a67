import { nameWithAddress } from '../lines/address-lines.rules.ts'
import { isEmailCell, isPhoneCell, isPlaceholder } from './cells.rules.ts'
import { looksLikeDate, yearOf } from './dates.rules.ts'
import { parseEmail } from './emails.rules.ts'
import { isCommonFirstName, looksLikeFamilyName } from '../names/first-names.rules.ts'
import { normaliseName } from '../names/name-identity.rules.ts'
import { nameWords } from '../names/names.rules.ts'
import { isLeadingParticle, isParticles } from '../names/particles.rules.ts'

/** What the values of one column look like, as shares (0 to 1) of its filled cells. */
export interface ColumnContent {
  filled: number
  emails: number
  /** Addresses with a name before them. */
  addressed: number
  dates: number
  phones: number
  particles: number
  initials: number
  /** Text without digits that can be a name. */
  names: number
  /** Names of more than one word, particles not counted. */
  fullNames: number
  /** Names with a particle in front, of the whole or of its second half: a sign of last names. */
  withParticle: number
  /** Above 0 when the first words are mostly first names, below 0 when they are family names. */
  firstNames: number
  /** Middle year of the dates, 0 without dates. */
  medianYear: number
  /** Few values, often repeated: a department or "M"/"V", no names. */
  repeated: boolean
}

export function columnContent(cells: readonly string[]): ColumnContent {
  const values = cells.filter((cell) => !isPlaceholder(cell))
  const share = (test: (cell: string) => boolean) => values.filter(test).length / Math.max(1, values.length)
  // "O" is also a name: letters without points are initials only when there are several of them.
  const bareInitials = new Set(values.filter((cell) => /^(?:\p{Lu}{1,4}|\p{L})$/u.test(cell)))
  const years = values.filter(looksLikeDate).map(yearOf)
  return {
    filled: values.length,
    emails: share(isEmailCell),
    addressed: share((cell) => nameWithAddress(cell) !== null),
    dates: share(looksLikeDate),
    phones: share(isPhoneCell),
    particles: share(isParticles),
    initials: share(
      (cell) => /^(?:\p{L}\p{Ll}?\.[ -]?)+$/u.test(cell) || (bareInitials.size > 2 && bareInitials.has(cell)),
    ),
    names: share(looksLikeName),
    fullNames: share((cell) => looksLikeName(cell) && nameWordsOf(cell).length > 1),
    withParticle: share((cell) => looksLikeName(cell) && nameWords(cell).some(beginsWithParticle)),
    firstNames: share((cell) => isCommonFirstName(nameWordsOf(cell)[0] ?? '')) - share(looksLikeFamilyName),
    medianYear: years.sort((a, b) => a - b)[Math.floor(years.length / 2)] ?? 0,
    repeated: values.length > 9 && new Set(values).size <= values.length / 5,
  }
}

/** At most six words of letters; titles, sentences and labels ("Datum:") are not names. */
export function looksLikeName(cell: string): boolean {
  return cell.length <= 60 && /\p{L}|\?/u.test(cell) && !/[\d@:;!]/.test(cell) && cell.split(' ').length <= 7
}

/** "de Vries", and the second half of "Bakker-de Vries". */
function beginsWithParticle(word: string, index: number, words: string[]): boolean {
  return word.includes(' ') || (index === 0 && words.length > 1 && isLeadingParticle(word))
}

function nameWordsOf(cell: string): string[] {
  return nameWords(cell.replace(/,/g, ' ')).filter((word) => !isLeadingParticle(word))
}

/** Whether an address is built from these names: "j.devries@…" from Jan and de Vries. */
export function addressAgrees(email: string, first: string, last: string): boolean {
  const local = normaliseName((parseEmail(email).email ?? '').split('@')[0]!.replace(/\d/g, ''))
  const [given, family] = [normaliseName(first), normaliseName(last)]
  return given !== '' && family.length > 1 && local.startsWith(given[0]!) && local.endsWith(family) && local !== family
}
