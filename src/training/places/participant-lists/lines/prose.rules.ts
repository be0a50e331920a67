import { type MailLine, readMailLine } from './mail-line.rules.ts'
import { isClosing, isGreeting } from './mail-words.rules.ts'
import { type TextList } from '../types.ts'

/** Name, birth date, numbers, address, what else stood on the line; last the lines that are nobody. */
const MAP: TextList['map'] = { header: null, columns: ['full_name', 'birth_date', 'phone', 'email', 'note', 'ignored'] }

/**
 * Reads people out of the text of a mail: lines such as "- Jan de Groot, 12-03-1980, 06-12345678" or "1. Jan de Groot
 * (12-03-1980)" among greetings, sentences and a signature. Null for a text that is better read as a table, because nothing
 * shows that it is a mail. Who writes it, and to whom, is never on the list: also where nobody else is found.
 */
export function readProse(text: string): TextList | null {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const read = lines.map(readMailLine)
  const mail: Mail = {
    ...{ lines, read },
    greeting: lines.findIndex((line) => isGreeting(line)),
    closing: -1,
    introduced: introducedOf(lines),
    bullets: mostlyOf(read, ({ bullet }) => bullet, isRead),
    names: mostlyOf(read, isRead, ({ sure }) => sure, 2),
  }
  mail.closing = lines.findIndex((line, i) => i > mail.greeting && isClosing(line))
  const people = mail.read.map((line, i) => (isPerson(mail, i) ? line.person : null))
  const isMail =
    mail.greeting !== -1 || mail.closing !== -1 || mail.read.some(({ mixed }, i) => mixed && people[i] !== null)
  if (!isMail) return null
  const rows = people.map((person, i) =>
    person === null
      ? ['', '', '', '', '', lines[i]!]
      : [person.name, person.birthDate, person.phone, person.email, person.note],
  )
  const unread = lines.filter((_, i) => people[i] === null && isListed(mail, i))
  return { rows, map: MAP, notices: noticeOn(unread) }
}

interface Mail {
  lines: readonly string[]
  read: readonly MailLine[]
  /** Their lines, or -1. */
  greeting: number
  closing: number
  /** Of each line, so that the time it takes to read a mail goes by its length: see `introducedOf` and `mostlyOf`. */
  introduced: readonly boolean[]
  bullets: readonly boolean[]
  names: readonly boolean[]
}

const MOST_QUOTED = 5

function noticeOn(unread: readonly string[]): string[] {
  if (unread.length === 0) return []
  const quoted = unread.slice(0, MOST_QUOTED).map((line) => `“${line.slice(0, 60)}”`)
  const more = unread.length > MOST_QUOTED ? [`nog ${unread.length - MOST_QUOTED}`] : []
  return [
    `Niet als cursist gelezen: ${new Intl.ListFormat('nl').format([...quoted, ...more])}. Staat daar iemand, voeg die dan zelf toe.`,
  ]
}

function isPerson(mail: Mail, at: number): boolean {
  const { lines, read, greeting, closing } = mail
  const line = read[at]!
  if (line.person === null || isGreeting(lines[at]!) || isClosing(lines[at]!)) return false
  if (line.bullet) return line.data || line.sure || mail.bullets[at]!
  // Above the greeting stand sender and subject, below the closing the signature: there a birth date alone makes a person.
  if (at < greeting) return false
  if (closing !== -1 && at > closing) return line.person.birthDate !== ''
  return line.data || mail.introduced[at]! || (greeting !== -1 && mail.names[at]!)
}

/** Between greeting and closing, or with a bullet: whoever stands there and is not read, is told. */
function isListed(mail: Mail, at: number): boolean {
  const { listed, bullet } = mail.read[at]!
  const line = mail.lines[at]!
  const inside = at > mail.greeting && (mail.closing === -1 || at < mail.closing)
  const introduced = line !== '' && !/[:.!?]$/.test(line) && mail.introduced[at]!
  return bullet || (inside && (listed || introduced))
}

const isRead = ({ person }: MailLine): boolean => person !== null

/**
 * Of each line whether it is part of a run of such lines of which most are so. After the greeting, two or more names below
 * each other are a list too; a name with a firm or a job below it is a signature.
 */
function mostlyOf(
  lines: readonly MailLine[],
  belongs: (line: MailLine) => boolean,
  are: (line: MailLine) => boolean,
  fewest = 1,
): boolean[] {
  const found = lines.map(() => false)
  for (let from = 0, to = 0; from < lines.length; from = ++to) {
    while (to < lines.length && belongs(lines[to]!)) to++
    const run = lines.slice(from, to)
    if (run.length >= fewest && run.filter(are).length * 2 > run.length) found.fill(true, from, to)
  }
  return found
}

/** Names alone are people directly below a line that announces them: "De deelnemers zijn:". A sentence ends such a list. */
function introducedOf(lines: readonly string[]): boolean[] {
  let announced = false
  let mayBeEmpty = false
  return lines.map((line) => {
    const is = announced
    if (line.endsWith(':')) announced = mayBeEmpty = true
    else {
      announced &&= (line !== '' || mayBeEmpty) && !endsList(line)
      mayBeEmpty = false
    }
    return is
  })
}

const LONGEST_ENTRY = 4
const endsList = (line: string): boolean =>
  isGreeting(line) || isClosing(line) || (/[.!?]$/.test(line) && line.split(' ').length > LONGEST_ENTRY)
