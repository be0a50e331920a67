import type { Trx } from '../../../platform/database/types.ts'
import { lockRow, lockVersion } from '../../../platform/database/versioned.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import type { TaxInput, TaxTypeEdit, TaxTypeInput } from './vat.forms.ts'
import { type TaxCategory, needsReason } from './vat.rules.ts'

export async function addTaxType(trx: Trx, { percentage, valid_from, ...input }: TaxTypeInput): Promise<number> {
  const { id } = await trx.insertInto('tax_types').values(input).returning('id').executeTakeFirstOrThrow()
  await addTax(trx, id, { percentage, valid_from })
  return id
}

/** Its category stays, for invoices tell of it. @throws NotFound, Invalid, Stale when someone else saved first */
export async function editTaxType(trx: Trx, id: number, { version, ...input }: TaxTypeEdit): Promise<void> {
  const { category } = await lockVersion(trx, 'tax_types', id, version, input)
  if (needsReason(category as TaxCategory) && input.reason === null)
    throw new Invalid({ reason: ['Vul in waarom er geen btw wordt gerekend.'] })
  await trx.updateTable('tax_types').set(input).where('id', '=', id).execute()
}

export async function deleteTaxType(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('tax_types').where('id', '=', id).execute()
}

export async function addTax(trx: Trx, tax_type_id: number, input: TaxInput): Promise<number> {
  const { category } = await lockRow(trx, 'tax_types', tax_type_id)
  const { id } = await trx
    .insertInto('taxes')
    .values({ tax_type_id, category, ...input })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Answers of which type it is. @throws NotFound, Stale when someone else saved first */
export async function editTax(
  trx: Trx,
  id: number,
  { version, ...input }: TaxInput & { version: number },
): Promise<number> {
  const { tax_type_id } = await lockVersion(trx, 'taxes', id, version, input)
  await trx.updateTable('taxes').set(input).where('id', '=', id).execute()
  return tax_type_id
}

/** A type keeps a percentage. @throws NotFound, Invalid */
export async function deleteTax(trx: Trx, id: number): Promise<void> {
  const row = await trx.selectFrom('taxes').select('tax_type_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Btw-percentage')
  await lockRow(trx, 'tax_types', row.tax_type_id)
  await trx.deleteFrom('taxes').where('id', '=', id).execute()
  await refuseUnrated(trx, [row.tax_type_id])
}

/** @throws Invalid when one of these types has no percentage */
export async function refuseUnrated(trx: Trx, ids: number[]): Promise<void> {
  const rated = trx.selectFrom('taxes').select('tax_type_id')
  const bare = await trx
    .selectFrom('tax_types')
    .select('id')
    .where('id', 'in', ids)
    .where('id', 'not in', rated)
    .executeTakeFirst()
  if (bare) throw new Invalid({ _form: ['Een btw-soort houdt minimaal één percentage.'] })
}
