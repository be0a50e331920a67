import type { Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type NewOrder, addOrder, headOf, linesOfQuotation } from '../orders/index.ts'
import { takeForOrder } from '../quotations/index.ts'
import { type UnstoredLine, addLines, awaitPlaces, copyLines, refuseStrangers } from '../../sales/sales/index.ts'
import { refuseOthers } from './ordering.step.ts'

/**
 * An order with its lines at once, as its wizard showed it: what was offered at the prices of its quotation, which is then
 * accepted, and products at those of the day for this customer.
 * @throws NotFound; Invalid where something does not belong together; HttpError where the quotation went elsewhere meanwhile
 */
export async function placeOrder(trx: Trx, registry: Registry, form: NewOrder): Promise<number> {
  const { lines, quotation_id, company_id, contact_id, order_date: day } = form
  // The counter stays locked, so whatever may have to wait goes before it.
  await refuseStrangers(trx, form)
  await refuseOthers(trx, form)
  if (quotation_id !== null) await takeForOrder(trx, quotation_id)
  const sources = await linesOfQuotation(trx, quotation_id)
  const id = await addOrder(trx, await headOf(trx, form))
  const to = { type: 'order', id, company_id, contact_id, day } as const
  for (const run of runsOf(lines)) {
    if (run[0]!.source_id === null) await addLines(trx, to, run.map(({ product_id, count }) => ({ product_id: product_id!, count }))) // prettier-ignore
    else await copyLines(trx, to, run.map(({ source_id }) => sourceOf(sources, source_id!))) // prettier-ignore
  }
  await awaitPlaces(trx, registry, id)
  return id
}

function sourceOf<Line extends { id: number }>(sources: readonly Line[], id: number): Line {
  const source = sources.find((line) => line.id === id)
  if (source) return source
  throw new Invalid({ quotation_id: ['Een regel van de offerte is intussen gewijzigd. Kies de offerte opnieuw.'] })
}

/** Lines that follow each other and come about in the same way. */
function runsOf(lines: readonly UnstoredLine[]): UnstoredLine[][] {
  const runs: UnstoredLine[][] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last && (last[0]!.source_id === null) === (line.source_id === null)) last.push(line)
    else runs.push([line])
  }
  return runs
}
