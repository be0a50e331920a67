import { inTransaction } from '../../../platform/database/transaction.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { goOn, listToGoOn } from './create.commands.ts'

/**
 * Goes on with every search at `now`, each part in a transaction of its own: a process that is killed leaves somebody
 * asked or not asked, and another goes on.
 */
export async function goOnAll(services: Services, now: Date): Promise<void> {
  const ids = await inTransaction(services.db, null, (trx) => listToGoOn(trx, now))
  for (const id of ids) await inTransaction(services.db, null, (trx) => goOn(trx, services, id, now))
}

/** Every minute all searches; soon after something was saved that of one part. */
export const askJob: JobHandler = async ({ partId }, services) => {
  const now = new Date()
  if (typeof partId === 'number') await inTransaction(services.db, null, (trx) => goOn(trx, services, partId, now))
  else await goOnAll(services, now)
}
