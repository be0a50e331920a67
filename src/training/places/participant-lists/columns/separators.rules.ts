import { parse } from 'csv-parse/sync'
import { isDataCell } from './cells.rules.ts'
import { type Separator } from '../types.ts'
import { closeStrayQuotes } from '../lines/quotes.rules.ts'

/** Best first where the evidence is equal: a tab or semicolon is seldom part of a name, a comma often is. */
const SEPARATORS: Separator[] = ['\t', ';', '|', ',']

export interface SeparatedText {
  rows: string[][]
  separator: Separator | null
}

/** Splits text into rows and cells, with the separator that the lines themselves show (or a first line "sep=;"). */
export function splitRows(text: string): SeparatedText {
  const told = /^sep=([;,\t|])\r?\n/i.exec(text)
  if (told) return { separator: told[1] as Separator, rows: parseWith(text.slice(told[0].length), told[1]!) }
  const separator = findSeparator(text)
  const rows = parseWith(text, separator ?? '\u0001')
  return { separator, rows: separator === null ? rows : withOddRows(rows, separator) }
}

/**
 * A line that somebody pasted from elsewhere has another separator than its neighbours. It is read by that one where it
 * then has as many cells as they have, or fewer where it had but one. A sentence has commas too: there one of the cells
 * has to be a date, an address or a number.
 */
function withOddRows(rows: string[][], separator: Separator): string[][] {
  const width = commonestWidth(rows)
  if (width < 2) return rows
  return rows.map((row) => {
    if (row.length >= width && !row.some((cell) => cell.includes('\t'))) return row
    const line = row.join(separator)
    const others = SEPARATORS.filter((other) => other !== separator && line.includes(other))
    const readings = others
      .flatMap((other) => [line.split(other), line.split(new RegExp(`[${separator}${other}]`))].map(unquoted))
      .filter((cells) => !line.includes(',') || cells.some(isDataCell))
    const shorter = ({ length }: string[]) => row.length === 1 && length < width
    return readings.find(({ length }) => length === width) ?? readings.find(shorter) ?? row
  })
}

const unquoted = (cells: string[]) => cells.map((cell) => cell.replace(/^\s*"?(.*?)"?\s*$/, '$1'))

function findSeparator(text: string): Separator | null {
  const sample = text.slice(0, 60_000)
  let best: { separator: Separator; score: number } | null = null
  for (const separator of SEPARATORS) {
    if (!sample.includes(separator) || (separator === ',' && commasBelongToNames(sample))) continue
    const score = regularity(parseWith(sample, separator))
    if (score > 0 && (best === null || score > best.score + 0.05)) best = { separator, score }
  }
  return best?.separator ?? null
}

/** How many rows have so many cells, of those with several. */
function widthsOf(rows: string[][]): Map<number, number> {
  const widths = new Map<number, number>()
  for (const row of rows) if (row.length > 1) widths.set(row.length, (widths.get(row.length) ?? 0) + 1)
  return widths
}

function commonestWidth(rows: string[][]): number {
  const [commonest] = [...widthsOf(rows)].sort(([, a], [, b]) => b - a)
  return commonest?.[0] ?? 0
}

/** How alike the rows are in width, plus how many cells are a date, an address or a number on their own. */
function regularity(rows: string[][]): number {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== '')).slice(0, 200)
  const commonest = Math.max(0, ...widthsOf(filled).values())
  const data = filled.reduce((n, row) => n + row.filter((cell) => isDataCell(cell.trim())).length, 0)
  return commonest === 0 ? 0 : (commonest + data) / filled.length
}

/** "Jansen, Piet" on every line, nothing else: one column of names, not two columns. */
function commasBelongToNames(sample: string): boolean {
  const lines = sample.split(/\r\n|\r|\n/).filter((line) => line.includes(','))
  const names = lines.filter((line) => /^"?[^,;\t\d@"]+,\s+[^,;\t\d@"]+"?$/u.test(line))
  return names.length >= lines.length * 0.8
}

const OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: false,
}

function parseWith(text: string, delimiter: string): string[][] {
  const closed = text.includes('"') ? closeStrayQuotes(text, delimiter) : text
  // Trimming understands `; "cell" ;` but refuses `"Sjaak" Jansen`; without it that is read as it stands.
  for (const options of [{ trim: true }, {}, { quote: false as const }]) {
    try {
      return parse(closed, { ...OPTIONS, ...options, delimiter })
    } catch {
      continue
    }
  }
  return closed.split(/\r\n|\r|\n/).map((line) => line.split(delimiter))
}
