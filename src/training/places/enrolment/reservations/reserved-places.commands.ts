import type { Db, Trx } from '../../../../platform/database/types.ts'
import { Invalid } from '../../../../platform/errors.ts'

/** What is kept by one reservation in a part. */
interface Kept {
  id: number
  appointment_id: number
  places: number
}

/**
 * The places of a reservation, and of those made with it in the other parts: for the same company and person. The caller
 * has locked the parts.
 * @throws Invalid on `students` when the reservation is gone, or is for another planning
 */
export async function keptFor(db: Db | Trx, id: number | undefined, parts: readonly { id: number }[]): Promise<Kept[]> {
  if (id === undefined) return []
  const partIds = parts.map((part) => part.id)
  const kept = await db
    .selectFrom('reservations')
    .innerJoin('reservations as asked', (join) =>
      join
        .on('asked.id', '=', id)
        .on('asked.company_id', 'is not distinct from', (eb) => eb.ref('reservations.company_id'))
        .on('asked.contact_id', 'is not distinct from', (eb) => eb.ref('reservations.contact_id')),
    )
    .select(['reservations.id', 'reservations.appointment_id', 'reservations.places'])
    .distinctOn('reservations.appointment_id')
    .where('reservations.appointment_id', 'in', partIds)
    .orderBy('reservations.appointment_id')
    .orderBy((eb) => eb('reservations.id', '<>', id))
    .orderBy('reservations.id')
    .execute()
  if (!kept.some((row) => row.id === id))
    throw new Invalid({ students: ['De reservering is er niet meer, of is voor een andere planning.'] })
  return kept
}

const keptIn = (kept: readonly Kept[], part: { id: number }): Kept | undefined =>
  kept.find(({ appointment_id }) => appointment_id === part.id)

/** The parts as they are once the reservation gives its places. */
export const freed = <P extends { id: number; reserved_count: number }>(parts: P[], kept: readonly Kept[]): P[] =>
  parts.map((part) => ({ ...part, reserved_count: part.reserved_count - (keptIn(kept, part)?.places ?? 0) }))

/** Takes as many places from the reservation as people come in; what is used up goes. */
export async function useKept(
  trx: Trx,
  kept: readonly Kept[],
  coming: (part: { id: number }) => number,
): Promise<void> {
  for (const { id, appointment_id, places } of kept) {
    const people = coming({ id: appointment_id })
    const left = places - people
    if (people === 0) continue
    if (left > 0) await trx.updateTable('reservations').set({ places: left }).where('id', '=', id).execute()
    else await trx.deleteFrom('reservations').where('id', '=', id).execute()
  }
}
