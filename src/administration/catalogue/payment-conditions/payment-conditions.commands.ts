import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { PaymentConditionEdit, PaymentConditionInput } from './payment-conditions.forms.ts'
import { getPaymentCondition } from './payment-conditions.queries.ts'

/** One standard at a time: whoever may make another one waits for who did before. */
export const lockAll = (trx: Trx) =>
  trx.selectFrom('payment_conditions').select('id').orderBy('id').forUpdate().execute()

/** Answers which one was the standard until now, where that changes. */
async function takeOver(trx: Trx, id: number | null): Promise<number[]> {
  const rows = await trx
    .updateTable('payment_conditions')
    .set({ is_default: false })
    .where('is_default', '=', true)
    .where('id', 'is distinct from', id)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Answers its id, and which others changed by it: the standard is one. */
export async function addPaymentCondition(trx: Trx, input: PaymentConditionInput): Promise<number[]> {
  await lockAll(trx)
  const before = input.is_default ? await takeOver(trx, null) : []
  const { id } = await trx.insertInto('payment_conditions').values(input).returning('id').executeTakeFirstOrThrow()
  return [id, ...before]
}

/** Answers its id, and which others changed by it. @throws NotFound, Invalid, Stale when someone else saved first */
export async function editPaymentCondition(
  trx: Trx,
  id: number,
  { version, ...input }: PaymentConditionEdit,
): Promise<number[]> {
  await lockAll(trx)
  const row = await lockVersion(trx, 'payment_conditions', id, version, input)
  if (row.is_default && !input.is_default)
    throw new Invalid({ is_default: ['Maak een andere conditie de standaard; deze is het dan niet meer.'] })
  const before = input.is_default ? await takeOver(trx, id) : []
  await trx.updateTable('payment_conditions').set(input).where('id', '=', id).execute()
  return [id, ...before]
}

/** @throws NotFound, Invalid for the standard */
export async function deletePaymentCondition(trx: Trx, id: number): Promise<void> {
  await lockAll(trx)
  const { is_default } = await getPaymentCondition(trx, id)
  if (is_default) throw new Invalid({ _form: ['Dit is de standaard. Maak eerst een andere conditie de standaard.'] })
  await trx.deleteFrom('payment_conditions').where('id', '=', id).execute()
}

/** @throws Invalid when none is the standard */
export async function refuseNoStandard(trx: Trx): Promise<void> {
  const standard = await trx
    .selectFrom('payment_conditions')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirst()
  if (!standard) throw new Invalid({ _form: ['Eén betalingsconditie blijft de standaard.'] })
}
