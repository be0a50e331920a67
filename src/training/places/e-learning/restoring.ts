import { HttpError } from '../../../platform/errors.ts'
import type { Restoring } from '../../../platform/undo/points.ts'

/** What the supplier was told is not taken back: it would stand there otherwise than here. */
export const licenseRestoring: Restoring = {
  table: 'e_learning_licenses',
  lock: async (trx, changes) => {
    const keys = new Map(changes.flatMap(({ id, after }) => ('key' in after ? [[id, after.key]] : [])))
    const rows = await trx
      .selectFrom('e_learning_licenses')
      .select(['id', 'key', 'attempts'])
      .where(
        'id',
        'in',
        changes.map(({ id }) => id),
      )
      .orderBy('id')
      .forUpdate()
      .execute()
    if (rows.some(({ id, key, attempts }) => keys.has(id) && (attempts > 0 || key !== keys.get(id))))
      throw new HttpError(409, 'Dit is al aan de leverancier van de e-learning doorgegeven.')
  },
}
