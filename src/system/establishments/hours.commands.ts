import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import type { OpeningHours, SpecialDay } from './hours.forms.ts'

/**
 * Replaces the week of an establishment. The hours belong to the establishment's version: who edits them at once with
 * somebody else hears of it.
 * @throws NotFound, Stale when someone else saved the establishment or its hours first
 */
export async function saveWeek(trx: Trx, establishmentId: number, days: OpeningHours, version: number): Promise<void> {
  await lockVersion(trx, 'establishments', establishmentId, version, {})
  const open = days.flatMap(({ weekday, hours }) =>
    hours ? [{ establishment_id: establishmentId, weekday, ...hours }] : [],
  )
  await trx
    .deleteFrom('establishment_hours')
    .where('establishment_id', '=', establishmentId)
    .where('weekday', 'not in', [0, ...open.map(({ weekday }) => weekday)])
    .execute()
  if (open.length > 0)
    await trx
      .insertInto('establishment_hours')
      .values(open)
      .onConflict((conflict) =>
        conflict
          .columns(['establishment_id', 'weekday'])
          .doUpdateSet((eb) => ({ opens: eb.ref('excluded.opens'), closes: eb.ref('excluded.closes') })),
      )
      .execute()
  // The row trigger gives the establishment its next version.
  await trx.updateTable('establishments').set({ updated_at: new Date() }).where('id', '=', establishmentId).execute()
}

const columnsOf = ({ day, description, hours }: SpecialDay) => ({
  day,
  description,
  opens: hours?.opens ?? null,
  closes: hours?.closes ?? null,
})

export async function addSpecialDay(trx: Trx, establishmentId: number, input: SpecialDay): Promise<number> {
  const { id } = await trx
    .insertInto('establishment_days')
    .values({ establishment_id: establishmentId, ...columnsOf(input) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editSpecialDay(
  trx: Trx,
  id: number,
  { version, ...input }: SpecialDay & { version: number },
): Promise<void> {
  await lockVersion(trx, 'establishment_days', id, version, columnsOf(input))
  await trx.updateTable('establishment_days').set(columnsOf(input)).where('id', '=', id).execute()
}

export async function deleteSpecialDay(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('establishment_days').where('id', '=', id).execute()
}
