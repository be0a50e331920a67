import { type Restoring, sideOf } from '../../../platform/undo/points.ts'
import { refuseUnpriced } from './products.commands.ts'

/** A product keeps a price, also where the one that was added last is taken back. */
export const priceRestoring: Restoring = {
  table: 'product_prices',
  judge: async (trx, changes) => {
    const products = [...new Set(changes.map((change) => sideOf(change).product_id as number))]
    await refuseUnpriced(trx, products)
  },
}
