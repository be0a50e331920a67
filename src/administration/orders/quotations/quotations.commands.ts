import { HttpError, Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockRow, lockVersion } from '../../../platform/database/versioned.ts'
import type { Address } from '../../../platform/fields/address.ts'
import { today } from '../../../platform/format/zone.ts'
import { copyAnew, copyLines, freeSources, listSaleLines, refuseStrangers, repriceSale, setChosen, withPlace } from '../../sales/sales/index.ts' // prettier-ignore
import { makeQuotation } from './create.commands.ts'
import type { QuotationEdit, QuotationInput } from './quotations.forms.ts'
import { type Quotation, getQuotation } from './quotations.queries.ts'
import { type Act, NOTHING, TAKEN_OVER, allows, refusalOf, refusalToChange } from './quotations.rules.ts'

type Place = Address & { country_code: string }
const placeOf = ({ street, street_no, street_no_adding, postal_code, city, country_code }: Place): Place => ({
  ...{ street, street_no, street_no_adding, postal_code, city, country_code },
})

/** A quotation by hand, with no lines yet. @throws Invalid where nobody buys, or two who do not belong together */
export async function addQuotation(trx: Trx, input: QuotationInput): Promise<number> {
  await refuseStrangers(trx, input)
  const { company_id, contact_id, employee_id, reference, quotation_date, valid_until, ...rest } = await withPlace(trx, input) // prettier-ignore
  return makeQuotation(trx, {
    ...{ company_id, contact_id, employee_id, reference, quotation_date, valid_until },
    ...{ header_text: rest.header_text, footer_text: rest.footer_text },
    address: placeOf(rest),
  })
}

/** A quotation as it is, locked, where this can be done with it. @throws NotFound; HttpError where it cannot */
export async function lockFor(trx: Trx, id: number, act: Act): Promise<Quotation> {
  await lockRow(trx, 'quotations', id)
  const quotation = await getQuotation(trx, id)
  if (!allows(act, quotation.status)) throw new HttpError(409, refusalOf(act, quotation.status))
  return quotation
}

/** Locks those that are sent, in one order. */
export async function lockQuotations(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx
    .selectFrom('quotations')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * @returns how many of its lines got another price, of another customer or day
 * @throws NotFound, Invalid; Stale when someone else saved first; Unconfirmed where prices were agreed already; HttpError
 *   where the customer has it
 */
export async function editQuotation(
  trx: Trx,
  id: number,
  { version, prices, ...input }: QuotationEdit,
): Promise<number> {
  const row = await lockVersion(trx, 'quotations', id, version, input)
  const refusal = refusalToChange(await getQuotation(trx, id))
  if (refusal !== null) throw new HttpError(409, refusal)
  await refuseStrangers(trx, input)
  await trx.updateTable('quotations').set(input).where('id', '=', id).execute()
  return repriceSale(
    trx,
    { type: 'quotation', id },
    { before: { ...row, day: row.quotation_date }, after: { ...input, day: input.quotation_date }, answer: prices },
  )
}

/** Takes a quotation away; lines of orders that stood on it can go elsewhere again. */
export async function deleteQuotation(trx: Trx, id: number): Promise<void> {
  await lockRow(trx, 'quotations', id)
  await freeSources(trx, { type: 'quotation', id })
  await trx.deleteFrom('quotations').where('id', '=', id).execute()
}

/**
 * The same once more, of today and not sent.
 * @param prices 'kept' as they are, or 'new' as they are today for this customer
 */
export async function copyQuotation(trx: Trx, id: number, prices: 'kept' | 'new'): Promise<number> {
  const quotation = await getQuotation(trx, id)
  const { company_id, contact_id, employee_id, reference, header_text, footer_text, print_layout_id } = quotation
  const lines = await listSaleLines(trx, { type: 'quotation', id })
  const copy = await makeQuotation(trx, {
    ...{ company_id, contact_id, employee_id, reference, header_text, footer_text, print_layout_id },
    address: placeOf(quotation),
  })
  const to = { type: 'quotation', id: copy } as const
  if (prices === 'kept') await copyLines(trx, to, lines, { linked: false })
  else await copyAnew(trx, { ...to, company_id, contact_id, day: today() }, lines)
  return copy
}

const hasProduct = async (trx: Trx, id: number): Promise<boolean> =>
  (await listSaleLines(trx, { type: 'quotation', id })).some(({ kind, chosen }) => kind === 'product' && chosen)

/**
 * A quotation goes to its customer. Who buys alone ticks options by hand: what was ticked before does not bind them
 * (article 6:230j BW). @throws HttpError where it did already, or where nothing is offered on it
 */
export async function markSent(trx: Trx, id: number, now = new Date()): Promise<void> {
  const { valid_until, company_id } = await lockFor(trx, id, 'send')
  if (!(await hasProduct(trx, id))) throw new HttpError(409, NOTHING)
  if (company_id === null) await setChosen(trx, id, [])
  if (valid_until < today(now)) throw new HttpError(409, 'De geldigheid is voorbij. Wijzig die eerst.')
  await trx
    .updateTable('quotations')
    .set({ sent_at: now, viewed_at: null, withdrawn_at: null })
    .where('id', '=', id)
    .execute()
}

/** It is a concept again, and can be changed. @throws HttpError where something was made of it */
export async function withdraw(trx: Trx, id: number, now = new Date()): Promise<void> {
  const { is_followed } = await lockFor(trx, id, 'withdraw')
  if (is_followed) throw new HttpError(409, TAKEN_OVER)
  await trx
    .updateTable('quotations')
    .set({
      ...{ sent_at: null, viewed_at: null, accepted_at: null, accepted_name: null },
      ...{ declined_at: null, decline_reason: null, withdrawn_at: now },
    })
    .where('id', '=', id)
    .execute()
}

/** The customer reads it, for the first time since it was sent: whether that is so. */
export async function noteViewed(trx: Trx, id: number, now = new Date()): Promise<boolean> {
  const viewed = await trx
    .updateTable('quotations')
    .set({ viewed_at: now })
    .where('id', '=', id)
    .where('stage', '=', 'sent')
    .returning('id')
    .executeTakeFirst()
  return viewed !== undefined
}

/** The customer said yes, to these of the options. @throws HttpError where nothing is left to say yes to */
export async function accept(
  trx: Trx,
  id: number,
  { accepted_name, chosen }: { accepted_name: string; chosen: readonly number[] },
  now = new Date(),
): Promise<void> {
  await lockFor(trx, id, 'accept')
  await setChosen(trx, id, chosen)
  if (!(await hasProduct(trx, id))) throw new HttpError(409, NOTHING)
  await trx.updateTable('quotations').set({ accepted_at: now, accepted_name }).where('id', '=', id).execute()
}

/** The customer said no. */
export async function decline(
  trx: Trx,
  id: number,
  { decline_reason }: { decline_reason: string | null },
  now = new Date(),
): Promise<void> {
  await lockFor(trx, id, 'decline')
  await trx.updateTable('quotations').set({ declined_at: now, decline_reason }).where('id', '=', id).execute()
}

/** It holds until another day. @throws Invalid for a day that is over */
export async function extend(trx: Trx, id: number, valid_until: string): Promise<void> {
  await lockFor(trx, id, 'extend')
  if (valid_until < today()) throw new Invalid({ valid_until: ['Kies vandaag of een latere dag.'] })
  await trx.updateTable('quotations').set({ valid_until }).where('id', '=', id).execute()
}
