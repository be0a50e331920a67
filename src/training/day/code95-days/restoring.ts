import { sql } from 'kysely'
import type { Restoring } from '../../../platform/undo/points.ts'

/** What the CBR was told of a day comes back with its part. */
export const dayRestoring: Restoring = {
  table: 'code95_days',
  partOf: async (trx, changes) => {
    const { rows } = await sql<{ id: number; appointment_id: number }>`
      select id, appointment_id from code95_days where id = any(${changes.map(({ id }) => id)})`.execute(trx)
    const named = changes.flatMap(({ id, before }) =>
      typeof before.appointment_id === 'number' ? [{ id, appointment_id: before.appointment_id }] : [],
    )
    return new Map(
      [...rows, ...named].map(({ id, appointment_id }) => [id, { table: 'appointments', id: appointment_id }]),
    )
  },
}
