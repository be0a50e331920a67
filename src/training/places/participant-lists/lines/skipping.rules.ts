import { isDataCell, isEmailCell, isPhoneCell } from '../columns/cells.rules.ts'
import { looksLikeDate } from '../columns/dates.rules.ts'
import { isCommonFirstName } from '../names/first-names.rules.ts'
import { headingRole } from '../columns/headings.rules.ts'
import { type LineContext } from './line.rules.ts'
import { isClosing, isGreeting } from './mail-words.rules.ts'
import { type ColumnMap, type SkippedLine } from '../types.ts'
import { isParticle } from '../names/particles.rules.ts'

const TOTAL = /^(?:sub)?(?:totaal|total|aantal)(?:\s|:|$|\d)/i
/** Lines that speak about the list instead of naming someone on it. */
const ABOUT_THE_LIST =
  /^(?:let op|n\.?b\.?|opmerking(?:en)?|toelichting|legenda|datum|locatie|cursus|training|opleiding|klant|contactpersoon|ingevuld door|opgesteld door|versie|bron|bijlage|pagina|page|handtekening|paraaf|einde lijst|voorbeeld|example)(?:\s*:|\s+\d|$)/i
const TITLE_WORDS =
  /\b(?:deelnemers?|deelnemerslijst|cursisten|presentielijst|aanmeldingen|inschrijvingen|groep|lijst|cursus|training|opleiding|herhaling|bhv|ehbo|vca|heftruck|nen|blad|pagina|participants|attendees|course)\b/i

/** Names the lines that are clearly no person; null for all others. `index` counts from 0. */
export function skippedLine(row: readonly string[], index: number, context: LineContext): SkippedLine | null {
  const { map, headings, closing } = context
  const line = index + 1
  const cells = row.filter((cell) => cell !== '')
  const [first = ''] = cells
  if (cells.length === 0) return { line, kind: 'blank', reason: 'Lege regel.' }
  if (index === map.header) return { line, kind: 'header', reason: 'Kopregel.' }
  if (map.header !== null && index < map.header && !fitsColumns(row, map))
    return { line, kind: 'title', reason: `Staat boven de kopregel: ${quoted(first)}.` }
  if (repeatsHeader(row, headings)) return { line, kind: 'header', reason: 'Herhaalde kopregel.' }
  if (TOTAL.test(first) && cells.length <= 3 && !cells.some(isDataCell))
    return { line, kind: 'total', reason: `Totaalregel: ${quoted(cells.join(' '))}.` }
  const useless = map.columns[row.indexOf(first)] === 'ignored' && /\p{L}/u.test(first)
  if (cells.length === 1 && useless)
    return { line, kind: 'title', reason: `Geen persoon maar een tekst: ${quoted(first)}.` }
  if (closing !== -1 && index > closing && cells.length === 1 && !isDataCell(first))
    return { line, kind: 'title', reason: `Staat onder de afsluiting: ${quoted(first)}.` }
  if (isTitle(cells, map))
    return { line, kind: 'title', reason: `Geen persoon maar een tekst: ${quoted(cells.join(' '))}.` }
  return null
}

/** A heading, total or remark that speaks about the list. */
export function isAboutTheList(text: string): boolean {
  return TOTAL.test(text) || ABOUT_THE_LIST.test(text) || TITLE_WORDS.test(text)
}

/** A line above the headings is a person after all when two of its values stand in the column for them. */
function fitsColumns(row: readonly string[], { columns }: ColumnMap): boolean {
  const fits = columns.filter((role, column) => {
    const cell = row[column] ?? ''
    if (role === 'birth_date') return looksLikeDate(cell)
    return role === 'email' ? isEmailCell(cell) : (role === 'phone' || role === 'mobile_phone') && isPhoneCell(cell)
  })
  return fits.length > 1
}

function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
}

/** A list printed page by page repeats its headings; the words may differ in case only. */
function repeatsHeader(row: readonly string[], headings: readonly string[]): boolean {
  const cells = row.filter((cell) => cell !== '')
  const same = row.filter((cell, column) => cell !== '' && cell.toLowerCase() === headings[column]?.toLowerCase())
  if (same.length > 0 && same.length === cells.length) return true
  return cells.length >= 2 && !cells.some(isDataCell) && cells.every((cell) => headingRole(cell) !== null)
}

function isTitle(cells: string[], { header, columns: roles }: ColumnMap): boolean {
  const [first = ''] = cells
  if (cells.length <= 3 && !cells.some(isDataCell) && (ABOUT_THE_LIST.test(first) || first.endsWith(':'))) return true
  if (cells.length > 1 || isDataCell(first)) return false
  const columns = roles.filter((role) => role !== 'ignored').length
  // One filled cell: with more columns it is a title sooner than a person of whom only the name is known.
  return (
    TITLE_WORDS.test(first) ||
    isClosing(first) ||
    // Below headings somebody may be called Beste.
    (isGreeting(first) && (header === null || /[,!]$/.test(first))) ||
    (header === null && isSentence(first)) ||
    first.split(' ').length > (columns > 1 ? 5 : 7) ||
    (columns > 1 && /\d/.test(first)) ||
    /[:!]$|^\*/.test(first)
  )
}

/** "Kan dat morgen ook?", "Wij komen met drie man": words in small letters that no name has. "jan bakker" may be one. */
function isSentence(text: string): boolean {
  const words = text.split(' ')
  if (text === text.toLowerCase() || isCommonFirstName(words[0]!)) return false
  const small = words.filter((word) => /^\p{Ll}{2,}[.!?]?$/u.test(word) && !isParticle(word))
  return small.length > (/[.!?]$/.test(text) ? 0 : 1)
}

/** The line of a table with which a mail ends; -1 without one, and where the text was read as a mail. */
export function findClosing(rows: readonly (readonly string[])[], { columns }: ColumnMap): number {
  return rows.findLastIndex((row) => {
    const column = row.findIndex((cell) => cell !== '')
    const alone = row.filter((cell) => cell !== '').length === 1
    return alone && columns[column] !== 'ignored' && isClosing(row[column]!)
  })
}
