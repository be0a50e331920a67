import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

const MOST_MS = 15 * 60_000
/** Nothing to do for so long is at rest: one job may leave the next. */
const QUIET_MS = 5_000

/**
 * Waits until a server has done what a filled database leaves to be done: thousands of confirmations, lines that are asked.
 * @throws Error when it never ends
 */
export async function serverAtRest(pool: pg.Pool): Promise<void> {
  const until = performance.now() + MOST_MS
  let since = performance.now()
  while (performance.now() - since < QUIET_MS) {
    const { rows } = await pool.query<{ busy: boolean }>(
      `select exists (select from graphile_worker.jobs where run_at <= now())
         or exists (select from mails where state in ('queued', 'sending') and attempts < 2) as busy`,
    )
    if (rows[0]!.busy) since = performance.now()
    if (performance.now() > until) throw new Error('the server is never at rest')
    await setTimeout(250)
  }
}
