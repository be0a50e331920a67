import { HttpError, Invalid } from '../../../../platform/errors.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import { today } from '../../../../platform/format/zone.ts'
import { digitsOf, exact } from '../../../catalogue/prices/index.ts'
import { type SaleLine, copyLines } from '../../../sales/sales/index.ts'
import { makeConceptOf } from '../concepts.commands.ts'
import { listCreditable } from './credit.queries.ts'
import { fits } from './credit.rules.ts'
import { settledOn } from '../deposits/deposits.queries.ts'
import { getInvoice } from '../invoices.queries.ts'
import { lockStanding } from '../definitive/locking.commands.ts'

/** What of a line is credited: its id, and how many, as a count above zero. */
export interface Wanted {
  id: number
  count: string
}

/** The lines with the counts that are asked; all that is left of each when none are. @throws Invalid, HttpError */
async function chosenLines(trx: Trx, id: number, wanted: readonly Wanted[] | null): Promise<SaleLine[]> {
  const lines = await listCreditable(trx, id)
  if (lines.every(({ left }) => left === 0n)) throw new HttpError(409, 'Deze factuur is al helemaal gecrediteerd.')
  if (wanted === null)
    return lines
      .filter(({ kind, left }) => kind !== 'product' || left !== 0n)
      .map((line) => (line.kind === 'product' ? { ...line, count: digitsOf(line.left) } : line))
  if (wanted.length === 0) throw new Invalid({ lines: ['Vink minimaal één regel aan.'] })
  const asked = new Map(wanted.map(({ id, count }, i) => [id, { i, units: exact(count) }]))
  if (asked.size < wanted.length || wanted.some((one) => !lines.some(({ id }) => id === one.id)))
    throw new Invalid({ lines: ['Kies regels van deze factuur, elk één keer.'] })
  return lines.flatMap((line) => {
    const ask = asked.get(line.id)
    if (!ask) return []
    const units = line.left < 0n ? -ask.units : ask.units
    const refuse = (message: string) => new Invalid({ [`lines.${ask.i}.count`]: [message] })
    if (!fits(units, line.left)) throw refuse(`Van ${line.name} is hooguit ${shownCount(line.left)} te crediteren.`)
    if (line.discount_type === 'money' && Number(line.discount) > 0 && units !== exact(line.count))
      throw refuse('Een regel met een korting in euro’s wordt in zijn geheel gecrediteerd.')
    return [{ ...line, count: digitsOf(units) }]
  })
}

const shownCount = (units: bigint) =>
  digitsOf(units)
    .replace('-', '')
    .replace(/\.?0+$/, '')
    .replace('.', ',')

/**
 * Makes a concept that takes back an invoice, or some of its lines: the same with their counts turned around.
 * @returns its id
 * @throws NotFound; Invalid by line; HttpError where it is a concept, credits another one, or nothing of it is left
 */
export async function makeCredit(
  trx: Trx,
  id: number,
  wanted: readonly Wanted[] | null,
  invoice_date = today(),
): Promise<number> {
  const { credits_id } = await lockStanding(trx, id)
  if (credits_id !== null) throw new HttpError(409, 'Een creditfactuur kan niet zelf worden gecrediteerd.')
  const settled = await settledOn(trx, id)
  if (settled)
    throw new HttpError(409, `Deze aanbetaling is al verrekend op ${settled.uid ?? 'een concept'}. Crediteer of verwijder dat eerst.`) // prettier-ignore
  const lines = await chosenLines(trx, id, wanted)
  const invoice = await getInvoice(trx, id)
  const { company_id, contact_id, payment_condition_id, reference, order_id, quotation_id } = invoice
  const { street, street_no, street_no_adding, postal_code, city, country_code } = invoice
  const credit = await makeConceptOf(trx, {
    ...{ company_id, contact_id, payment_condition_id, reference, order_id, quotation_id, invoice_date },
    credits_id: id,
    address: { street, street_no, street_no_adding, postal_code, city, country_code },
    header_text: `Deze creditfactuur hoort bij factuur ${invoice.uid} van ${formatDate(invoice.invoice_date)}.`,
  })
  await copyLines(trx, { type: 'invoice', id: credit }, lines, { turned: true })
  return credit
}
