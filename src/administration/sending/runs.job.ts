import { inTransaction } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/errors.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { nextSending, sendNext, skipSending } from './runs.commands.ts'

const NEWS = { type: 'invoice', id: 0 }

/** What makes an invoice impossible to send stays with that one; the others go on. */
async function sendOrSkip(services: Services, item: number, actor: { id: number; actedBy: null } | null) {
  const { db, changes } = services
  try {
    await inTransaction(db, actor, async (trx) => {
      const id = await sendNext(trx, services, item)
      await changes.announce(trx, [id === null ? NEWS : { type: 'invoice', id }, { type: 'message', id: 0 }])
    })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await inTransaction(db, actor, async (trx) => {
      await skipSending(trx, item, error.message)
      await changes.announce(trx, [NEWS])
    })
  }
}

/**
 * Sends the invoices of a run one by one, each with its number and its mail in a transaction of its own: a process that is
 * killed leaves one sent or not sent, and another goes on.
 */
export const runSending: JobHandler = async ({ run }, services, signal) => {
  const id = Number(run)
  for (;;) {
    signal?.throwIfAborted()
    const item = await nextSending(services.db, id)
    if (item === undefined) break
    const { started_by } = await services.db
      .selectFrom('sending_runs')
      .select('started_by')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await sendOrSkip(services, item, started_by === null ? null : { id: started_by, actedBy: null })
  }
  await inTransaction(services.db, null, (trx) => services.changes.announce(trx, [NEWS]))
}
