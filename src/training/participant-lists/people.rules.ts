import { dateColumn, noticesOnDates } from './date-column.rules.ts'
import { joinDoubled } from './doubles.rules.ts'
import { divideFamiliesAlike } from './family-names.rules.ts'
import { type LineContext, type ReadLine, readLine } from './line.rules.ts'
import { remarkSharedContacts } from './shared-contacts.rules.ts'
import { findClosing, skippedLine } from './skipping.rules.ts'
import { type ColumnMap, type ColumnRole, type ParticipantList, type SkippedLine } from './participant-lists.types.ts'

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
  const people = joinDoubled(lines)
  return {
    people,
    skipped,
    notices: [
      ...noticesOnNames(map, people.length),
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

/** Who is meant is asked; no text becomes a person for want of one. */
function noticesOnNames({ columns }: ColumnMap, found: number): string[] {
  const names: ColumnRole[] = ['full_name', 'full_name_last_first', 'first_name', 'last_name']
  if (!columns.some((role) => names.includes(role)))
    return ['Geen kolom met namen gevonden; kies boven de lijst in welke kolom de naam staat.']
  return found > 0
    ? []
    : [
        'Er is geen deelnemer gevonden. Wie wilt u inschrijven? Zet iedereen met voor- en achternaam op een eigen regel.',
      ]
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
