import type { Trx } from '../../platform/database/types.ts'
import { lockRow, lockVersion } from '../../platform/database/versioned.ts'
import { Invalid } from '../../platform/errors.ts'
import { type TaxCategory, getTaxType } from '../vat/index.ts'
import type { CustomerTermsEdit } from './customer-terms.forms.ts'
import { type Whose, termsOf } from './customer-terms.queries.ts'
import { asksVatId } from './customer-terms.rules.ts'

/** VAT that is shifted to the customer names its btw-id on the invoice. @throws Invalid */
async function refuseWithoutVatId(trx: Trx, whose: Whose, id: number, taxTypeId: number | null): Promise<void> {
  if (taxTypeId === null) return
  const { category } = await getTaxType(trx, taxTypeId)
  if (!asksVatId(category as TaxCategory)) return
  const vatId = whose === 'company' ? (await lockRow(trx, 'companies', id)).vat_id : null
  if (vatId !== null) return
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
  await refuseWithoutVatId(trx, whose, id, input.tax_type_id)
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
