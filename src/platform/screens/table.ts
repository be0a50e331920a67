import type { Area } from '../access/rights.ts'
import { type Access, type Exchange, type Screen, reading, screenOf } from './screen.ts'
import { sendCount, sendFile, sendIds, sendRows } from './table-answers.ts'
import type { TableDeclaration } from './table-declaration.ts'
import { massDeleteRoutes } from './table-deletion.ts'
import { readTableRequest } from './table-request.ts'
import { rowsOfTable } from './table-rows.ts'

/** A reloadable table at its own URL: paging, sorting, filters, selection, mass delete and export come from here. */
export function table<Path extends string, A extends Area, Row extends { id: number }>(
  declaration: Access<A> & { record: string } & TableDeclaration<Path, Row>,
): Screen {
  const rowsFor = rowsOfTable(declaration)
  const show = async (exchange: Exchange): Promise<void> => {
    const asked = readTableRequest(declaration, exchange)
    const listing = { declaration, exchange, asked, rows: rowsFor(exchange) }
    if (asked.as === 'ids') return sendIds(listing)
    if (asked.as === 'count') return sendCount(listing)
    return asked.as === 'rows' ? sendRows(listing) : sendFile(listing, asked.as)
  }
  const routes = [reading(declaration, show), ...massDeleteRoutes(declaration, rowsFor)]
  return screenOf('table', { recordParam: null, ...declaration }, routes, { title: declaration.title })
}
