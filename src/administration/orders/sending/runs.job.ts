import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/errors.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { nextSending, sendSome, skipSending } from './runs.commands.ts'

/**
 * So many invoices share a transaction and a mailing: reading, judging and queueing is done once for all of them. Whoever
 * makes another invoice definitive meanwhile waits a fraction of a second.
 */
export const TOGETHER = 20

const NEWS = { type: 'invoice', id: 0 }

type Actor = { id: number; actedBy: null } | null

/** What makes an invoice impossible to send stays with that one; the others go on. */
async function sendOrSkip(services: Services, run: number, items: number[], actor: Actor): Promise<void> {
  const { db, changes } = services
  try {
    await inTransaction(db, actor, async (trx) => {
      const ids = await sendSome(trx, services, run, items)
      const changed = ids.length === 0 ? [NEWS] : ids.map((id) => ({ type: 'invoice', id }))
      await changes.announce(trx, [...changed, { type: 'message', id: 0 }])
    })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const [only, ...others] = items
    if (others.length > 0) {
      for (const item of items) await sendOrSkip(services, run, [item], actor)
      return
    }
    await inTransaction(db, actor, async (trx) => {
      await skipSending(trx, only!, error.message)
      await changes.announce(trx, [NEWS])
    })
  }
}

/**
 * Sends the invoices of a run in their order, some at a time, each with its number and its mail in one transaction: a
 * process that is killed leaves each sent or not sent, and another goes on.
 */
export const runSending: JobHandler = async ({ run }, services, signal) => {
  const id = Number(run)
  for (;;) {
    signal?.throwIfAborted()
    const items = await nextSending(services.db, id, TOGETHER)
    if (items.length === 0) break
    const { started_by } = await services.db
      .selectFrom('sending_runs')
      .select('started_by')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await sendOrSkip(services, id, items, started_by === null ? null : { id: started_by, actedBy: null })
  }
  await inTransaction(services.db, null, (trx) => services.changes.announce(trx, [NEWS]))
}
