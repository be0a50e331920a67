import readWorkbookFile, { type CellValue } from 'read-excel-file/universal'
import { cleanCell } from './cells.rules.ts'
import { guessColumns } from './columns.rules.ts'
import { ParticipantListError } from './limits.rules.ts'
import { type ColumnMap } from './participant-lists.types.ts'
import { DAMAGED_WORKBOOK, guardWorkbook } from './workbook-guard.rules.ts'

interface Sheet {
  name: string
  rows: string[][]
  map: ColumnMap
}

/**
 * Reads an .xlsx workbook. The sheet that looks most like a list of people counts; sheets with the same columns (one per
 * group, say) are put behind it, and whatever is left out is named in a notice. Dates come out as YYYY-MM-DD.
 * Throws ParticipantListError.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<{ rows: string[][]; notices: string[] }> {
  guardWorkbook(bytes)
  const sheets = (await sheetsOf(bytes)).filter((sheet) => sheet.rows.length > 0)
  const main = sheets.reduce<Sheet | null>(
    (best, next) => (best && listScore(best) >= listScore(next) ? best : next),
    null,
  )
  if (main === null) throw new ParticipantListError('Het Excel-bestand is leeg.')
  if (sheets.length === 1) return { rows: main.rows, notices: [] }
  return joinSheets(
    main,
    sheets.filter((sheet) => sheet !== main),
  )
}

async function sheetsOf(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const sheets = await readWorkbookFile(new Blob([new Uint8Array(bytes)]))
    return sheets.map(({ sheet, data }) => {
      const rows = data.map((row) => row.map((value) => cleanCell(cellText(value))))
      return { name: sheet, rows: rows.some((row) => row.some(Boolean)) ? rows : [], map: guessColumns(rows) }
    })
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
function listScore({ rows, map }: Sheet): number {
  const roles = new Set(map.columns)
  const named = roles.has('last_name') || roles.has('full_name') || roles.has('full_name_last_first')
  const hasPeople = rows.length > (map.header ?? -1) + 1
  return 4 * Number(named) + 2 * Number(roles.has('birth_date')) + Number(roles.has('email')) + Number(hasPeople) / 2
}

function joinSheets(main: Sheet, others: Sheet[]): { rows: string[][]; notices: string[] } {
  const notices = [`Het Excel-bestand heeft meer werkbladen; gelezen is “${main.name}”.`]
  const rows = [...main.rows]
  for (const sheet of others) {
    const alike = listScore(main) >= 4 && sheet.map.columns.join() === main.map.columns.join()
    if (alike) {
      const people = sheet.rows.slice(sheet.map.header === null ? 0 : sheet.map.header + 1)
      notices.push(`Werkblad “${sheet.name}” heeft dezelfde kolommen en staat vanaf regel ${rows.length + 1}.`)
      rows.push(...people)
    } else notices.push(`Werkblad “${sheet.name}” is niet gelezen.`)
  }
  return { rows, notices }
}
