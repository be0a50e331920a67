import { isPhoneCell } from './cells.rules.ts'
import { looksLikeDate } from './dates.rules.ts'
import { parseEmail } from './emails.rules.ts'
import { isCommonFirstName } from './first-names.rules.ts'
import { isInitials, nameWords, splitFullName } from './names.rules.ts'
import { detachParticles, isParticle } from './particles.rules.ts'
import { isAboutTheList } from './skipping.rules.ts'

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
}

const NOBODY = { person: null, data: false, mixed: false }
const BULLET = /^(?:\d{1,3}\s*[.)]|[-–•*·o])\s+/
const LONGEST_LINE = 300

const EMAIL = /<?[^\s<>,;()]+@[^\s<>,;()]+\.[^\s<>,;()]+>?/g
const DATE =
  /(?<![\d-]|\d[./])(?:\d{1,2}[-/.]\d{1,2}[-/.]['’]?(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|\d{1,2} (?:jan|feb|maart|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)[a-z]*\.? \d{4})(?![\d-]|[./]\d)/gi
const PHONE = /(?<!\d)(?:\+|\(?0|6[\s-]?\d)[\d\s().\-/]{6,}\d/g
const LABEL =
  /\b(?:geb(?:oren|oortedatum|\.?datum|\.)?(?: op)?|e-?mail(?:adres)?|mail|tel(?:efoon)?(?:nummer|nr)?|mob(?:iel)?|gsm|nummer)\b\.?\s*:?\s*(?=\u0001)/gi

/** Takes a line of a mail apart. What was taken out is marked, so that its place between the words stays known. */
export function readMailLine(line: string): MailLine {
  const bullet = BULLET.test(line)
  if (line.length > LONGEST_LINE) return { ...NOBODY, bullet }
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
    .replace(DATE, taken('date', looksLikeDate))
    .replace(
      PHONE,
      taken('phone', (text) => isPhoneCell(text.trim())),
    )
    .replace(LABEL, '')
  const data = rest.includes('\u0001')
  const mixed = /\p{L}[^,;\t|]*\u0001/u.test(rest)
  const [name = '', ...others] = nameAndOthers(rest)
  // Two birth dates are two people, or one and the day of a course: not for us to tell apart.
  if (!isName(name) || found.date.length > 1 || /\d/.test(name)) return { ...NOBODY, bullet }
  const person = {
    name,
    birthDate: found.date[0] ?? '',
    phone: found.phone.join(' / '),
    email: found.email.join(' '),
    note: others.join(', '),
  }
  return { person, bullet, data, mixed }
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

/** First and last name, each word as names are written: a sentence has other words, a heading or place has no first name. */
function isName(text: string): boolean {
  if (text.length > 80 || isAboutTheList(text) || !/^[\p{L}\p{M}'’`.,() ?-]+$/u.test(text)) return false
  const words = detachParticles(text)
    .split(/[\s,]+/)
    .filter(Boolean)
  if (words.some((word) => NO_NAMES.has(word.toLowerCase()))) return false
  const written = (word: string) => isParticle(word) || isInitials(word) || /^[("'’]?\p{Lu}/u.test(word)
  // "jan de groot", as people write in haste.
  const informal =
    text === text.toLowerCase() &&
    isCommonFirstName(words[0]!) &&
    words.filter((word) => !isParticle(word)).length === 2
  if (words.length < 2 || words.length > 7 || !(informal || words.every(written))) return false
  const { first_name, initials, last_name } = splitFullName(text)
  return last_name !== '' && (first_name !== '' || initials !== null)
}
