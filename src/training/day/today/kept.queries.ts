import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'

/** Whatever is written on the screens of a part, as one text that changes with it. */
const asDrawn = sql<string>`md5(concat_ws(' ', appointments.version,
  (select string_agg(concat_ws(' ', e.contact_id, e.version, e.present, e.passed, e.arrived_at, e.note), ' ' order by e.id)
    from enrolments e where e.appointment_id = appointments.id),
  (select string_agg(concat_ws(' ', s.contact_id, s.moment, s.version), ' ' order by s.id)
    from presence_signatures s where s.appointment_id = appointments.id),
  (select string_agg(s.version::text, ' ') from checklist_submissions s
    where s.object_type = 'appointment' and s.object_id = appointments.id)))`

/** What the screens of these parts say now, with who is in each and has not signed yet. */
export const listKeptParts = (db: Db, ids: number[]) =>
  db
    .selectFrom('appointments')
    .select([
      'appointments.id',
      asDrawn.as('drawn'),
      sql<number[]>`coalesce((select array_agg(e.contact_id order by e.id) from enrolments e
        where e.appointment_id = appointments.id), '{}')`.as('students'),
    ])
    .where(sql<SqlBool>`appointments.id = any(${ids}::integer[])`)
    .execute()
