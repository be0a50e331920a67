import { HttpError } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import { makeConcept } from '../../invoices/invoices/index.ts'
import { addOrder } from '../orders/index.ts'
import { type SaleLine, awaitPlaces, copyLines, listSaleLines } from '../../sales/sales/index.ts'
import { lockFor } from './quotations.commands.ts'
import type { Quotation } from './quotations.queries.ts'
import { FOLLOWED, NOTHING, goingOn } from './quotations.rules.ts'

const firstOf = async (trx: Trx, table: 'orders' | 'invoices', id: number): Promise<number | null> => {
  const row = await trx.selectFrom(table).select('id').where('quotation_id', '=', id).orderBy('id').executeTakeFirst()
  return row?.id ?? null
}

/**
 * Whoever makes something of a quotation that nobody answered says yes for the customer.
 * @returns when it was accepted
 */
export async function take(trx: Trx, quotation: Quotation): Promise<Date> {
  if (quotation.status === 'accepted') return quotation.accepted_at!
  const accepted_at = new Date()
  await trx.updateTable('quotations').set({ accepted_at }).where('id', '=', quotation.id).execute()
  return accepted_at
}

async function linesOf(trx: Trx, id: number): Promise<SaleLine[]> {
  const lines = goingOn(await listSaleLines(trx, { type: 'quotation', id }))
  if (!lines.some(({ kind }) => kind === 'product')) throw new HttpError(409, NOTHING)
  return lines
}

const headOf = ({ company_id, contact_id, employee_id, reference, ...rest }: Quotation) => ({
  head: { company_id, contact_id, employee_id, reference },
  address: {
    street: rest.street,
    street_no: rest.street_no,
    street_no_adding: rest.street_no_adding,
    postal_code: rest.postal_code,
    city: rest.city,
    country_code: rest.country_code,
  },
})

/**
 * The order of a quotation, of the day on which it was accepted and at the prices that were offered; each line knows where
 * it came from. Asked again it is the same order.
 * @throws NotFound; HttpError where it was declined, has nothing on it, or became an invoice
 */
export async function makeOrderOf(trx: Trx, registry: Registry, id: number): Promise<{ id: number; isNew: boolean }> {
  const quotation = await lockFor(trx, id, 'follow')
  const known = await firstOf(trx, 'orders', id)
  if (known !== null) return { id: known, isNew: false }
  if ((await firstOf(trx, 'invoices', id)) !== null) throw new HttpError(409, FOLLOWED.invoice)
  const lines = await linesOf(trx, id)
  const accepted = await take(trx, quotation)
  const { head, address } = headOf(quotation)
  const order = await addOrder(trx, {
    ...head,
    ...address,
    quotation_id: id,
    order_date: today(accepted),
    plannable: true,
    header_text: null,
    footer_text: null,
  })
  await copyLines(trx, { type: 'order', id: order }, lines)
  await awaitPlaces(trx, registry, order)
  return { id: order, isNew: true }
}

/**
 * The concept of an invoice of a quotation, of today at the prices that were offered. Asked again it is the same one.
 * @throws NotFound; HttpError where it was declined, has nothing on it, or became an order
 */
export async function makeInvoiceOf(trx: Trx, registry: Registry, id: number): Promise<{ id: number; isNew: boolean }> {
  const quotation = await lockFor(trx, id, 'follow')
  const known = await firstOf(trx, 'invoices', id)
  if (known !== null) return { id: known, isNew: false }
  if ((await firstOf(trx, 'orders', id)) !== null) throw new HttpError(409, FOLLOWED.order)
  const lines = await linesOf(trx, id)
  await take(trx, quotation)
  const { head, address } = headOf(quotation)
  const invoice = await makeConcept(trx, registry, {
    ...head,
    address,
    quotation_id: id,
    line_ids: lines.map((line) => line.id),
  })
  return { id: invoice, isNew: true }
}
