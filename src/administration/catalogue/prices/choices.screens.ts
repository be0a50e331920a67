/** What is chosen from where lines are made: products with what they cost, for a customer where one is told. */
import * as z from 'zod'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { pricesFor } from './prices.queries.ts'
import { getBuyer, listChosenProducts } from '../products/index.ts'
import { pricesArea, productsArea } from '../products/rights.ts'

/** More than this nobody asks for at once. */
const MOST = 1000

const Asked = z.object({
  id: idList(MOST),
  client_id: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
})

const NOBODY = { company_id: null, contact_id: null }

/** Products as lines begin: with their price today for a customer, for who may know of prices. */
async function products(db: Db, viewer: Viewer, { id, client_id }: z.output<typeof Asked>) {
  const rows = await listChosenProducts(db, id, MOST)
  if (!may(viewer, pricesArea)) return rows
  const { company_id, contact_id } = client_id === undefined ? NOBODY : await getBuyer(db, client_id)
  const prices = await pricesFor(
    db,
    rows.map((row) => ({ product_id: row.id, company_id, contact_id, day: today(), count: '1' })),
  )
  return rows.map((row, i) => {
    const { price, discount, discount_type, tax, tax_id, tax_type_id, taxes_included, ...of } = prices[i]!
    const { original_price, is_original_price } = of
    return {
      ...row,
      ...{ price, original_price, is_original_price, discount, discount_type },
      ...{ tax, tax_id, tax_type_id, taxes_included },
    }
  })
}

export const productsJson = json({
  area: productsArea,
  record: 'product',
  recordParam: null,
  right: 'view',
  path: '/ajax/getProducts',
  query: Asked,
  answer: ({ db, viewer, query }) => products(db, viewer, query),
  example: (story) => ({ query: { id: String(story.products.bhvBook) } }),
})
