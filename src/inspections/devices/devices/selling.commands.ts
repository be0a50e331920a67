import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import type { Registry } from '../../../platform/registry.ts'
import { today } from '../../../platform/format/zone.ts'
import { makeConcept } from '../../../administration/invoices/invoices/index.ts'
import { addOrder } from '../../../administration/orders/orders/index.ts'
import { type AddedLine, addLines, addressOf, lockSale } from '../../../administration/sales/sales/index.ts'
import type { Owner } from './devices.commands.ts'

/** On which paper it comes; without an id on a new one. */
export interface Paper {
  type: 'order' | 'invoice'
  id: number | null
}

const OTHERS = { order: 'Deze order is van een andere klant.', invoice: 'Deze factuur is van een andere klant.' }

/**
 * Puts products on an order or a concept of the owner of a device, at the prices of the day.
 * @returns the id of the order or invoice
 * @throws Invalid where it is somebody else's; HttpError (409) where its lines no longer change
 */
export async function sellToOwner(
  trx: Trx,
  registry: Registry,
  { company_id, contact_id }: Owner,
  added: readonly AddedLine[],
  { paper, employee_id }: { paper: Paper; employee_id: number },
): Promise<number> {
  const buyer = { company_id, contact_id }
  if (paper.id !== null) {
    const sale = await lockSale(trx, registry, { type: paper.type, id: paper.id })
    const isTheirs = company_id === null ? sale.company_id === null && sale.contact_id === contact_id : sale.company_id === company_id // prettier-ignore
    if (!isTheirs) throw new Invalid({ [`${paper.type}_id`]: [OTHERS[paper.type]] })
    await addLines(trx, sale, added)
    return paper.id
  }
  if (paper.type === 'invoice') return makeConcept(trx, registry, { ...buyer, employee_id, added })
  const id = await addOrder(trx, {
    ...buyer,
    ...(await addressOf(trx, buyer)),
    ...{
      employee_id,
      order_date: today(),
      reference: null,
      quotation_id: null,
      plannable: true,
      header_text: null,
      footer_text: null,
    },
  })
  await addLines(trx, await lockSale(trx, registry, { type: 'order', id }), added)
  return id
}

/** The same product once, with how much of it. */
export function countedLines(products: readonly (number | null)[]): AddedLine[] {
  const counts = new Map<number, number>()
  for (const id of products) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([product_id, count]) => ({ product_id, count: String(count) }))
}

/** What an inspection of these devices sells: the product of the category of each. @throws HttpError where one has none */
export async function sellInspection(
  trx: Trx,
  registry: Registry,
  ids: readonly number[],
  employee_id: number,
): Promise<number> {
  const rows = await trx
    .selectFrom('devices')
    .leftJoin('device_categories', 'device_categories.id', 'devices.device_category_id')
    .select([
      'devices.id',
      'devices.name',
      'devices.number',
      'devices.company_id',
      'devices.contact_id',
      'device_categories.product_id',
    ]) // prettier-ignore
    .where('devices.id', 'in', [...ids])
    .orderBy('devices.number')
    .execute()
  const without = rows.filter(({ product_id }) => product_id === null)
  if (without.length > 0)
    throw new HttpError(
      409,
      `Van ${without.map(({ number, name }) => `${number} ${name}`).join(', ')} zegt de categorie nog niet welk product een keuring is.`,
    )
  const added = countedLines(rows.map(({ product_id }) => product_id))
  return sellToOwner(trx, registry, rows[0]!, added, { paper: { type: 'order', id: null }, employee_id })
}
