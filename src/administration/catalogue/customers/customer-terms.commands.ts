import type { Trx } from '../../../platform/database/types.ts'
import { lockRow, lockVersion } from '../../../platform/database/versioned.ts'
import { Invalid } from '../../../platform/errors.ts'
import { type TaxCategory, getTaxType } from '../vat/index.ts'
import type { CustomerTermsEdit } from './customer-terms.forms.ts'
import { type Whose, termsOf } from './customer-terms.queries.ts'
import { asksVatId, vatProblem } from './customer-terms.rules.ts'
import { lawNumbersOf } from './law-numbers.queries.ts'
import { NO_NUMBERS } from './law-numbers.rules.ts'

/** VAT that is shifted to the customer names its btw-id on the invoice, and what leaves the country goes to who is elsewhere. @throws Invalid */
async function refuseImpossibleVat(trx: Trx, whose: Whose, id: number, taxTypeId: number | null): Promise<void> {
  if (taxTypeId === null) return
  const { category } = await getTaxType(trx, taxTypeId)
  const { country_code } = await lockRow(trx, whose === 'company' ? 'companies' : 'contacts', id)
  const { vat_id } = (whose === 'company' ? (await lawNumbersOf(trx, [id])).get(id) : null) ?? NO_NUMBERS
  const problem = vatProblem(category as TaxCategory, { vat_id, country_code })
  if (problem !== null) throw new Invalid({ tax_type_id: [problem] })
  if (!asksVatId(category as TaxCategory) || vat_id !== null) return
  const message =
    whose === 'company'
      ? 'Hiervoor is het btw-id van de klant nodig. Vul dat eerst in bij het bedrijf.'
      : 'Hiervoor is het btw-id van de klant nodig, en dat heeft alleen een bedrijf.'
  throw new Invalid({ tax_type_id: [message] })
}

/** Answers the id of the row. @throws Invalid, Stale when someone else saved first */
export async function saveTerms(
  trx: Trx,
  { whose, id }: { whose: Whose; id: number },
  { version, ...input }: CustomerTermsEdit,
): Promise<number> {
  await refuseImpossibleVat(trx, whose, id, input.tax_type_id)
  const column = `${whose}_id` as const
  // What somebody else began at the same moment is there afterwards, and judged by its version.
  const made = await trx
    .insertInto('customer_terms')
    .values({ [column]: id, ...input })
    .onConflict((conflict) => conflict.column(column).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const { id: row } = (await termsOf(trx, whose, id))!
  await lockVersion(trx, 'customer_terms', row, version, input)
  await trx.updateTable('customer_terms').set(input).where('id', '=', row).execute()
  return row
}
