import { sql } from 'kysely'
import type { Trx } from '../database/types.ts'
import type { RecordRef } from '../screens/models.ts'

/**
 * Those of the records that somebody changed after a change set, but for this transaction: what was there before stood in
 * nobody's way then.
 */
export async function changedSince(trx: Trx, set: number, records: RecordRef[]): Promise<RecordRef[]> {
  if (records.length === 0) return []
  const { rows } = await sql<RecordRef>`
    select distinct record_type as type, record_id as id from history
    where (record_type, record_id) in (select * from unnest(
        ${records.map(({ type }) => type)}::text[], ${records.map(({ id }) => id)}::bigint[]))
      and change_set > ${set} and change_set <> change_set()
  `.execute(trx)
  return rows
}
