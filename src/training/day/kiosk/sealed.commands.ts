/** What was typed on a tablet while it had no network, judged by the moment at which it was. */
import * as z from 'zod'
import { sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { instantOf, today, wallClock } from '../../../platform/format/zone.ts'
import { parseDutchDate } from '../../../platform/forms/fields.ts'
import type { Caller } from '../../../platform/http/callers.ts'
import { openBox } from '../../../platform/sealed-box.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { RecordRef } from '../../../platform/screens/models.ts'
import { markPresent } from '../presence/index.ts'
import { placeOf } from './kiosk.commands.ts'
import { LONGEST_NAME } from './kiosk.forms.ts'
import { listExpected } from './kiosk.queries.ts'
import { personOf } from './kiosk.rules.ts'
import { SEALED_FOR } from './sealed.contract.ts'
import type { SealedForm } from './sealed.forms.ts'

const ArrivalText = z.object({
  birthday: z.string().transform((typed) => parseDutchDate(typed)),
  lastName: z.string().trim().min(1).max(LONGEST_NAME),
  at: z.iso.datetime().transform((at) => new Date(at)),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** What lies in it; null for what we cannot open. */
function opened(secrets: Secrets, sealed: string) {
  const text = openBox(secrets, SEALED_FOR, sealed)
  if (text === null) return null
  const read = ArrivalText.safeParse(parsed(text))
  return read.success && read.data.birthday !== null ? { ...read.data, birthday: read.data.birthday } : null
}

/**
 * Takes what a tablet kept, each once: who is recognised is present, what is left is for whoever teaches. It answers
 * nothing of that, so that nobody learns by it who is expected.
 * @returns what changed
 */
export async function takeArrivals(
  trx: Trx,
  secrets: Secrets,
  caller: Caller,
  { arrivals, lost }: z.output<typeof SealedForm>,
  now: Date,
): Promise<RecordRef[]> {
  const { id: establishmentId } = await placeOf(trx, caller)
  const of = { api_client_id: caller.id, establishment_id: establishmentId }
  const changed: RecordRef[] = []
  for (const { key, sealed } of arrivals) {
    const arrival = opened(secrets, sealed)
    // The clock of a tablet may be ahead of ours.
    const at = arrival && arrival.at < now ? arrival.at : now
    // Of another day nobody can be told any more: it counts alone.
    const isToday = arrival !== null && wallClock(at).day === today(now)
    const found = isToday ? personOf(await listExpected(trx, { establishmentId }, at), arrival, at) : null
    const kept = isToday && !found
    const taken = await trx
      .insertInto('sealed_arrivals')
      .values({
        ...{ ...of, key, day: wallClock(at).day, typed_at: at, recognised: found !== null },
        ...(kept && { birth_date: arrival.birthday, last_name: arrival.lastName }),
      })
      .onConflict((conflict) => conflict.columns(['api_client_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!taken) continue
    if (!found) continue
    const id = await markPresent(trx, { appointmentId: found.part, contactId: found.person, source: 'offline' }, at)
    changed.push({ type: 'appointment', id: found.part }, { type: 'enrolment', id })
  }
  for (const { key, day, count } of lost)
    await trx
      .insertInto('sealed_arrivals')
      .values({ ...of, key, day, lost: count })
      .onConflict((conflict) => conflict.columns(['api_client_id', 'key']).doNothing())
      .execute()
  return changed
}

/** What was typed by whom nobody recognised is looked after: it is not kept any longer. */
export async function forgetArrival(trx: Trx, at: { appointmentId: number; id: number }): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('sealed_arrivals')
    .where('id', '=', at.id)
    .where(
      sql<boolean>`exists (select 1 from appointments a join rooms r on r.id = a.room_id
        where a.id = ${at.appointmentId} and r.establishment_id = sealed_arrivals.establishment_id
          and a.starts_at::date = sealed_arrivals.day)`,
    )
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Aanmelding')
}

/** At the end of the day what was typed is wiped; that it was stays, to be counted, for a month. */
export async function wipeArrivals(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('sealed_arrivals')
    .set({ birth_date: null, last_name: null })
    .where('day', '<', today(now))
    .where('last_name', 'is not', null)
    .execute()
  await db
    .deleteFrom('sealed_arrivals')
    .where('typed_at', '<', sql<Date>`${instantOf(today(now), '00:00')!}::timestamptz - interval '1 month'`)
    .execute()
}
