import { isPhoneCell } from '../columns/cells.rules.ts'
import { BIRTH_LABEL, DATE_IN_TEXT, looksLikeDate } from '../columns/dates.rules.ts'
import { parseEmail } from '../columns/emails.rules.ts'
import { isCommonFirstName } from '../names/first-names.rules.ts'
import { isInitials, isSmallInitials, nameWords, splitFullName } from '../names/names.rules.ts'
import { detachParticles, isParticle } from '../names/particles.rules.ts'
import { isAboutTheList } from './skipping.rules.ts'
import { withoutTitles } from '../names/titles.rules.ts'

/** The parts of a line of a mail that is about one person, as they were written. */
export interface MailPerson {
  name: string
  birthDate: string
  phone: string
  email: string
  note: string
}

export interface MailLine {
  /** Null when no name stands on it, or more is said than a name and its data. */
  person: MailPerson | null
  /** Begins with a bullet or a number. */
  bullet: boolean
  /** Holds a birth date, number or address. */
  data: boolean
  /** The name is not told apart from the data by a comma, as it would be in a table. */
  mixed: boolean
  /** A title, initials or a common first name: a person also where nothing else is told. */
  sure: boolean
  /** Written as people are listed: with a bullet, a title or birth dates. Unread, it is told. */
  listed: boolean
}

const NOBODY = { person: null, data: false, mixed: false, sure: false }
const BULLET = /^(?:\(?\d{1,3}\s*[.)](?!\d)\s*|\(?[a-z]\)\s*|[-–—•*·●▪◦‣→+]\s*(?=\p{L})|[-–—•*·●▪◦‣→+o]\s+)/u
const LONGEST_LINE = 300

const EMAIL = /<?[^\s<>,;()]+@[^\s<>,;()]+\.[^\s<>,;()]+>?/g
const PHONE = /(?<!\d)(?:\+|\(?0|6[\s-]?\d)[\d\s().\-/]{6,}\d/g
const LABEL = new RegExp(
  `\\b(?:${BIRTH_LABEL}|e-?mail(?:adres)?|mail|tel(?:efoon)?(?:nummer|nr)?|mob(?:iel)?|gsm|nummer)\\b\\.?\\s*:?\\s*(?=\\u0001)`,
  'gi',
)

/** Takes a line of a mail apart. What was taken out is marked, so that its place between the words stays known. */
export function readMailLine(line: string): MailLine {
  const bullet = BULLET.test(line)
  if (line.length > LONGEST_LINE) return { ...NOBODY, bullet, listed: bullet }
  const found: Record<'email' | 'date' | 'phone', string[]> = { email: [], date: [], phone: [] }
  const taken = (kind: keyof typeof found, holds: (text: string) => boolean) => (text: string) => {
    if (!holds(text)) return text
    found[kind].push(text.replace(/[<>]/g, '').trim())
    return '\u0001'
  }
  const rest = line
    .replace(BULLET, '')
    .replace(
      EMAIL,
      taken('email', (text) => parseEmail(text).email !== null),
    )
    .replace(DATE_IN_TEXT, taken('date', looksLikeDate))
    .replace(
      PHONE,
      taken('phone', (text) => isPhoneCell(text.trim())),
    )
    .replace(LABEL, '')
  const data = rest.includes('\u0001')
  const mixed = /\p{L}[^,;\t|]*\u0001/u.test(rest)
  const [name = '', ...others] = nameAndOthers(rest)
  const titled = rest !== withoutTitles(rest) || name !== withoutTitles(name)
  const listed = bullet || titled || found.date.length > 1
  // Two birth dates are two people, or one and the day of a course: not for us to tell apart.
  if (!isName(withoutTitles(name), titled) || found.date.length > 1) return { ...NOBODY, bullet, listed }
  const person = {
    name: withoutTitles(name),
    birthDate: found.date[0] ?? '',
    phone: found.phone.join(' / '),
    email: found.email.join(' '),
    note: others.join(', '),
  }
  return { person, bullet, data, mixed, sure: titled || isSurelyName(person.name), listed }
}

/** The pieces of what is left of a line, "Groot, Jan de" as one of them. */
function nameAndOthers(rest: string): string[] {
  const pieces = rest
    .split(/[,;|\t\u0001]|\s[-–]\s/)
    .map((piece) =>
      piece
        .replace(/\(\s*\)/g, ' ')
        .replace(/^[\s().:–-]+|[\s(:–-]+$/g, '')
        .trim(),
    )
    .map((piece) => (piece.includes('(') ? piece : piece.replace(/\)+$/, '')))
    .filter(Boolean)
  const [first = '', second, ...others] = pieces
  if (second === undefined || !isFamilyAlone(first)) return pieces
  const together = isCommonFirstName(first) ? `${first} ${second}` : `${first}, ${second}`
  return [together, ...others]
}

/** One word, particles not counted: "Groot", "van den Berg". */
function isFamilyAlone(text: string): boolean {
  return nameWords(text).filter((word) => !isParticle(word)).length <= 1
}

/** What mails call people to do, and what stands before a number that is not a person's. */
const NO_NAMES = new Set(
  'graag bel bellen mail mailen contact contactpersoon via vraag vragen info kantoor receptie afdeling telefoon telefonisch mobiel adres komt kan heeft wil moet'.split(
    ' ',
  ),
)

/**
 * First and last name, or a title and a last name, each word as names are written: a sentence has other words, a heading or
 * place has no first name.
 */
function isName(text: string, titled: boolean): boolean {
  if (text.length > 80 || isAboutTheList(text) || !/^[\p{L}\p{M}'’`.,() ?-]+$/u.test(text)) return false
  const words = detachParticles(text)
    .split(/[\s,]+/)
    .filter(Boolean)
  if (words.some((word) => NO_NAMES.has(word.toLowerCase()))) return false
  const fewest = titled ? 1 : 2
  const written = (word: string) => isParticle(word) || isInitials(word) || /^[("'’]?\p{Lu}/u.test(word)
  // "jan de groot", as people write in haste.
  const informal =
    text === text.toLowerCase() &&
    (titled || isCommonFirstName(words[0]!) || isSmallInitials(words[0]!)) &&
    [fewest, 2].includes(words.filter((word) => !isParticle(word)).length)
  if (words.length < fewest || words.length > 7 || !(informal || words.every(written))) return false
  const { first_name, initials, last_name } = splitFullName(text)
  return last_name !== '' && (titled || first_name !== '' || initials !== null)
}

function isSurelyName(text: string): boolean {
  const { first_name, initials } = splitFullName(text)
  return initials !== null || isCommonFirstName(first_name.split(' ')[0]!)
}
