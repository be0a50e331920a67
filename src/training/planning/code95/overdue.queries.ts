import { type SqlBool, sql } from 'kysely'
import { REPORT_DAYS } from './code95.rules.ts'

/** What is longer ago is not asked for any more. */
const ASKED_FOR = sql.lit('1 year')

/** Until when the CBR is told what came of a day. Refers to `part`, a row of appointments. */
export const reportUntil = sql<string>`(part.ends_at at time zone 'Europe/Amsterdam')::date + ${sql.lit(REPORT_DAYS)}`

/**
 * A part of a day that counts for code 95, of which the CBR should have been told by now what came of it. Refers to
 * `part`, a row of appointments.
 */
export const isUnreported = sql<SqlBool>`(part.starts_at > now() - ${ASKED_FOR}::interval
  and ${reportUntil} < current_date
  and part.status <> 'cancelled' and part.enrolled_count > 0
  and exists (select from course_components component join courses counting on counting.id = component.course_id
    where component.id = part.component_id and not component.optional and counting.code95_code is not null)
  and not exists (select from code95_days told where told.appointment_id = part.id and told.reported_at is not null))`
