import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError } from '../../../platform/errors.ts'
import type { Restoring } from '../../../platform/undo/points.ts'

/** What was done at a visit that is finished stands in its report and is billed. @throws HttpError (409) */
export async function refuseReported(trx: Trx, visits: readonly number[]): Promise<void> {
  if (visits.length === 0) return
  const rows = await trx
    .selectFrom('visits')
    .select('done')
    .where('id', 'in', [...visits])
    .orderBy('id')
    .forShare()
    .execute()
  if (rows.some(({ done }) => done))
    throw new HttpError(409, 'Dit is gedaan bij een bezoek dat is afgerond, en wordt niet meer gewijzigd.')
}

/** What was said of a device, or done at it, is not taken back once the visit at which that was is finished. */
const atVisit = (table: 'order_devices' | 'order_actions', says: string): Restoring => ({
  table,
  lock: async (trx, changes) => {
    const said = changes.filter(({ kind, after }) => kind === 'changed' && says in after)
    const { rows } = await sql<{ id: number; visit_id: number | null }>`
      select id, visit_id from ${sql.table(table)} where id = any(${said.map(({ id }) => id)}::integer[])`.execute(trx)
    const now = new Map(rows.map(({ id, visit_id }) => [id, visit_id]))
    const visits = said.map(({ id, before, after }) => after.visit_id ?? before.visit_id ?? now.get(id))
    await refuseReported(trx, visits.filter((visit) => typeof visit === 'number')) // prettier-ignore
  },
})

export const visitRestorings = [atVisit('order_devices', 'inspected_at'), atVisit('order_actions', 'done')]
