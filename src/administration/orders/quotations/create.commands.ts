import { HttpError, NotFound } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Address } from '../../../platform/fields/address.ts'
import { today } from '../../../platform/format/zone.ts'
import {
  type AddedLine,
  addLines,
  addressOf,
  copyLines,
  listLines,
  refuseStrangers,
  setDestination,
  takeNumbers,
} from '../../sales/sales/index.ts'
import { validUntil } from './quotations.rules.ts'

/** Who is offered something, and what. */
export interface Offer {
  /** One of the two at least. */
  company_id: number | null
  contact_id: number | null
  /** Today when left out. */
  quotation_date?: string
  /** As long as a quotation usually holds when left out. */
  valid_until?: string
  /** That of the customer when left out. */
  address?: Address & { country_code: string }
  employee_id?: number | null
  reference?: string | null
  header_text?: string | null
  footer_text?: string | null
  print_layout_id?: number | null
  /** Lines of orders, in this order, at the prices that they have; their orders are locked by the caller. */
  line_ids?: readonly number[]
  /** Products at the prices of the day, behind them. */
  added?: readonly AddedLine[]
}

/**
 * Makes a quotation with its number. Lines of an order that come onto it are settled with it.
 * @returns its id
 * @throws NotFound where a line is gone; HttpError where one went elsewhere already; Invalid where nobody buys, or two who do
 * not belong together
 */
export async function makeQuotation(trx: Trx, offer: Offer): Promise<number> {
  const { address, quotation_date = today(), valid_until, line_ids = [], added = [], ...head } = offer
  await refuseStrangers(trx, head)
  const lines = await linesFor(trx, line_ids)
  const place = address ?? (await addressOf(trx, head))
  const year = Number(quotation_date.slice(0, 4))
  const [sequence] = await takeNumbers(trx, 'quotation', year)
  const { id } = await trx
    .insertInto('quotations')
    .values({
      ...head,
      ...place,
      quotation_date,
      valid_until: valid_until ?? validUntil(quotation_date),
      year,
      sequence: sequence!,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await copyLines(trx, { type: 'quotation', id }, lines)
  const settled = lines.filter(({ kind, order_id }) => kind === 'product' && order_id !== null)
  await setDestination(trx, settled.map((line) => line.id), 'quote') // prettier-ignore
  const { company_id, contact_id } = head
  await addLines(trx, { type: 'quotation', id, company_id, contact_id, day: quotation_date }, added)
  return id
}

/** Lines that go onto a quotation, in the order of their ids as given. */
async function linesFor(trx: Trx, ids: readonly number[]) {
  const found = await listLines(trx, ids)
  const lines = ids.map((id) => found.find((line) => line.id === id))
  if (lines.includes(undefined)) throw new NotFound('Regel')
  const gone = found.find(({ destination }) => destination !== null)
  if (gone) throw new HttpError(409, `${gone.name} is al verwerkt. Er is geen offerte gemaakt.`)
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
