import { sql } from 'kysely'
import { recordEvent } from '../../platform/database/history.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Db } from '../../platform/database/types.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'

/** What was wrong. */
type Kind = 'password' | 'code'

const ACTIONS: Record<Kind, string> = { password: 'sign-in-failed', code: 'code-failed' }

/**
 * Counts a wrong password or code. What was typed is not kept: an address without an account may hold a password that
 * somebody typed in the wrong field.
 */
export async function noteFailure(db: Db, kind: Kind, of: { id: number } | { email: string }): Promise<void> {
  const user = 'id' in of ? sql`${of.id}::integer` : sql`(select id from users where email = ${of.email})`
  await sql`
    insert into sign_in_failures (user_id, kind, hour) values (${user}, ${kind}, date_trunc('hour', now()))
    on conflict (user_id, kind, hour) do update set count = sign_in_failures.count + 1
  `.execute(db)
}

/** Writes the failures of the hours that are over in the history, an entry per account and hour. */
export const recordFailures: JobHandler = async (_, { db }) => {
  await inTransaction(db, null, async (trx) => {
    const hours = await trx
      .deleteFrom('sign_in_failures')
      .where('hour', '<', sql<Date>`date_trunc('hour', now())`)
      .returning(['user_id', 'kind', 'hour', 'count'])
      .execute()
    for (const { user_id, kind, hour, count } of hours)
      await recordEvent(trx, null, {
        type: 'user',
        id: user_id,
        action: ACTIONS[kind as Kind],
        details: { hour: hour.toISOString(), count },
      })
  })
}
