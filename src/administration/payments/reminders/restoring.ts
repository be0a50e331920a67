import { sql } from 'kysely'
import { HttpError } from '../../../platform/errors.ts'
import type { Restoring } from '../../../platform/undo/points.ts'

/** A letter that left the house is not taken back: it would be written a second time. */
export const letterRestoring: Restoring = {
  table: 'reminders',
  lock: async (trx, changes) => {
    await sql`lock table reminders in share row exclusive mode`.execute(trx)
    const made = changes.filter(({ kind }) => kind === 'created').map(({ id }) => id)
    const { rows } = await sql`select 1 from reminders where id = any(${made}) and sent_at is not null limit 1`.execute(
      trx,
    )
    if (rows.length > 0) throw new HttpError(409, 'De brief is al verzonden.')
  },
}
