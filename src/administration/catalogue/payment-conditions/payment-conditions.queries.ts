import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'

/** As they stand in lists: in the order that the administrator made. */
export const byPosition = [sql`payment_conditions.position`, sql`payment_conditions.name collate "nl-x-icu"`]

export const listPaymentConditions = (db: Db | Trx) =>
  db
    .selectFrom('payment_conditions')
    .select([
      'payment_conditions.id',
      'payment_conditions.name',
      'payment_conditions.days',
      'payment_conditions.text',
      'payment_conditions.position',
      'payment_conditions.is_default',
      'payment_conditions.active',
      'payment_conditions.version',
      'payment_conditions.updated_at',
    ])
export type PaymentCondition = Awaited<ReturnType<typeof getPaymentCondition>>

/** @throws NotFound */
export async function getPaymentCondition(db: Db | Trx, id: number) {
  const row = await listPaymentConditions(db).where('payment_conditions.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Betalingsconditie')
  return row
}

/** The one that holds where nothing else is agreed. */
export const usualPaymentCondition = (db: Db | Trx): Promise<PaymentCondition> =>
  listPaymentConditions(db).where('payment_conditions.is_default', '=', true).executeTakeFirstOrThrow()

/** Where the next one stands: behind the last. */
export async function nextPosition(db: Db | Trx): Promise<number> {
  const { last } = await db
    .selectFrom('payment_conditions')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return Math.min(999, (last ?? 0) + 1)
}

export async function paymentConditionNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('payment_conditions').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
