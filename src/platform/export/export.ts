import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import * as z from 'zod'
import { inTransaction } from '../database/transaction.ts'
import { recordEvent } from '../database/history.ts'
import { Invalid } from '../errors.ts'
import { parseForm } from '../forms/invalid.ts'
import { sendStream } from '../http/send-stream.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Cell } from '../screens/models.ts'
import type { Exchange } from '../screens/screen.ts'
import { packWorkbook } from './workbook.ts'

const CHUNK = 1000
/** A workbook is packed before it is sent, so that too many rows can be said; more go out as CSV, which is streamed. */
const MOST_XLSX_ROWS = 50_000

export interface ExportSource<Row> {
  format: 'csv' | 'xlsx'
  title: string
  record: string
  columns: string[]
  cells(row: Row): Cell[]
  page(after: string | null, size: number): Promise<{ rows: Row[]; after: string | null }>
}

/**
 * What the address of a file asks: its format, CSV unless it says otherwise, beside what the page of it asks.
 * @throws Invalid
 */
export const fileQuery = <Shape extends z.ZodRawShape>(asked: z.ZodObject<Shape>, { req }: Pick<Exchange, 'req'>) =>
  parseForm(asked.extend({ format: z.enum(['csv', 'xlsx']).catch('csv') }), req.query)

/** What a cell says in words, for a file without colours and icons. */
function cellText(cell: Cell): string | number {
  if (cell === null) return ''
  if (typeof cell !== 'object') return cell
  const parts = [
    cell.text,
    cell.sub,
    cell.status?.label,
    cell.tags?.join(', '),
    cell.text ? undefined : (cell.mail ?? cell.tel),
  ]
  return parts.filter((part) => part !== undefined && part !== '').join(' · ')
}

async function* allRows<Row>(source: ExportSource<Row>): AsyncGenerator<(string | number)[]> {
  let after: string | null = null
  do {
    const page: { rows: Row[]; after: string | null } = await source.page(after, CHUNK)
    for (const row of page.rows) yield source.cells(row).map(cellText)
    after = page.after
  } while (after !== null)
}

async function* atMost<T>(most: number, items: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0
  for await (const item of items) {
    if (++count > most)
      throw new Invalid({ export: ['Dit zijn te veel regels voor Excel. Kies CSV of maak het filter kleiner.'] })
    yield item
  }
}

/** Rows that are written in one go: one by one each would wait for its turn among requests. */
const ROWS_AT_ONCE = 250

/**
 * Rows as CSV for a Dutch spreadsheet: semicolons, and leading = + - @ made harmless.
 * @param isBeginning with the mark that says how letters are written
 */
export const csvText = (rows: readonly (string | number)[][], isBeginning = false): string =>
  stringify([...rows], { delimiter: ';', bom: isBeginning, escape_formulas: true, record_delimiter: 'windows' })

async function* csvOf<Row>(source: ExportSource<Row>): AsyncGenerator<string> {
  yield csvText([source.columns], true)
  let rows: (string | number)[][] = []
  for await (const row of allRows(source)) {
    if (rows.push(row) < ROWS_AT_ONCE) continue
    yield csvText(rows)
    rows = []
    await setImmediate()
  }
  if (rows.length > 0) yield csvText(rows)
}

/**
 * Sends all rows of the filter with the columns the viewer sees. Every export stands in the history.
 */
export async function sendExport<Row>(exchange: Exchange, viewer: Viewer, source: ExportSource<Row>): Promise<void> {
  const { res, services } = exchange
  await inTransaction(services.db, viewer, (trx) =>
    recordEvent(trx, viewer, { type: source.record, id: null, action: 'export', details: { format: source.format } }),
  )
  res.set('Cache-Control', 'private, no-store')
  const name = `${source.title.toLowerCase()}.${source.format}`
  if (source.format === 'xlsx') {
    const file = await packWorkbook(source.columns, atMost(MOST_XLSX_ROWS, allRows(source)))
    res.attachment(name).type('xlsx').send(file)
    return
  }
  res.attachment(name).type('csv')
  await sendStream(res, Readable.from(csvOf(source)))
}
