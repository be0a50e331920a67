import { isDataCell, isEmailCell, isPhoneCell } from './cells.rules.ts'
import { looksLikeDate } from './dates.rules.ts'
import { headingRole } from './headings.rules.ts'
import { type LineContext } from './line.rules.ts'
import { isClosing, isGreeting } from './mail-words.rules.ts'
import { type ColumnMap, type SkippedLine } from './participant-lists.types.ts'

const TOTAL = /^(?:sub)?(?:totaal|total|aantal)(?:\s|:|$|\d)/i
/** Lines that speak about the list instead of naming someone on it. */
const ABOUT_THE_LIST =
  /^(?:let op|n\.?b\.?|opmerking(?:en)?|toelichting|legenda|datum|locatie|cursus|training|opleiding|klant|contactpersoon|ingevuld door|opgesteld door|versie|bron|bijlage|pagina|page|handtekening|paraaf|einde lijst|voorbeeld|example)(?:\s*:|\s+\d|$)/i
const TITLE_WORDS =
  /\b(?:deelnemers?|deelnemerslijst|cursisten|presentielijst|aanmeldingen|inschrijvingen|groep|lijst|cursus|training|opleiding|herhaling|bhv|ehbo|vca|heftruck|nen|blad|pagina|participants|attendees|course)\b/i

/** Names the lines that are clearly no person; null for all others. `index` counts from 0. */
export function skippedLine(row: readonly string[], index: number, { map, headings }: LineContext): SkippedLine | null {
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
  if (isTitle(cells, map.columns.filter((role) => role !== 'ignored').length))
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

function isTitle(cells: string[], columns: number): boolean {
  const [first = ''] = cells
  if (cells.length <= 3 && !cells.some(isDataCell) && (ABOUT_THE_LIST.test(first) || first.endsWith(':'))) return true
  if (cells.length > 1 || isDataCell(first)) return false
  // One filled cell: with more columns it is a title sooner than a person of whom only the name is known.
  return (
    TITLE_WORDS.test(first) ||
    (columns > 1 && (isClosing(first) || (isGreeting(first) && /[,!]$/.test(first)))) ||
    first.split(' ').length > (columns > 1 ? 5 : 7) ||
    (columns > 1 && /\d/.test(first)) ||
    /[:!]$|^\*/.test(first)
  )
}
