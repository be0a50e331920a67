import { readAddresses } from './lines/address-lines.rules.ts'
import { withoutDirectionMarks } from '../../../platform/format/direction-marks.ts'
import { LOCKED_WORKBOOK } from '../../../platform/files/workbook-guard.rules.ts'
import { cleanCell } from './columns/cells.rules.ts'
import { withoutCitizenNumbers } from './columns/citizen-numbers.rules.ts'
import { findHeader } from './columns/columns.rules.ts'
import { MOJIBAKE_NOTICE, decodeText, refuseExports, repairMojibake } from './decoding.rules.ts'
import {
  MAX_ALL_LINES,
  ParticipantListError,
  TOO_MANY_LINES,
  refuseWhenTooLarge,
  refuseWhenTooLong,
} from './limits.rules.ts'
import { type RawTable } from './types.ts'
import { readProse } from './lines/prose.rules.ts'
import { type SeparatedText, splitRows } from './columns/separators.rules.ts'
import { readWorkbook } from './workbook.rules.ts'

/**
 * Reads what a customer sent into rows of cells: pasted text, or the bytes of a csv, tab-separated or .xlsx file. The
 * content decides, not the file name: exports are often named wrongly. Columns with citizen service numbers come back
 * empty, so that no screen can show or store them (art. 46 UAVG).
 * @throws ParticipantListError with a Dutch message when it is empty, too large (2 MB, 5,000 filled lines, 200 columns),
 *   damaged, locked with a password, or no list.
 */
export async function readTable(input: { bytes: Uint8Array } | { text: string }): Promise<RawTable> {
  const raw = 'text' in input ? fromText(input.text) : await fromBytes(input.bytes)
  const cleaned = raw.rows.map((row) => row.map(cleanCell))
  const last = cleaned.findLastIndex((row) => row.some((cell) => cell !== ''))
  const rows = cleaned.slice(0, last + 1)
  refuseWhenTooLong(rows)
  const { rows: safe, notices } = withoutCitizenNumbers(rows)
  return { ...raw, rows: safe, notices: [...raw.notices, ...notices] }
}

function fromText(text: string): RawTable {
  refuseWhenTooLarge(Buffer.byteLength(text))
  const repaired = repairMojibake(text)
  const found = split(repaired ?? text)
  return { ...found, encoding: null, notices: [...(repaired === null ? [] : [MOJIBAKE_NOTICE]), ...found.notices] }
}

async function fromBytes(bytes: Uint8Array): Promise<RawTable> {
  refuseWhenTooLarge(bytes.byteLength)
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  if (start.startsWith('PK')) return { ...(await readWorkbook(bytes)), encoding: null, separator: null, map: null }
  if (start === '\xd0\xcf\x11\xe0') throw new ParticipantListError(oldOffice(bytes))
  const { text, encoding, notices } = decodeText(bytes)
  const found = split(text)
  return { ...found, encoding, notices: [...notices, ...found.notices] }
}

/** How mail programs mark what was forwarded or answered. */
const QUOTED = /^[ \t]*(?:>[ \t]?)+/gm

function split(text: string): Omit<RawTable, 'encoding'> {
  const lines = text.match(/\r\n|\r|\n/g)?.length ?? 0
  if (lines > MAX_ALL_LINES) throw new ParticipantListError(TOO_MANY_LINES)
  if (!/[^\s;,|"]/.test(text)) return { rows: [], separator: null, map: null, notices: [] }
  const plain = withoutDirectionMarks(text.replace(/^\uFEFF/, '').replace(QUOTED, ''))
  refuseExports(plain)
  const addresses = readAddresses(plain)
  if (addresses !== null) return { ...addresses, separator: null }
  const table = splitRows(plain)
  const prose = mayBeProse(table) ? readProse(plain) : null
  return prose === null ? { ...table, map: null, notices: [] } : { ...prose, separator: null }
}

/**
 * Text with commas in it, or none, that has no headings; all else was made by a program and is a table. A word alone
 * ("Deelnemers:") stands above lines of a mail as well.
 */
function mayBeProse({ rows, separator }: SeparatedText): boolean {
  const header = findHeader(rows)
  const alone = header !== null && rows[header]!.filter((cell) => cell.trim() !== '').length === 1
  return (separator === null || separator === ',') && (header === null || alone)
}

/** Excel wraps a workbook with a password in the same container as the old .xls format. */
function oldOffice(bytes: Uint8Array): string {
  const wrapped = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))
  return wrapped
    ? LOCKED_WORKBOOK
    : 'Dit is een bestand in de oude Excel-indeling (.xls). Sla het op als .xlsx of .csv.'
}
