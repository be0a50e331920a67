import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { lastEditor } from '../../../platform/database/versioned.ts'
import { formatPeriod } from '../../../platform/format/format.ts'
import type { Draft } from './visits.forms.ts'

/** What the board still shows as waiting and somebody planned meanwhile: who and when, by order. */
export async function plannedAlready(db: Db | Trx, drafts: readonly Draft[]): Promise<Map<number, string>> {
  const orders = drafts.flatMap(({ id, order_id }) => (id === null ? [order_id] : []))
  if (orders.length === 0) return new Map()
  const { rows } = await sql<{ id: number; order_id: number; starts_at: Date; ends_at: Date }>`
    select distinct on (order_id) id, order_id, starts_at, ends_at from visits
    where order_id = any(${orders}) and not done order by order_id, id desc`.execute(db)
  const told = new Map<number, string>()
  for (const { id, order_id, starts_at, ends_at } of rows)
    told.set(order_id, `${await lastEditor(db, 'visits', id)} plande deze order al in: ${formatPeriod(starts_at, ends_at)}.`) // prettier-ignore
  return told
}
