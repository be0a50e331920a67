import type { Trx } from '../../../platform/database/types.ts'
import { type OpenSale, addLines, copyLines } from './lines.commands.ts'
import type { SaleLine } from './lines.queries.ts'

/** Puts the products of other lines in a sale at the prices of its day; what is no product comes as it is. */
export async function copyAnew(trx: Trx, to: OpenSale, lines: readonly SaleLine[]): Promise<void> {
  const isProduct = (line: SaleLine) => line.kind === 'product' && line.product_id !== null
  let rest = lines
  while (rest.length > 0) {
    const products = isProduct(rest[0]!)
    const next = rest.findIndex((line) => isProduct(line) !== products)
    const run = rest.slice(0, next === -1 ? rest.length : next)
    if (products)
      await addLines(
        trx,
        to,
        run.map(({ product_id, count, description, optional }) => ({
          product_id: product_id!,
          count,
          description,
          optional: optional && to.type === 'quotation',
        })),
      )
    else await copyLines(trx, to, run, { linked: false })
    rest = rest.slice(run.length)
  }
}
