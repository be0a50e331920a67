import { sql } from 'kysely'
import type { Trx } from '../../../../platform/database/types.ts'
import { HttpError } from '../../../../platform/errors.ts'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import type { ProviderKey } from '../types.ts'

export const BOOK = 'accounting.book'

/** Goes on with what waits, at once or from a moment on. */
export const goOn = (trx: Parameters<typeof addJob>[0], runAt?: Date) =>
  addJob(trx, BOOK, {}, runAt ? { key: BOOK, runAt } : { key: BOOK })

interface At {
  provider: ProviderKey
  administration: string
}

/**
 * Puts invoices into the outbox; what is booked or on its way stays as it is, what failed is tried again.
 * @throws HttpError where none of them can be booked
 */
export async function queueBookings(trx: Trx, at: At, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) throw new HttpError(409, 'Er is niets te boeken.')
  const { rows } = await sql<{ id: number }>`
    insert into accounting_bookings as b (invoice_id, provider, administration)
    select id, ${at.provider}, ${at.administration} from invoices
    where id = any(${[...ids]}) and definitive_at is not null order by invoice_date, id
    on conflict on constraint accounting_bookings_once do update
      set state = 'waiting', attempts = 0, not_before = null, errors = '[]' where b.state = 'failed'
    returning id`.execute(trx)
  if (rows.length === 0) throw new HttpError(409, 'Deze facturen zijn al geboekt of worden al geboekt.')
  await goOn(trx)
  return rows.length
}

/** Books what is booked anew, in place of what is there. */
export async function rebook(trx: Trx, at: At, invoiceId: number): Promise<void> {
  await sql`
    insert into accounting_bookings (invoice_id, provider, administration, redo)
    values (${invoiceId}, ${at.provider}, ${at.administration}, true)
    on conflict on constraint accounting_bookings_once do update
      set state = 'waiting', redo = true, attempts = 0, not_before = null, errors = '[]', booked_at = null`.execute(trx)
  await goOn(trx)
}
