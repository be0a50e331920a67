import { type MailLine, readMailLine } from './mail-line.rules.ts'
import { isClosing, isGreeting } from './mail-words.rules.ts'
import { type TextList } from './participant-lists.types.ts'

/** Name, birth date, numbers, address, what else stood on the line; last the lines that are nobody. */
const MAP: TextList['map'] = { header: null, columns: ['full_name', 'birth_date', 'phone', 'email', 'note', 'ignored'] }

/**
 * Reads people out of the text of a mail: lines such as "- Jan de Groot, 12-03-1980, 06-12345678" or "1. Jan de Groot
 * (12-03-1980)" among greetings, sentences and a signature. Null for a text that is better read as a table: nothing shows
 * that it is a mail, or nobody is found in it.
 */
export function readProse(text: string): TextList | null {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const greeting = lines.findIndex((line) => isGreeting(line))
  const closing = lines.findIndex((line, i) => i > greeting && isClosing(line))
  const read = lines.map(readMailLine)
  const isPerson = (line: MailLine, i: number): boolean => {
    if (line.person === null || isGreeting(lines[i]!) || isClosing(lines[i]!)) return false
    if (line.bullet) return line.data || bulletsAround(read, i).every(({ person }) => person !== null)
    // Above the greeting stand sender and subject, below the closing the signature: there a birth date alone makes a person.
    if (i < greeting) return false
    if (closing !== -1 && i > closing) return line.person.birthDate !== ''
    return line.data || isIntroduced(lines, read, i)
  }
  const people = read.map((line, i) => (isPerson(line, i) ? line.person : null))
  const isMail = greeting !== -1 || closing !== -1 || read.some(({ mixed }, i) => mixed && people[i] !== null)
  if (!isMail || people.every((person) => person === null)) return null
  const rows = people.map((person, i) =>
    person === null
      ? ['', '', '', '', '', lines[i]!]
      : [person.name, person.birthDate, person.phone, person.email, person.note],
  )
  return { rows, map: MAP }
}

/** The run of lines with a bullet or number that a line is part of. */
function bulletsAround(lines: readonly MailLine[], at: number): readonly MailLine[] {
  const before = lines.slice(0, at).findLastIndex(({ bullet }) => !bullet)
  const after = lines.findIndex(({ bullet }, i) => i > at && !bullet)
  return lines.slice(before + 1, after === -1 ? lines.length : after)
}

/** Names alone are people only directly below a line that announces them: "De deelnemers zijn:". */
function isIntroduced(lines: readonly string[], read: readonly MailLine[], at: number): boolean {
  const above = lines.slice(0, at).findLastIndex((line, i) => line !== '' && read[i]!.person === null)
  return above !== -1 && lines[above]!.endsWith(':') && lines.slice(above + 2, at).every((line) => line !== '')
}
