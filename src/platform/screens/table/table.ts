import type { Area } from '../../access/rights.ts'
import { Invalid } from '../../errors.ts'
import { type Access, type Exchange, type Screen, reading, screenOf } from '../screen.ts'
import { sendCount, sendFile, sendIds, sendMap, sendRows } from './table-answers.ts'
import { exportChoices } from './table-columns.ts'
import type { TableDeclaration } from './table-declaration.ts'
import { massDeleteRoutes } from './table-deletion.ts'
import { type TableRequest, readTableRequest } from './table-request.ts'
import { rowsOfTable } from './table-rows.ts'
import { sendTabs } from './table-tabs.ts'
import { UNFIT, askedView } from './table-views.ts'

/** What is asked of the list, by its address and the view that it names; where those do not fit, by the address alone. */
async function readThroughView<Path extends string, Row extends { id: number }>(
  declaration: TableDeclaration<Path, Row>,
  exchange: Exchange,
): Promise<{ asked: TableRequest; note: string | null }> {
  const view = await askedView(declaration, exchange)
  try {
    return { asked: readTableRequest(declaration, exchange, view), note: view.note }
  } catch (error) {
    if (view.open === null || !(error instanceof Invalid)) throw error
    return { asked: readTableRequest(declaration, exchange, { open: null, asks: {} }), note: UNFIT }
  }
}

/** A reloadable table at its own URL: paging, sorting, filters, selection, mass delete and export come from here. */
export function table<Path extends string, A extends Area, Row extends { id: number }>(
  declaration: Access<A> & { record: string } & TableDeclaration<Path, Row>,
): Screen {
  const rowsFor = rowsOfTable(declaration)
  const show = async (exchange: Exchange): Promise<void> => {
    const { asked, note } = await readThroughView(declaration, exchange)
    const listing = { declaration, exchange, asked, rows: rowsFor(exchange, asked), note }
    if (asked.as === 'ids') return sendIds(listing)
    if (asked.as === 'count') return sendCount(listing)
    if (asked.as === 'tabs') return sendTabs(listing)
    if (asked.as === 'map') return sendMap(listing)
    return asked.as === 'rows' || asked.as === 'view' ? sendRows(listing) : sendFile(listing, asked.as)
  }
  const routes = [reading(declaration, show), ...massDeleteRoutes(declaration, rowsFor)]
  const deleting = routes.slice(1).map((route) => route.path)
  const chosen = [...(declaration.bulk ?? []).flatMap(({ url }) => url ?? []), ...new Set(deleting)]
  const screen = screenOf('table', { recordParam: null, ...declaration }, routes, { title: declaration.title, chosen })
  if (declaration.exportable === false || declaration.path.includes(':')) return screen
  return { ...screen, exports: (viewer, services) => exportChoices(declaration, viewer, services) }
}
