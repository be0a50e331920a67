import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { HttpError } from '../../platform/errors.ts'
import { rebook } from './bookings.commands.ts'
import { getDifference } from './compare.queries.ts'

const settle = (trx: Trx, id: number, state: 'open' | 'repaired' | 'accepted') =>
  trx.updateTable('accounting_differences').set({ state }).where('id', '=', id).execute()

/**
 * Makes what is there what is here: books again in its place, or takes over what was booked there by hand.
 * @returns what was done, in words @throws NotFound; HttpError where only somebody there can mend it
 */
export async function repairDifference(trx: Trx, id: number): Promise<string> {
  const { provider, administration, ...difference } = await getDifference(trx, id)
  if (difference.state !== 'open') throw new HttpError(409, 'Dit verschil is al afgehandeld.')
  if (difference.invoice_id === null)
    throw new HttpError(409, 'Deze boeking hoort bij geen factuur. Haal hem daar weg, of accepteer het verschil.')
  await settle(trx, id, 'repaired')
  if (difference.field !== 'missing_here') {
    await rebook(trx, { provider, administration }, difference.invoice_id)
    return 'De factuur wordt opnieuw geboekt'
  }
  await sql`
    insert into accounting_bookings (invoice_id, provider, administration, state, provider_id, booked_at)
    values (${difference.invoice_id}, ${provider}, ${administration}, 'booked', ${difference.their_id}, now())
    on conflict on constraint accounting_bookings_once do update
      set state = 'booked', provider_id = excluded.provider_id, booked_at = now(), asked_at = null, errors = '[]'
  `.execute(trx)
  return 'De boeking is overgenomen'
}

/** Leaves a difference as it is; the next comparison does not tell of it. @throws NotFound */
export async function acceptDifference(trx: Trx, id: number): Promise<void> {
  const { field, invoice_id } = await getDifference(trx, id)
  await settle(trx, id, 'accepted')
  // What differs in amount as it should is no doubt whether it was paid.
  if (field === 'amount' && invoice_id !== null)
    await trx
      .deleteFrom('accounting_doubts')
      .where('invoice_id', '=', invoice_id)
      .where('reason', '=', 'amount')
      .execute()
}

/** Tells of a difference again that was accepted. @throws NotFound; HttpError where it was not */
export async function reopenDifference(trx: Trx, id: number): Promise<void> {
  const { state } = await getDifference(trx, id)
  if (state !== 'accepted') throw new HttpError(409, 'Dit verschil is niet geaccepteerd.')
  await settle(trx, id, 'open')
}
