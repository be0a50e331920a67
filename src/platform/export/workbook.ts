import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, strFromU8, strToU8, unzipSync } from 'fflate'
import writeExcelFile from 'write-excel-file/node'
import { escapeHtml } from '../format/escape.ts'

/** Rows that are packed in one go; other requests get their turn in between. */
const ROWS_AT_ONCE = 250
/** Excel shows a file as damaged when a cell has more characters. */
const LONGEST_TEXT = 32_767
const SHEET = 'xl/worksheets/sheet1.xml'
const AFTER_ROWS = '</sheetData>'

/**
 * An Excel workbook of one sheet with a bold head that stays in sight, packed row by row: memory holds what it comes to
 * when packed, a twentieth of the rows. Fails with what `rows` throws.
 */
export async function packWorkbook(columns: string[], rows: AsyncIterable<(string | number)[]>): Promise<Buffer> {
  const parts = await emptyWorkbook(columns)
  const { [SHEET]: sheet, ...others } = parts
  const [before = '', after = ''] = strFromU8(sheet!).split(AFTER_ROWS)
  const packed: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    packed.push(chunk)
  })
  const add = (name: string): ZipDeflate => {
    const part = new ZipDeflate(name)
    zip.add(part)
    return part
  }
  for (const [name, content] of Object.entries(others)) add(name).push(content, true)
  const part = add(SHEET)
  part.push(strToU8(before))
  let xml = ''
  let number = 1
  for await (const row of rows) {
    xml += rowXml(row, ++number)
    if (number % ROWS_AT_ONCE !== 0) continue
    part.push(strToU8(xml))
    xml = ''
    await setImmediate()
  }
  part.push(strToU8(`${xml}${AFTER_ROWS}${after}`), true)
  zip.end()
  return Buffer.concat(packed)
}

/** The files of a workbook with a head alone. */
async function emptyWorkbook(columns: string[]): Promise<Record<string, Uint8Array>> {
  const file = await writeExcelFile([columns.map((value) => ({ value, fontWeight: 'bold' as const }))], {
    columns: columns.map(() => ({ width: 24 })),
    stickyRowsCount: 1,
  }).toBuffer()
  return unzipSync(file)
}

const rowXml = (row: (string | number)[], number: number): string =>
  `<row r="${number}">${row.map((value, column) => cellXml(value, letters(column) + number)).join('')}</row>`

/** A, B, … Z, AA: what a column is called. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

function cellXml(value: string | number, address: string): string {
  if (typeof value === 'number' && Number.isFinite(value)) return `<c r="${address}"><v>${value}</v></c>`
  if (value === '') return ''
  const text = xmlText(String(value).slice(0, LONGEST_TEXT))
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** Without the characters that XML cannot say (XML 1.0, 2.2). */
function xmlText(text: string): string {
  return escapeHtml(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
}
