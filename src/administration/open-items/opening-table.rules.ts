/** From the bytes of a csv or .xlsx file, or pasted text, to rows of cells. */
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import readWorkbookFile from 'read-excel-file/universal'
import { Invalid } from '../../platform/errors.ts'

/** Bytes of a file, and lines of a list. */
export const MOST_BYTES = 2_000_000
export const MOST_LINES = 2_000
/** Unpacked bytes of a workbook; what claims to hold more is not opened. */
const MOST_UNPACKED = 60_000_000

const refuse = (why: string): never => {
  throw new Invalid({ list: [why] })
}

/** @throws Invalid where it cannot be read, or is too long */
export async function tableOf(input: { bytes: Uint8Array } | { text: string }): Promise<string[][]> {
  const rows = 'text' in input ? rowsOfText(input.text) : await rowsOfBytes(input.bytes)
  const filled = rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some(Boolean))
  if (filled.length > MOST_LINES + 1) refuse(`Een lijst heeft hooguit ${MOST_LINES} regels.`)
  return filled
}

function rowsOfBytes(bytes: Uint8Array): Promise<string[][]> | string[][] {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return rowsOfWorkbook(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  // What is no UTF-8 was written by an older Excel.
  return rowsOfText(text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text)
}

function rowsOfText(text: string): string[][] {
  const head = text.slice(0, 2_000)
  const delimiter = ['\t', ';', ','].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  )
  try {
    return parse(text, { delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  } catch {
    return refuse('Deze lijst is niet te lezen. Bewaar haar als CSV of Excel en probeer het opnieuw.')
  }
}

async function rowsOfWorkbook(bytes: Uint8Array): Promise<string[][]> {
  try {
    let unpacked = 0
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unpacked += originalSize
        return false
      },
    })
    if (unpacked > MOST_UNPACKED) return refuse('Dit Excel-bestand is te groot.')
    const [first] = await readWorkbookFile(new Blob([new Uint8Array(bytes)]))
    return (first?.data ?? []).map((row) => row.map((cell) => textOf(cell)))
  } catch (error) {
    if (error instanceof Invalid) throw error
    return refuse('Dit Excel-bestand is niet te lezen. Bewaar het opnieuw als .xlsx of als CSV.')
  }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.valueOf()) ? '' : value.toISOString().slice(0, 10)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
