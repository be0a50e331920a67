import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { Invalid } from '../../platform/errors.ts'
import type { TravelInput } from './establishments.forms.ts'

/**
 * Keeps how long it takes from one establishment to those named; the others stay as they are.
 * @throws NotFound, Stale when someone else saved the establishment first, Invalid for a way from it to itself
 */
export async function saveTravel(trx: Trx, id: number, rows: TravelInput, version: number): Promise<void> {
  await lockVersion(trx, 'establishments', id, version, {})
  if (rows.some(({ other_id }) => other_id === id)) throw new Invalid({ _form: ['Kies een andere vestiging.'] })
  for (const { other_id, minutes } of rows) {
    const pair = { establishment_id: Math.min(id, other_id), other_id: Math.max(id, other_id) }
    if (minutes === null)
      await trx
        .deleteFrom('travel_times')
        .where('establishment_id', '=', pair.establishment_id)
        .where('other_id', '=', pair.other_id)
        .execute()
    else
      await trx
        .insertInto('travel_times')
        .values({ ...pair, minutes })
        .onConflict((conflict) =>
          conflict
            .columns(['establishment_id', 'other_id'])
            .doUpdateSet({ minutes })
            .where(sql<boolean>`travel_times.minutes <> ${minutes}`),
        )
        .execute()
  }
  // The row trigger gives the establishment its next version.
  await trx.updateTable('establishments').set({ updated_at: new Date() }).where('id', '=', id).execute()
}
