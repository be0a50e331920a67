import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'

/** How often each of these was asked for a part, or gave one, in the last four weeks; a part counts once. */
export async function countLately(db: Db | Trx, people: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ contact_id: number; times: number }>`
    select contact_id, count(distinct appointment_id)::integer as times from (
      select r.contact_id, a.id as appointment_id
      from appointments a join appointment_responsibles r on r.appointment_id = a.id
      where a.starts_at > now() - interval '28 days' and a.starts_at <= now() and a.status <> 'cancelled'
        and r.contact_id = any(${people})
      union all
      select contact_id, appointment_id from teacher_requests
      where contact_id = any(${people}) and asked_at > now() - interval '28 days') lately
    group by 1`.execute(db)
  return new Map(rows.map(({ contact_id, times }) => [contact_id, times]))
}
