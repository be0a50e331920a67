import { Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Restoring, RowChange } from '../../../platform/undo/points.ts'
import { lockParts } from '../../planning/appointments/index.ts'

/** The parts are locked first, in the order of their ids, as everyone does who takes places or gives them back. */
async function lockHeld(trx: Trx, changes: RowChange[]): Promise<void> {
  const offers = await trx
    .selectFrom('waiting_offers')
    .select('part_ids')
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()
  const ids = [...new Set(offers.flatMap(({ part_ids }) => part_ids))]
  await lockParts(trx, ids)
}

/** An offer that stands again holds its place again, as long as its time is not over. */
export const offerRestoring: Restoring = {
  table: 'waiting_offers',
  lock: lockHeld,
  judge: async (trx, changes) => {
    const ids = changes.filter(({ kind }) => kind !== 'created').map(({ id }) => id)
    if (ids.length === 0) return
    const over = await trx
      .selectFrom('waiting_offers')
      .select('id')
      .where('id', 'in', ids)
      .where('state', '=', 'open')
      .where('expires_at', '<=', new Date())
      .executeTakeFirst()
    if (over) throw new Invalid({ _form: ['de tijd voor een antwoord is voorbij'] })
  },
}
