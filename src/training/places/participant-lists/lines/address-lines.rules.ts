import { parseEmail } from '../columns/emails.rules.ts'
import { LONGEST_NAME } from '../names/names.rules.ts'
import { type TextList } from '../types.ts'

/** Above the addresses of a mail: those it was sent to are on the list, who sent it and when is not. */
const RECIPIENTS = /^(?:aan|to|cc|bcc)\s*:\s*/i
const ABOUT_THE_MAIL = /^(?:van|from|verzonden|sent|datum|date|onderwerp|subject|antwoord aan|reply-to)\s*:/i

/**
 * Reads what a mail program puts in its To field: names with an address behind each, separated by semicolons, commas or
 * lines. Each becomes a row of its own. Null for any text in which something else stands.
 */
export function readAddresses(text: string): TextList | null {
  if (!text.includes('@') || !text.includes('<')) return null
  const rows: string[][] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') rows.push([''])
    else if (ABOUT_THE_MAIL.test(line.trim())) rows.push(['', '', line.trim()])
    else {
      const entries = entriesOf(line.trim().replace(RECIPIENTS, ''))
      if (entries === null) return null
      rows.push(...entries)
    }
  }
  if (!rows.some(([name, email]) => name && email)) return null
  return { rows, map: { header: null, columns: ['full_name', 'email', 'ignored'] }, notices: [] }
}

/** The name and address of each entry on a line; null when anything else stands on it. */
function entriesOf(line: string): string[][] | null {
  const entries: string[][] = []
  for (let at = 0; at < line.length;) {
    const entry = entryAt(line, at)
    if (entry === null) return null
    if (entry.row.some(Boolean)) entries.push(entry.row)
    at = entry.end
  }
  return entries
}

/** `Jan Jansen <jan@x.nl>;`, `"Boer, Klaas de" <k@x.nl>,` or an address alone. */
function entryAt(line: string, at: number): { row: string[]; end: number } | null {
  const separator = nextSeparator(line, at)
  const whole = line.slice(at, separator).trim()
  if (whole === '' || isAddress(whole)) return { row: ['', whole], end: separator + 1 }
  const open = line.indexOf('<', at)
  const close = open === -1 ? -1 : line.indexOf('>', open)
  if (close === -1 || open - at > LONGEST_NAME || close - open > LONGEST_ADDRESS) return null
  const name = unquoted(line.slice(at, open).trim())
  const address = line.slice(open + 1, close).trim()
  const end = nextSeparator(line, close)
  if (!isAddress(address) || /[";]/.test(name) || line.slice(close + 1, end).trim() !== '') return null
  // Without a name of its own the address stands in its place.
  return { row: [name.includes('@') ? '' : name, address], end: end + 1 }
}

const LONGEST_ADDRESS = 260

function nextSeparator(line: string, at: number): number {
  const found = /[;,]/g
  found.lastIndex = at
  return found.exec(line)?.index ?? line.length
}

const isAddress = (text: string): boolean => /^[^\s<>]+$/.test(text) && parseEmail(text).email !== null

const unquoted = (name: string): string => name.replace(/^(["'])(.*)\1$/s, '$2').trim()

/** A cell with a name and an address in it, taken apart; null for any other cell. */
export function nameWithAddress(cell: string): { name: string; address: string } | null {
  const open = cell.indexOf('<')
  if (open < 1 || !cell.endsWith('>') || open > LONGEST_NAME) return null
  const [name, address] = [unquoted(cell.slice(0, open).trim()), cell.slice(open + 1, -1).trim()]
  return name !== '' && isAddress(address) ? { name, address } : null
}
