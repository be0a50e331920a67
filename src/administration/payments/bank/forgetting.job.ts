import { sql } from 'kysely'
import { maskHistory } from '../../../platform/database/history.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import { forgetGonePayers } from '../../invoices/invoices/index.ts'
import { KEPT } from './person-data.ts'

export const FORGET = 'bank.forget'
/** Until then they can come back: a day, and an hour for who is just taking the change back. */
const MAY_COME_BACK = '25 hours'
/** So many at once: a statement may have thousands of lines. */
const BATCH = 1000

/** Lines of statements that were deleted: the condition is that of `history_gone_bank_entries`. */
async function forgetGoneEntries(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select distinct h.row_id::integer as id from (
      select row_id from history
      where action = 'delete' and table_name = 'bank_entries' and (changes -> 'description' ->> 0) <> '(verwijderd)'
        and at < now() - ${MAY_COME_BACK}::interval
        and not exists (select from bank_entries e where e.id = history.row_id)
      order by at limit ${BATCH}) h`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await maskHistory(trx, 'bank_entry', ids, KEPT)
  return ids.length
}

/** Takes who paid from the history of lines that were deleted, and of payments that were taken away, a day ago. */
export const forgetGone: JobHandler = async (_payload, { db }, signal) => {
  for (;;) {
    signal?.throwIfAborted()
    const forgot = await inTransaction(db, null, async (trx) => {
      const entries = await forgetGoneEntries(trx)
      return entries + (await forgetGonePayers(trx, MAY_COME_BACK, BATCH))
    })
    if (forgot === 0) return
  }
}
