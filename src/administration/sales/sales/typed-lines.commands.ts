import { Invalid } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { listChosenProducts } from '../../catalogue/products/index.ts'
import { editLine } from './line-edit.commands.ts'
import { addLines, lockSale } from './lines.commands.ts'
import type { TypedLine } from './lines.forms.ts'
import { type SaleKey, getLineOf } from './lines.queries.ts'
import { awaitPlaces } from './places.commands.ts'

/** The product whose lines have all of it typed; null where the organisation has none. */
export async function findFreeProduct(db: Db | Trx): Promise<{ id: number; name: string } | null> {
  const { free_product_id: id } = await readSetting(db, 'invoices')
  const [product] = id === null ? [] : await listChosenProducts(db, [id], 1)
  return product && product.active ? { id: product.id, name: product.name } : null
}

/** A product that says nothing by itself needs a name and a price. @throws Invalid */
async function refuseUntold(trx: Trx, { product_id, name, price }: TypedLine): Promise<void> {
  if ((await findFreeProduct(trx))?.id !== product_id) return
  const untold = {
    ...(name === undefined ? { name: ['Vul een omschrijving in.'] } : {}),
    ...(price === undefined ? { price: ['Vul een prijs in.'] } : {}),
  }
  if (Object.keys(untold).length > 0) throw new Invalid(untold)
}

/**
 * Puts a product at the end of a sale as its customer gets it, and changes of it what was typed, as if the line had stood there.
 * @throws NotFound, Invalid by field; HttpError where the sale can no longer change
 */
export async function addTypedLine(trx: Trx, registry: Registry, key: SaleKey, typed: TypedLine): Promise<void> {
  const sale = await lockSale(trx, registry, key)
  await refuseUntold(trx, typed)
  const { product_id, count, optional, name, price, discount, discount_type, tax_type_id } = typed
  const ids = await addLines(trx, sale, [{ product_id, count, optional: optional && key.type === 'quotation' }])
  if (key.type === 'order') await awaitPlaces(trx, registry, key.id, ids)
  if ([name, price, discount, tax_type_id].every((told) => told === undefined)) return
  const line = await getLineOf(trx, key.type, ids[0]!)
  const isFree = price !== undefined && discount === undefined
  await editLine(trx, registry, line, {
    ...{ version: line.version, count: line.count, description: line.description },
    ...{ taxes_included: line.taxes_included, optional: line.optional },
    name: name ?? line.name,
    price: price ?? line.price,
    // A price that was typed is what it costs.
    discount: isFree ? '0' : (discount ?? line.discount),
    discount_type: discount === undefined ? line.discount_type : discount_type,
    tax_type_id: tax_type_id ?? line.tax_type_id!,
  })
}
