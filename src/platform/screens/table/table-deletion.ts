/** Deletes the rows that were chosen in a table. */
import * as z from 'zod'
import { idList } from '../../forms/fields.ts'
import { parseForm } from '../../forms/invalid.ts'
import { runSave } from '../form/save.ts'
import { type Exchange, type Route, signedIn } from '../screen.ts'
import type { TableDeclaration } from './table-declaration.ts'
import { keepIds } from './table-query.ts'
import type { TableRows } from './table-rows.ts'

/** The specification calls it a selection. */
const Chosen = z.object({ ids: idList(20_000), selection: idList(20_000) })

const deletedFlash = (count: number) => ({
  str: count === 1 ? 'Het geselecteerde item is verwijderd.' : 'De geselecteerde items zijn verwijderd.',
  type: 'success' as const,
})

/** The routes that delete chosen rows: by DELETE, and by POST where they are too many for an address. */
export function massDeleteRoutes<Path extends string, Row extends { id: number }>(
  { path, massDelete }: TableDeclaration<Path, Row>,
  rowsFor: (exchange: Exchange) => TableRows<Row>,
): Route[] {
  if (!massDelete) return []
  const handle = async (exchange: Exchange) => {
    const { req, services } = exchange
    const viewer = signedIn(exchange.viewer)
    const { ids, selection } = parseForm(Chosen, { ...req.query, ...(req.body as object | undefined) })
    const { tableName, scoped } = rowsFor(exchange)
    const chosen = await keepIds((await scoped({})).query, tableName, [...ids, ...selection])
    await runSave(
      exchange,
      viewer,
      { area: massDelete.area, right: 'change' },
      async (trx) => ({
        flash: deletedFlash(chosen.length),
        ...(await massDelete.remove(trx, chosen, viewer, services)),
      }),
      { close: false },
    )
  }
  return (['DELETE', 'POST'] as const).map((method) => ({
    method,
    path: massDelete.path ?? `${path}/massDelete`,
    right: 'change',
    area: massDelete.area,
    guarded: true,
    handle,
  }))
}
