import type { Db, Trx } from '../../../../platform/database/types.ts'
import { HttpError } from '../../../../platform/errors.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import { addDays } from '../../../../platform/format/zone.ts'
import { readSetting } from '../../../../system/settings/index.ts'

/** The last day of the closed period; '' where there is none. */
export const closedUntil = async (db: Db | Trx): Promise<string> => (await readSetting(db, 'bookkeeping')).closed_until

/** The first day that is not in the closed period, where a day is in it; else that day itself. */
export async function firstOpenDay(db: Db | Trx, day: string): Promise<string> {
  const until = await closedUntil(db)
  return day <= until ? addDays(until, 1) : day
}

/** What is said where a payment of this day is booked on another: 'Geboekt op 01-12-2026, want …'; null where it is not. */
export async function laterText(db: Db | Trx, day: string): Promise<string | null> {
  const open = await firstOpenDay(db, day)
  return open === day
    ? null
    : `Geboekt op ${formatDate(open)}, want de periode tot en met ${formatDate(addDays(open, -1))} is afgesloten`
}

/**
 * Nothing that is of a closed period changes.
 * @param then what becomes of it, as a sentence
 * @throws HttpError (409)
 */
export async function refuseClosed(db: Db | Trx, day: string, then: string): Promise<void> {
  const open = await firstOpenDay(db, day)
  if (open !== day)
    throw new HttpError(409, `De periode tot en met ${formatDate(addDays(open, -1))} is afgesloten. ${then}`)
}

/** A payment that stands in the closed period stays there. @throws HttpError (409) */
export const refuseClosedPayment = (db: Db | Trx, day: string): Promise<void> =>
  refuseClosed(db, day, `De betaling van ${formatDate(day)} blijft daarin staan.`)
