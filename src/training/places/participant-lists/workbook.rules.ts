import readWorkbookFile, { type CellValue } from 'read-excel-file/universal'
import {
  DAMAGED_WORKBOOK,
  WorkbookError,
  type WorkbookLimits,
  guardWorkbook,
} from '../../../platform/files/workbook-guard.rules.ts'
import { cleanCell } from './columns/cells.rules.ts'
import { guessColumns } from './columns/columns.rules.ts'
import {
  MAX_ALL_LINES,
  MAX_LIST_COLUMNS,
  ParticipantListError,
  TOO_MANY_COLUMNS,
  TOO_FAR_DOWN,
} from './limits.rules.ts'
import { type ColumnMap, type ColumnRole } from './types.ts'

interface Sheet {
  name: string
  rows: string[][]
  map: ColumnMap
}

export const LIST_LIMITS: WorkbookLimits = {
  columns: MAX_LIST_COLUMNS,
  tooManyColumns: TOO_MANY_COLUMNS,
  lines: MAX_ALL_LINES,
  tooManyLines: TOO_FAR_DOWN,
}

/**
 * Reads an .xlsx workbook. The sheet that looks most like a list of people counts; sheets whose columns fit into it (one
 * per group, say) are put behind it, and any other that is left out is named in a notice. Dates come out as YYYY-MM-DD.
 * Throws ParticipantListError.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<{ rows: string[][]; notices: string[] }> {
  guard(bytes)
  const sheets = await sheetsOf(bytes)
  // A form with only its headings is no list, unless there is nothing else.
  const filled = sheets.filter(({ rows, map }) => rows.length > (map.header ?? -1) + 1)
  const lists = filled.length > 0 ? filled : sheets
  const main = lists.reduce<Sheet | null>(
    (best, next) => (best && listScore(best) >= listScore(next) ? best : next),
    null,
  )
  if (main === null) throw new ParticipantListError('Het Excel-bestand is leeg.')
  if (lists.length === 1) return { rows: main.rows, notices: [] }
  return joinSheets(
    main,
    lists.filter((sheet) => sheet !== main),
  )
}

function guard(bytes: Uint8Array): void {
  try {
    guardWorkbook(bytes, LIST_LIMITS)
  } catch (cause) {
    throw cause instanceof WorkbookError ? new ParticipantListError(cause.message, { cause }) : cause
  }
}

async function sheetsOf(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const sheets = await readWorkbookFile(new Blob([new Uint8Array(bytes)]))
    return sheets
      .map(({ sheet, data }) => ({
        name: sheet,
        rows: data.map((row) => row.map((cell) => cleanCell(cellText(cell)))),
      }))
      .filter(({ rows }) => rows.some((row) => row.some(Boolean)))
      .map(({ name, rows }) => ({ name, rows, map: guessColumns(rows) }))
  } catch (cause) {
    throw new ParticipantListError(DAMAGED_WORKBOOK, { cause })
  }
}

function cellText(value: CellValue | null): string {
  // The reader's types say `typeof Date` where its values are dates.
  const cell = value as string | number | boolean | Date | null
  if (cell instanceof Date) return Number.isNaN(cell.valueOf()) ? '' : cell.toISOString().slice(0, 10)
  return cell === null ? '' : String(cell)
}

/** Of two sheets that look equally like a list of people, the first one counts. */
function listScore({ map }: Sheet): number {
  const roles = new Set(map.columns)
  const named = roles.has('last_name') || roles.has('full_name') || roles.has('full_name_last_first')
  return 4 * Number(named) + 2 * Number(roles.has('birth_date')) + Number(roles.has('email'))
}

function joinSheets(main: Sheet, others: Sheet[]): { rows: string[][]; notices: string[] } {
  const notices = [`Het Excel-bestand heeft meer werkbladen; gelezen is “${main.name}”.`]
  const rows = [...main.rows]
  for (const sheet of others) {
    const order = listScore(sheet) >= 4 ? columnOrder(main.map.columns, sheet.map.columns) : null
    if (order === null) {
      notices.push(`Werkblad “${sheet.name}” is niet gelezen.`)
      continue
    }
    notices.push(`Werkblad “${sheet.name}” heeft dezelfde kolommen en staat vanaf regel ${rows.length + 1}.`)
    for (const row of sheet.rows.slice((sheet.map.header ?? -1) + 1))
      rows.push(order.map((column) => (column === null ? '' : (row[column] ?? ''))))
  }
  return { rows, notices }
}

/** For each column of the main sheet the one of another sheet with its role; null when a column would be lost. */
function columnOrder(main: ColumnRole[], other: ColumnRole[]): (number | null)[] | null {
  const left = other.map((role, column) => ({ role, column })).filter(({ role }) => role !== 'ignored')
  const order = main.map((role) => {
    const at = left.findIndex((candidate) => candidate.role === role)
    return at === -1 ? null : left.splice(at, 1)[0]!.column
  })
  return left.length === 0 ? order : null
}
