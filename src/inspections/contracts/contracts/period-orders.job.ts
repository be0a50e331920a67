import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { daysAhead } from './ahead.queries.ts'
import { deliverBegun, makePeriodOrders } from './period-orders.commands.ts'
import { listGoingContracts } from './period-orders.queries.ts'

/** So many contracts share a transaction: a process that is killed leaves these made or not made. */
const TOGETHER = 20

async function makeSome(services: Services, ids: number[], ahead: number): Promise<void> {
  try {
    await inTransaction(services.db, null, async (trx) => {
      const { made } = await makePeriodOrders(trx, ids, { registry: services.registry, employee_id: null, ahead })
      if (made.size > 0) await services.changes.announce(trx, [...made.values()].map((id) => ({ type: 'order', id }))) // prettier-ignore
    })
  } catch (error) {
    // What makes one impossible stays with that one; the others go on.
    if (!(error instanceof HttpError)) throw error
    if (ids.length > 1) for (const id of ids) await makeSome(services, [id], ahead)
  }
}

/** Makes the orders whose work month comes, of all contracts that go on. Whatever was made already is left. */
export const makeOrdersNightly: JobHandler = async (_payload, services, signal) => {
  const ahead = await daysAhead(services.db)
  let after = 0
  for (;;) {
    signal?.throwIfAborted()
    const rows = await listGoingContracts(services.db, today()).where('id', '>', after).orderBy('id').limit(TOGETHER).execute() // prettier-ignore
    if (rows.length === 0) break
    await makeSome(services, rows.map(({ id }) => id), ahead) // prettier-ignore
    after = rows.at(-1)!.id
  }
  await inTransaction(services.db, null, (trx) => deliverBegun(trx))
}
