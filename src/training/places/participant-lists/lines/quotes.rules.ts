import { isDataCell } from '../columns/cells.rules.ts'

/** How many lines a quoted cell may span; beyond that its opening quote is taken for a slip. */
const LONGEST_CELL = 40

/**
 * Removes an opening quote that nobody closed. Left alone it would swallow the following lines, and the people on them,
 * into one cell. A quoted cell over several lines stays whole as long as the lines inside it are no rows of their own.
 */
export function closeStrayQuotes(text: string, separator: string): string {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/)
  const width = commonSeparatorCount(lines, separator)
  const result: string[] = []
  for (let i = 0; i < lines.length; i++) {
    let line = lines[i]!
    let open = scanCells(line, separator, 0).open
    while (open !== -1) {
      const closing = closingLine(lines, i, separator, width)
      if (closing === -1) line = line.slice(0, open) + line.slice(open + 1)
      else line += lines.slice(i + 1, closing + 1).join('')
      i = Math.max(i, closing)
      open = scanCells(line, separator, open).open
    }
    result.push(line)
  }
  return result.join('')
}

/**
 * Walks the cells of a line from the start of one of them. `open`: the quote that opens a cell and is not closed, or -1.
 * `end`: where the first cell ends that closes a quote it did not open, or -1.
 */
function scanCells(line: string, separator: string, from: number): { open: number; end: number } {
  let end = -1
  for (let at = from; ;) {
    const quote = openingQuote(line, at)
    if (quote !== -1) {
      const close = closingQuote(line, quote + 1)
      if (close === null) return { open: quote, end }
      at = close
    }
    const next = line.indexOf(separator, at)
    const cellEnd = next === -1 ? line.length : next
    if (quote === -1 && end === -1 && /"\s*$/.test(line.slice(at, cellEnd))) end = cellEnd
    if (next === -1) return { open: -1, end }
    at = next + 1
  }
}

function openingQuote(line: string, at: number): number {
  let i = at
  while (line[i] === ' ') i++
  return line[i] === '"' ? i : -1
}

/**
 * Where the cell goes on after its closing quote, or null when no quote closes it. A quote in the middle (`"Sjaak" Jansen`)
 * makes the cell plain text, as the parser has it: then what follows that quote.
 */
function closingQuote(line: string, from: number): number | null {
  for (let i = line.indexOf('"', from); i !== -1; i = line.indexOf('"', i + 1)) {
    if (line[i + 1] !== '"') return i + 1
    i++
  }
  return null
}

/** The line on which the cell that line `from` leaves open is closed, or -1 when rows of the list would be inside it. */
function closingLine(lines: string[], from: number, separator: string, width: number): number {
  for (let i = from + 1; i < Math.min(lines.length, from + LONGEST_CELL); i++) {
    const { end } = scanCells(lines[i]!, separator, 0)
    const inside = end === -1 ? lines[i]! : lines[i]!.slice(0, end)
    if (looksLikeRow(inside, separator, width)) return -1
    if (end !== -1) return i
  }
  return -1
}

function looksLikeRow(line: string, separator: string, width: number): boolean {
  const cells = line.split(separator)
  if (width === 0 || cells.length <= width) return false
  return width > 1 || cells.some((cell) => isDataCell(cell.trim()))
}

function commonSeparatorCount(lines: string[], separator: string): number {
  const counts = new Map<number, number>()
  for (const line of lines.slice(0, 500)) {
    const count = line.split(separator).length - 1
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
