import { sql } from 'kysely'
import type { LookupTarget } from '../../day/kiosk/points.ts'
import { evaluationPath } from '../../messages/audiences/index.ts'
import { openEnrolment } from './rounds.queries.ts'

/** Who was looked up goes on to what is asked of them, while that is open and they did not answer. */
export const evaluationTarget: LookupTarget = {
  order: 10,
  find: async ({ db, config }, at) => {
    const enrolment = await openEnrolment(db, at)
    return enrolment === null ? null : evaluationPath(config, enrolment)
  },
  isFor: async (db, appointmentId) => {
    const { rows } = await sql<{ asks: boolean }>`select exists (
      select from appointments p join appointment_groups g on g.id = p.group_id
        join course_evaluations ce on ce.course_id = g.course_id
        join evaluations ev on ev.id = ce.evaluation_id and ev.enabled
      where p.id = ${appointmentId}) as asks`.execute(db)
    return rows[0]!.asks
  },
}
