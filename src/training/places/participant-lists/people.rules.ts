import { dateColumn, noticesOnDates } from './columns/date-column.rules.ts'
import { joinDoubled } from './doubles.rules.ts'
import { divideFamiliesAlike } from './names/family-names.rules.ts'
import { type LineContext, type ReadLine, readLine } from './lines/line.rules.ts'
import { remarkSharedContacts } from './names/shared-contacts.rules.ts'
import { findClosing, skippedLine } from './lines/skipping.rules.ts'
import { type ColumnMap, type ColumnRole, type ParticipantList, type SkippedLine } from './types.ts'

/**
 * Turns the rows of a list into people, by a column map that was guessed or that the user changed. Each row is either
 * part of one person or named under `skipped` with the reason; doubled lines are joined.
 * @param today YYYY-MM-DD, to tell past dates from future ones.
 */
export function readPeople(rows: readonly string[][], map: ColumnMap, today: string): ParticipantList {
  const headings = map.header === null ? [] : (rows[map.header] ?? [])
  const dates = dateColumn(rows, map)
  const context: LineContext = { map, headings, today, dates, closing: findClosing(rows, map) }
  const lines: ReadLine[] = []
  const skipped: SkippedLine[] = []
  for (const [i, row] of rows.entries()) {
    const known = skippedLine(row, i, context)
    const read = known === null ? readLine(row, i + 1, context) : null
    if (read !== null) lines.push(read)
    else skipped.push(known ?? nameless(row, i + 1))
  }
  divideFamiliesAlike(lines)
  remarkCompanyAbove(lines)
  const people = joinDoubled(lines)
  return {
    people,
    skipped,
    notices: [
      ...noticesOnNames(map, people.length),
      ...noticesOnBlocks(rows, map),
      ...noticesOnDates(dates),
      ...noticesOn(lines),
      ...remarkSharedContacts(people),
    ],
  }
}

function nameless(row: readonly string[], line: number): SkippedLine {
  const content = row.filter((cell) => cell !== '').join(', ')
  return { line, kind: 'nameless', reason: `Geen naam op deze regel (${content.slice(0, 80)}).` }
}

/** Of merged cells only the first has the company: whether it is that of the lines below as well, is asked. */
function remarkCompanyAbove(lines: ReadLine[]): void {
  let above: string | null = null
  for (const { fields, remarks } of lines) {
    if (fields.company === null && above !== null)
      remarks.push({
        field: 'company',
        text: `Geen bedrijf op deze regel; erboven staat “${above}”. Hoort dat hier ook?`,
      })
    above = fields.company ?? above
  }
}

/** A second block of columns with the same headings beside the first is not read, and that is told. */
function noticesOnBlocks(rows: readonly (readonly string[])[], { header, columns }: ColumnMap): string[] {
  if (header === null) return []
  const headings = (rows[header] ?? []).map((heading) => heading.toLowerCase())
  const unread = (column: number) => rows.filter((row, i) => i > header && (row[column] ?? '') !== '').length
  return headings.flatMap((heading, column) => {
    const first = headings.indexOf(heading)
    const isName = heading !== '' && first < column && NAMES.includes(columns[first]!) && columns[column] === 'ignored'
    return isName && unread(column) > 0
      ? [
          `Kolom ${column + 1} heeft dezelfde kop als kolom ${first + 1} (“${rows[header]![column]!}”) en is niet gelezen: ${unread(column)}× staat daar iets. Zet alle cursisten onder elkaar.`,
        ]
      : []
  })
}

const NAMES: ColumnRole[] = ['full_name', 'full_name_last_first', 'first_name', 'last_name']

/** Who is meant is asked; no text becomes a person for want of one. */
function noticesOnNames({ columns }: ColumnMap, found: number): string[] {
  if (!columns.some((role) => NAMES.includes(role)))
    return ['Geen kolom met namen gevonden; kies boven de lijst in welke kolom de naam staat.']
  return found > 0
    ? []
    : ['Er is geen cursist gevonden. Wie wilt u inschrijven? Zet iedereen met voor- en achternaam op een eigen regel.']
}

function noticesOn(lines: ReadLine[]): string[] {
  const notices: string[] = []
  const shortYears = lines.filter((line) => line.shortYear).length
  const zeroes = lines.filter((line) => line.restoredZero).length
  const recased = lines.filter((line) => line.recased).length
  if (shortYears > 0)
    notices.push(
      `Jaartallen van twee cijfers (${shortYears}×) zijn gelezen als het laatste jaar dat voorbij is: 65 is 1965, 03 is 2003.`,
    )
  if (zeroes > 0) notices.push(`De weggevallen 0 aan het begin van telefoonnummers (${zeroes}×) is teruggezet.`)
  if (recased > 0)
    notices.push(
      `Namen in alleen hoofdletters of kleine letters (${recased}×) zijn omgezet; controleer de schrijfwijze.`,
    )
  return notices
}
