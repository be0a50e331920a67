import { HttpError, NotFound } from '../../../../platform/errors.ts'
import type { Trx } from '../../../../platform/database/types.ts'

/** An invoice that has a number, locked. @throws NotFound; HttpError where it is a concept */
export async function lockStanding(trx: Trx, id: number) {
  const row = await trx
    .selectFrom('invoices')
    .select(['id', 'uid', 'state', 'open', 'sent_at', 'credits_id', 'disputed', 'written_off', 'total'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFound('Factuur')
  if (row.uid === null) throw new HttpError(409, 'Een concept krijgt eerst een nummer.')
  return row
}
