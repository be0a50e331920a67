import type { Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { addLines, addText, lockSale } from '../../sales/sales/index.ts'
import { makeQuotation } from '../quotations/index.ts'
import type { Customer, Expiring } from './expiring.queries.ts'
import { offeredLines } from './expiring.rules.ts'

interface Offered {
  customer: Customer
  employee_id: number
  rows: readonly Expiring[]
  headingOf: (row: Expiring) => string
}

/** Makes a quotation of it, at the prices of the day. @returns its id */
export async function offerExpiring(trx: Trx, registry: Registry, { customer, employee_id, rows, headingOf }: Offered) {
  const id = await makeQuotation(trx, { ...customer, employee_id, reference: 'Wat verloopt' })
  const sale = await lockSale(trx, registry, { type: 'quotation', id })
  const lines = Map.groupBy(offeredLines(rows, headingOf), ({ heading }) => heading)
  for (const [heading, own] of lines) {
    await addText(trx, sale, { name: heading, description: null })
    for (const { product_id, price, name, count, description } of own)
      if (product_id === null) await addText(trx, sale, { name, description })
      else await addLines(trx, sale, [{ product_id, count: String(count), description, ...(price === null ? {} : { price }) }]) // prettier-ignore
  }
  return id
}
