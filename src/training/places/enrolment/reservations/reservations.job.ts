import { inTransaction } from '../../../../platform/database/transaction.ts'
import { today } from '../../../../platform/format/zone.ts'
import type { JobHandler } from '../../../../platform/jobs/jobs.ts'
import type { Services } from '../../../../platform/services.ts'
import { releaseReservation } from './reservations.commands.ts'

/**
 * Gives the places back whose names were to be known before the day of `now`, each reservation in a transaction of its
 * own; who has more time by then keeps them.
 */
export async function releaseReservations(services: Services, now: Date): Promise<void> {
  const day = today(now)
  const over = await services.db
    .selectFrom('reservations')
    .innerJoin('appointments', 'appointments.id', 'reservations.appointment_id')
    .select('reservations.id')
    .where('names_by', '<', day)
    .where('appointments.status', 'not in', ['cancelled', 'done'])
    .orderBy('reservations.id')
    .execute()
  for (const { id } of over)
    await inTransaction(services.db, null, async (trx) => {
      const partId = await releaseReservation(trx, id, day)
      if (partId === null) return
      await services.changes.announce(trx, [
        { type: 'reservation', id },
        { type: 'appointment', id: partId },
      ])
    })
}

/** Every quarter of an hour, so that a server that was off goes on by itself. */
export const releaseJob: JobHandler = (_payload, services) => releaseReservations(services, new Date())
