import { isDataCell } from './cells.rules.ts'
import { type ColumnContent, columnContent } from './column-content.rules.ts'
import { headingRole, headingWords } from './headings.rules.ts'
import { guessNameColumns, hasNames, lastNamesComeFirst, assignNameColumns } from '../names/name-columns.rules.ts'
import { type ColumnMap, type ColumnRole } from '../types.ts'

/**
 * Finds the heading row, below any title lines, and what each column holds. Headings decide; what they leave open (a
 * strange or empty heading, or a list without headings) is decided by the values themselves.
 * @param chosen the heading row when the user said which one it is, null for none
 */
export function guessColumns(rows: readonly string[][], chosen?: number | null): ColumnMap {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const header = chosen === undefined ? findHeader(rows) : chosen
  const headings = Array.from({ length: width }, (_, column) => (header === null ? '' : (rows[header]?.[column] ?? '')))
  const body = bodyOf(rows.slice(header === null ? 0 : header + 1))
  const contents = headings.map((_, column) => columnContent(body.map((row) => row[column] ?? '')))
  const roles = withoutEmptyNames(headings.map(headingRole), contents)
  guessDataColumns(roles, headings, contents, body)
  guessNameColumns(roles, contents, body)
  const columns = roles.map((role, column) => role ?? leftover(headings[column]!, contents[column]!))
  assignNameColumns(columns, headings, contents)
  // `Jan Jansen <jan@x.nl>` is an address, and the name where no other column has names.
  if (!hasNames(columns))
    columns.forEach(
      (role, column) => role === 'email' && contents[column]!.addressed >= 0.5 && (columns[column] = 'full_name'),
    )
  const [names, email] = [columns.indexOf('full_name'), columns.indexOf('email')]
  if (lastNamesComeFirst(body, names, email)) columns[names] = 'full_name_last_first'
  return { header, columns }
}

/** A column for names in which nothing stands leaves them to one that has some, such as the questions of a form. */
function withoutEmptyNames(roles: (ColumnRole | null)[], contents: ColumnContent[]): (ColumnRole | null)[] {
  const hasSome = contents.some(
    ({ filled, fullNames }, column) =>
      filled > 0 && (hasNames([roles[column]!]) || (roles[column] === null && fullNames >= 0.5)),
  )
  return roles.map((role, column) => (hasSome && hasNames([role]) && contents[column]!.filled === 0 ? 'ignored' : role))
}

/** The rows to matchPeople columns by: not the titles and totals, which stand alone on their line. */
function bodyOf(rows: readonly string[][]): string[][] {
  const filled = (row: string[]) => row.filter((cell) => cell !== '').length
  const wide = rows.filter((row) => filled(row) > 1)
  return wide.length > 0 ? wide : [...rows]
}

const TOP = 30

/** The row near the top with the most known headings; a row with a date, address or number in it is never one. */
export function findHeader(rows: readonly string[][]): number | null {
  const width = rows.reduce((widest, row) => Math.max(widest, row.findLastIndex((cell) => cell !== '') + 1), 0)
  let best: { row: number; known: number } | null = null
  for (const [i, row] of rows.slice(0, TOP).entries()) {
    const cells = row.filter((cell) => cell !== '')
    const known = cells.filter((cell) => headingRole(cell) !== null)
    if (cells.some(isDataCell) || !isHeading(cells, known, width)) continue
    if (best === null || known.length > best.known) best = { row: i, known: known.length }
  }
  return best?.row ?? null
}

function isHeading(cells: string[], known: string[], width: number): boolean {
  if (!known.some((cell) => headingRole(cell) !== 'ignored')) return false
  if (known.length >= 2) return known.length * 3 >= cells.length
  // One known heading alone may be a title ("Deelnemers") or a surname.
  return width === 1 || (headingWords(known[0]!).length > 3 && known.length * 2 >= cells.length)
}

/** Columns whose values speak for themselves: addresses, numbers, birth dates. Changes `roles`. */
function guessDataColumns(
  roles: (ColumnRole | null)[],
  headings: string[],
  contents: ColumnContent[],
  body: string[][],
): void {
  const open = contents.map((_, column) => column).filter((column) => roles[column] === null)
  if (!roles.includes('email')) for (const column of open) if (contents[column]!.emails >= 0.5) roles[column] = 'email'
  if (!roles.includes('birth_date')) {
    const dates = open.filter(
      (column) => contents[column]!.dates >= 0.5 && /^(|datum|date)$/.test(headingWords(headings[column]!)),
    )
    const written = dates.filter((column) => body.some((row) => /\D/.test(row[column] ?? '')))
    const [oldest] = (written.length > 0 ? written : dates.filter((column) => !counts(body, column))).sort(
      (a, b) => contents[a]!.medianYear - contents[b]!.medianYear,
    )
    if (oldest !== undefined) roles[oldest] = 'birth_date'
  }
  if (!roles.includes('phone') && !roles.includes('mobile_phone'))
    for (const column of open) if (roles[column] === null && contents[column]!.phones >= 0.5) roles[column] = 'phone'
}

/** Numbers that go up line by line are personnel or line numbers, even when they could be day numbers. */
function counts(body: string[][], column: number): boolean {
  const numbers = body.map((row) => Number(row[column] ?? '')).filter((number) => number > 0)
  return numbers.length > 2 && numbers.every((number, i) => i === 0 || number > numbers[i - 1]!)
}

/** A column nothing is known of: text without a heading is kept as a note, all else waits for the user. */
function leftover(heading: string, content: ColumnContent): ColumnRole {
  const text = content.names >= 0.5 && content.dates === 0 && content.initials < 0.5
  return heading === '' && text ? 'note' : 'ignored'
}
