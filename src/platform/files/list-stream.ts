/** Lists that are too long to be held in memory: read from a file line by line, at the pace of who takes the lines. */
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import {
  LIMITS,
  LONGEST_LINE,
  LONGEST_LINES,
  ListError,
  isWorkbook,
  listError,
  textOptions,
} from './list-rows.rules.ts'

type Open = () => Promise<Readable>

const MANY = LONGEST_LINES.toLocaleString('nl-NL')
const LONG_LIMITS = {
  ...LIMITS,
  // Lines with nothing but separators count here.
  lines: 2 * LONGEST_LINES,
  tooManyLines: `Een lijst heeft hooguit ${MANY} regels. Deel haar in kleinere bestanden.`,
}

/** Whether a file is a workbook, by its first bytes. */
export async function opensAsWorkbook(open: Open): Promise<boolean> {
  for await (const chunk of await open()) return isWorkbook(chunk as Uint8Array)
  return false
}

/** The letters of a file, and how it begins: what is no UTF-8 was written by an older Excel. */
async function writingOf(open: Open): Promise<{ encoding: 'utf-8' | 'windows-1252'; head: string }> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let first: Uint8Array | null = null
  let encoding: 'utf-8' | 'windows-1252' = 'utf-8'
  try {
    for await (const chunk of await open()) {
      first ??= chunk as Uint8Array
      strict.decode(chunk as Uint8Array, { stream: true })
    }
    strict.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    encoding = 'windows-1252'
  }
  return { encoding, head: new TextDecoder(encoding).decode(first ?? new Uint8Array()) }
}

/** @throws ListError where a line does not end: one of separators alone would fill the memory with its empty cells */
async function* lettersOf(open: Open, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let length = 0
  for await (const chunk of await open()) {
    const letters = decoder.decode(chunk as Uint8Array, { stream: true })
    const end = Math.max(letters.lastIndexOf('\n'), letters.lastIndexOf('\r'))
    length = end < 0 ? length + letters.length : letters.length - end
    if (length > LONGEST_LINE) throw listError(new Error('a line does not end'))
    yield letters
  }
  yield decoder.decode()
}

/**
 * The filled lines of a csv file, its headings first.
 * @throws ListError where it cannot be read, or is longer than a list may be
 */
export async function* listLines(open: Open): AsyncGenerator<string[]> {
  const { encoding, head } = await writingOf(open)
  const letters = Readable.from(lettersOf(open, encoding))
  const parser = parse(textOptions(head, LONG_LIMITS))
  letters.on('error', (error) => parser.destroy(error))
  letters.pipe(parser)
  let lines = 0
  try {
    for await (const row of parser) {
      const cells = (row as string[]).map((cell) => cell.trim())
      if (!cells.some(Boolean)) continue
      if (++lines > LONGEST_LINES + 1) throw new ListError(LONG_LIMITS.tooManyLines)
      yield cells
    }
  } catch (error) {
    throw listError(error)
  } finally {
    letters.destroy()
    parser.destroy()
  }
}
