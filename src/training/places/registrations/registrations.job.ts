import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'

/** What was received is of no use any more once it is a year old, whatever became of it; a place that it kept comes free. */
export const forgetReceived = (db: Db) =>
  inTransaction(db, null, (trx) =>
    trx
      .deleteFrom('entries')
      .where('received_at', '<', sql<Date>`now() - interval '1 year'`)
      .execute(),
  )

export const forgetEntries: JobHandler = async (_payload, { db }) => {
  await forgetReceived(db)
}
