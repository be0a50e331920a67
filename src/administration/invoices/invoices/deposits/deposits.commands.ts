import { HttpError, Invalid } from '../../../../platform/errors.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { lockRow } from '../../../../platform/database/versioned.ts'
import { formatMoney } from '../../../../platform/format/format.ts'
import { formatPercents } from '../../../../platform/format/price.ts'
import { bothOf } from '../../../catalogue/prices/index.ts'
import { type SaleLine, addAmounts, listSaleLines } from '../../../sales/sales/index.ts'
import { type Concept, makeConceptOf } from '../concepts.commands.ts'
import { type DepositedSale, listDeposits } from './deposits.queries.ts'
import { type DepositAsked, depositOf } from './deposits.rules.ts'

/** What of a sale something can be asked beforehand: products that have not gone on. */
const depositable = (lines: readonly SaleLine[]): SaleLine[] =>
  lines.filter(({ kind, destination, chosen }) => kind === 'product' && destination === null && chosen)

/** What a deposit of lines comes to, by kind of VAT. */
export const partsOf = (lines: readonly SaleLine[], asked: DepositAsked) =>
  depositOf(
    depositable(lines).map(({ tax_type_id, tax, taxes_included, amount }) => ({
      tax: String(tax_type_id),
      rate: tax ?? '0',
      taxes_included,
      amount: BigInt(amount),
    })),
    asked,
  )

/**
 * Makes a concept that asks a part of an order or of an accepted quotation beforehand.
 * @returns its id
 * @throws NotFound; Invalid on `value` for more than is left to ask; HttpError where nothing of it is left
 */
export async function makeDeposit(
  trx: Trx,
  sale: DepositedSale,
  asked: DepositAsked,
  employee_id: number,
): Promise<number> {
  const isOrder = 'order_id' in sale
  const head = isOrder
    ? await lockRow(trx, 'orders', sale.order_id)
    : await lockRow(trx, 'quotations', sale.quotation_id)
  if ('stage' in head && head.stage !== 'accepted') throw new HttpError(409, 'De offerte is nog niet geaccepteerd.')
  const lines = await listSaleLines(trx, isOrder ? { type: 'order', id: head.id } : { type: 'quotation', id: head.id })
  if (depositable(lines).length === 0) throw new HttpError(409, 'Hiervan is niets meer te factureren.')
  const parts = partsOf(lines, asked)
  const wanted = parts.reduce((sum, { amount, rate, taxes_included }) => sum + bothOf(amount, rate, taxes_included).incl, 0n) // prettier-ignore
  const whole = partsOf(lines, { percentage: '100' }).reduce((sum, { amount, rate, taxes_included }) => sum + bothOf(amount, rate, taxes_included).incl, 0n) // prettier-ignore
  const before = (await listDeposits(trx, sale)).reduce((sum, { left }) => sum + BigInt(left), 0n)
  const most = whole - before
  if (wanted > most || wanted === 0n)
    throw new Invalid({ value: [most > 0n ? `Er kan nog hooguit ${formatMoney(Number(most))} worden aanbetaald.` : 'Alles is al aanbetaald.'] }) // prettier-ignore
  const { company_id, contact_id, reference } = head
  const { street, street_no, street_no_adding, postal_code, city, country_code } = head
  const concept: Omit<Concept, 'added'> = {
    ...{ company_id, contact_id, reference, employee_id: head.employee_id ?? employee_id },
    ...(isOrder ? { order_id: head.id } : {}),
    address: { street, street_no, street_no_adding, postal_code, city, country_code },
  }
  const id = await makeConceptOf(trx, concept)
  const name = `Aanbetaling ${'percentage' in asked ? `${formatPercents(asked.percentage)} ` : ''}op ${isOrder ? 'order' : 'offerte'} ${head.uid}` // prettier-ignore
  await addAmounts(
    trx,
    { type: 'invoice', id },
    parts.map(({ tax, rate, taxes_included, amount }) => ({
      ...{ name, taxes_included, amount, tax: rate, tax_type_id: Number(tax), source_id: null },
    })),
  )
  await trx
    .insertInto('deposits')
    .values({ invoice_id: id, ...sale })
    .execute()
  return id
}
