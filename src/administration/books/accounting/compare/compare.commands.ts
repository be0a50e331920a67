import { sql } from 'kysely'
import type { Trx } from '../../../../platform/database/types.ts'
import { HttpError } from '../../../../platform/errors.ts'
import { asSentence } from '../../../../platform/format/sentence.ts'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import type { Services } from '../../../../platform/services.ts'
import { Limited, Refused, SignedOut } from '../errors.ts'
import { rebook } from '../bookings/bookings.commands.ts'
import { getDifference } from './compare.queries.ts'
import { linkedTo } from '../settings/link.queries.ts'
import { SIGN_IN } from '../payments/payments.job.ts'

const settle = (trx: Trx, id: number, state: 'open' | 'repaired' | 'accepted') =>
  trx.updateTable('accounting_differences').set({ state }).where('id', '=', id).execute()

/**
 * Takes a booking too many away there, where the package lets us; asked before anything is saved here.
 * @throws NotFound; HttpError (409) where it cannot be, with what somebody does there
 */
export async function removeDouble(services: Services, id: number): Promise<void> {
  const { field, state, their_id, number, there, ...at } = await getDifference(services.db, id)
  if (field !== 'double' || state !== 'open') return
  const linked = await linkedTo(services)
  if (linked?.provider.key !== at.provider || linked.books.administration !== at.administration)
    throw new HttpError(409, 'Er is intussen een andere administratie gekoppeld. Vergelijk opnieuw.')
  const { provider, call, books } = linked
  const byHand = `Haal daar zelf de tweede boeking van ${number} weg (${there.replace('Nog een keer, ', '')}), en vergelijk opnieuw.`
  const kept = await services.db
    .selectFrom('accounting_bookings')
    .select('id')
    .where('provider', '=', provider.key)
    .where('administration', '=', books.administration)
    .where('provider_id', '=', their_id)
    .executeTakeFirst()
  if (kept) throw new HttpError(409, 'Deze boeking hoort intussen bij de factuur. Vergelijk opnieuw.')
  try {
    await provider.remove(call, books, their_id!)
  } catch (error) {
    if (error instanceof Refused) throw new HttpError(409, `${provider.label} haalt de boeking niet weg: ${asSentence(error.row.message)} ${byHand}`) // prettier-ignore
    if (error instanceof SignedOut) throw new HttpError(409, SIGN_IN)
    if (error instanceof Limited || error instanceof Unavailable) throw new HttpError(409, `${provider.label} gaf geen antwoord. Probeer het straks opnieuw. ${byHand}`) // prettier-ignore
    throw error
  }
}

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
  if (difference.field === 'double') return 'De dubbele boeking is weggehaald'
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
