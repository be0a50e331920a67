import { inflateRawSync } from 'node:zlib'
import { type ZipEntry, zipEntries } from './zip-directory.rules.ts'

/** A workbook that cannot be read. The message is Dutch and meant for the user. */
export class WorkbookError extends Error {
  override name = 'WorkbookError'
}

/** How far to the right and down cells with a value may lie, and what is said of one further away. */
export interface WorkbookLimits {
  columns: number
  tooManyColumns: string
  /** Empty lines included. */
  lines: number
  /** `{row}` is where. */
  tooManyLines: string
}

/** Of its XML. A list of 5,000 lines with 12 filled columns is about 5 MB. */
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024
const LAST_EXCEL_ROW = 1_048_576

export const DAMAGED_WORKBOOK =
  'Dit Excel-bestand is beschadigd en kan niet worden gelezen. Open het in Excel, sla het opnieuw op en probeer het nog eens.'

/**
 * Refuses a workbook that is locked, damaged or no workbook at all, and one so built that reading it would take
 * unreasonable memory: the reader allocates what the file declares and fills every row up to the widest one.
 * @throws WorkbookError
 */
export function guardWorkbook(bytes: Uint8Array, limits: WorkbookLimits): void {
  const entries = orDamaged(() => zipEntries(bytes))
  if (entries.some((entry) => entry.encrypted)) throw new WorkbookError(LOCKED_WORKBOOK)
  if (!entries.some((entry) => entry.name === 'xl/workbook.xml'))
    throw new WorkbookError('Dit bestand is geen Excel-bestand (.xlsx). Sla de lijst op als .xlsx of .csv.')
  const xml = entries.filter((entry) => /\.(xml|rels)$/.test(entry.name))
  if (xml.reduce((sum, entry) => sum + entry.size, 0) > MAX_UNPACKED_BYTES)
    throw new WorkbookError('Het Excel-bestand is uitgepakt te groot. Verwijder overbodige werkbladen en opmaak.')
  for (const entry of xml)
    guardSheet(
      orDamaged(() => unpack(entry)),
      limits,
    )
}

export const LOCKED_WORKBOOK =
  'Het Excel-bestand is met een wachtwoord beveiligd. Verwijder het wachtwoord en probeer het nog eens.'

function unpack(entry: ZipEntry): string {
  const xml = entry.deflated ? inflateRawSync(entry.packed, { maxOutputLength: entry.size + 1 }) : entry.packed
  return new TextDecoder().decode(xml)
}

function orDamaged<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new WorkbookError(DAMAGED_WORKBOOK, { cause })
  }
}

const CELL_START = /<(?:\w+:)?c\s/g
const CELL_TAG = /<(?:\w+:)?c\s(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>(\s*<\/)?/g

/** Bounds the area of a worksheet: each address exists in Excel, and cells with a value lie where a list can be. */
function guardSheet(xml: string, limits: WorkbookLimits): void {
  if (!xml.includes('sheetData')) return
  for (const [, , address = ''] of xml.matchAll(/\sr\s*=\s*(["'])([^"']*)\1/g)) {
    const [, letters = '', digits = ''] = /^([A-Z]*)(\d*)$/.exec(address) ?? []
    if (address.includes('&') || letters.length > 3 || Number(digits) > LAST_EXCEL_ROW)
      throw new WorkbookError(DAMAGED_WORKBOOK)
  }
  let tags = 0
  for (const [tag, empty] of xml.matchAll(CELL_TAG)) {
    tags++
    if (empty || tag.endsWith('/>')) continue
    const [, letters = '', digits = ''] = /\sr\s*=\s*["']([A-Z]+)(\d+)["']/.exec(tag) ?? []
    if (columnNumber(letters) > limits.columns) throw new WorkbookError(limits.tooManyColumns)
    if (Number(digits) > limits.lines)
      throw new WorkbookError(limits.tooManyLines.replace('{row}', Number(digits).toLocaleString('nl-NL')))
  }
  // A cell tag that is no proper XML would slip past the bounds above.
  if (tags !== (xml.match(CELL_START)?.length ?? 0)) throw new WorkbookError(DAMAGED_WORKBOOK)
}

function columnNumber(letters: string): number {
  return Array.from(letters).reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0)
}
