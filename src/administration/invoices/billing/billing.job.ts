import { HttpError } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { billNext } from './billing.commands.ts'

const firstWaiting = ({ db }: Services, run: number) =>
  db
    .selectFrom('billing_items')
    .select('id')
    .where('run_id', '=', run)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** What made a bill impossible goes with that bill alone; the others go on. One that somebody else made meanwhile stays. */
const skip = ({ db }: Services, item: number, error: Error) =>
  inTransaction(db, null, (trx) =>
    trx
      .updateTable('billing_items')
      .set({ state: 'skipped', problem: error.message })
      .where('id', '=', item)
      .where('state', '=', 'waiting')
      .execute(),
  )

/**
 * Makes the concepts of a run one by one, each in a transaction of its own: a process that is killed leaves one made or
 * not made, and another goes on.
 */
export const runBilling: JobHandler = async ({ run }, services, signal) => {
  const { db, registry, changes } = services
  const id = Number(run)
  const started = await db.selectFrom('billing_runs').select('started_by').where('id', '=', id).executeTakeFirst()
  if (!started) return
  const actor = started.started_by === null ? null : { id: started.started_by, actedBy: null }
  for (;;) {
    signal?.throwIfAborted()
    const first = await firstWaiting(services, id)
    try {
      const made = await inTransaction(db, actor, async (trx) => {
        const invoice = await billNext(trx, registry, id)
        await changes.announce(trx, [{ type: 'invoice', id: invoice ?? 0 }])
        return invoice
      })
      if (made === undefined) return
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (first) await skip(services, first.id, error)
    }
  }
}
