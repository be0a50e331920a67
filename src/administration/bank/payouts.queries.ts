import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatCount, formatMoney } from '../../platform/format/format.ts'
import type { KnownPayout } from './matching.types.ts'

/** A payout older than this came in long ago. */
const DAYS = 120

/** What payment providers paid out lately and no entry was matched with yet. */
export async function listPayouts(db: Db | Trx): Promise<KnownPayout[]> {
  const rows = await db
    .selectFrom('online_settlements')
    .select(['id', 'reference', 'amount', 'costs', 'payments'])
    .where('settled_on', '>', sql<string>`current_date - ${DAYS}::integer`)
    .where(
      sql<boolean>`not exists (select from bank_matches m where m.kind = 'payout' and m.note = online_settlements.id)`,
    )
    .execute()
  return rows.map(({ id, reference, amount, costs, payments }) => ({
    ...{ id, reference, amount },
    text: `${formatCount(payments, 'betaling', 'betalingen')}, ${formatMoney(costs)} kosten`,
  }))
}

/** Whether no entry is matched with a payout yet; who asks keeps others from it until the end of the save. */
export async function isPayoutFree(trx: Trx, id: string): Promise<boolean> {
  await trx.selectFrom('online_settlements').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const match = await trx
    .selectFrom('bank_matches')
    .select('id')
    .where('kind', '=', 'payout')
    .where('note', '=', id)
    .executeTakeFirst()
  return match === undefined
}
