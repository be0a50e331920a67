/** From the bytes of a csv or .xlsx file, or pasted text, to rows of cells. */
import { parse } from 'csv-parse/sync'
import readWorkbookFile from 'read-excel-file/universal'
import { DAMAGED_WORKBOOK, WorkbookError, type WorkbookLimits, guardWorkbook } from './workbook-guard.rules.ts'

/** Bytes of a file, and lines of a list. */
export const MOST_BYTES = 2_000_000
export const MOST_LINES = 2_000
const MOST_COLUMNS = 50

export const TOO_LONG = `Een lijst heeft hooguit ${MOST_LINES} regels.`

export type ListLimits = WorkbookLimits

/** Of a list that is read line by line. */
export const LONGEST_BYTES = 50_000_000
export const LONGEST_LINES = 100_000
/** Letters of a line: where a quote is never closed, all that follows is one. */
export const LONGEST_LINE = 1_000_000

/** Lines that are empty may be many more. */
export const LIMITS: ListLimits = {
  columns: MOST_COLUMNS,
  tooManyColumns: `Een lijst heeft hooguit ${MOST_COLUMNS} kolommen. Laat alleen staan wat nodig is.`,
  lines: 10 * MOST_LINES,
  tooManyLines: TOO_LONG,
}

/** A list that cannot be read. The message is Dutch and meant for the user. */
export class ListError extends Error {
  override name = 'ListError'
}

/**
 * In which column of a list stands what, by its headings.
 * @param headings the narrower one is, the earlier it stands; no column is taken twice
 */
export function placesOf<Column extends string>(
  head: readonly string[],
  headings: readonly (readonly [Column, RegExp])[],
): Map<Column, number> {
  const places = new Map<Column, number>()
  for (const [column, heading] of headings) {
    const at = head.findIndex((cell, i) => heading.test(cell) && ![...places.values()].includes(i))
    if (at >= 0) places.set(column, at)
  }
  return places
}

export const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

export const filledOf = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some(Boolean))

/** @throws ListError */
export function rowsOfCsv(bytes: Uint8Array, limits = LIMITS): string[][] {
  const text = new TextDecoder('utf-8').decode(bytes)
  // What is no UTF-8 was written by an older Excel.
  return rowsOfText(text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text, limits)
}

/** How a list in text is read, by its beginning. It stops where there is more than a list has, long before that fills the memory. */
export function textOptions(text: string, limits = LIMITS) {
  let lines = 0
  const judged = (row: string[]) => {
    if (++lines > limits.lines) throw new ListError(limits.tooManyLines)
    while (row.length > limits.columns && row.at(-1)!.trim() === '') row.pop()
    if (row.length > limits.columns) throw new ListError(limits.tooManyColumns)
    return row
  }
  const head = text.slice(0, 2_000)
  const delimiter = ['\t', ';', ','].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  )
  return { delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size: LONGEST_LINE, on_record: judged } // prettier-ignore
}

/** What is wrong with a list that cannot be read. */
export const listError = (cause: unknown): ListError =>
  cause instanceof ListError
    ? cause
    : new ListError('Deze lijst is niet te lezen. Bewaar haar als CSV of Excel en probeer het opnieuw.', { cause })

/** @throws ListError */
export function rowsOfText(text: string, limits = LIMITS): string[][] {
  try {
    return parse(text, textOptions(text, limits))
  } catch (error) {
    throw listError(error)
  }
}

/** The first sheet of a workbook. It may take long, and belongs in a thread. @throws ListError */
export async function rowsOfWorkbook(bytes: Uint8Array, limits = LIMITS): Promise<string[][]> {
  try {
    guardWorkbook(bytes, limits)
    const [first] = await readWorkbookFile(new Blob([new Uint8Array(bytes)]))
    return (first?.data ?? []).map((row) => row.map((cell) => textOf(cell)))
  } catch (cause) {
    throw new ListError(cause instanceof WorkbookError ? cause.message : DAMAGED_WORKBOOK, { cause })
  }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.valueOf()) ? '' : momentText(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** A day, with its time where it has one; a time without a day stands on one before 1900. */
function momentText(value: Date): string {
  const minute = new Date(Math.round(value.valueOf() / 60_000) * 60_000).toISOString()
  const [day, time] = [minute.slice(0, 10), minute.slice(11, 16)]
  if (day < '1900-01-01') return time
  return time === '00:00' ? day : `${day} ${time}`
}
