import { NotFound } from '../../../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { fullName } from '../../../../relations/contacts/index.ts'
import { listParts } from '../../../planning/appointments/index.ts'
import { listEnrolments } from '../enrolment.queries.ts'
import { enrolmentArea } from '../../../rights.ts'

/**
 * The enrolments a popup is about: of these students in one part, or those ticked in a table, which may be of several
 * parts. @throws NotFound when one of them does not exist for the viewer
 */
export async function getChosen(
  db: Db | Trx,
  viewer: Viewer,
  asked: { appointmentId: number | null; students: number[]; enrolments: number[] },
) {
  const wanted = asked.students.length > 0 && asked.appointmentId !== null ? asked.students : asked.enrolments
  if (wanted.length === 0) return []
  let query = listEnrolments(db, viewer).orderBy('contacts.last_name').orderBy('enrolments.id')
  if (asked.appointmentId !== null) query = query.where('enrolments.appointment_id', '=', asked.appointmentId)
  query =
    wanted === asked.students
      ? query.where('enrolments.contact_id', 'in', wanted)
      : query.where('enrolments.id', 'in', wanted)
  const rows = await query.execute()
  // What a planner does not find has gone meanwhile; for a supervisor it may be somebody else's.
  const least = viewerScope(viewer, enrolmentArea, 'change') === 'all' ? 1 : wanted.length
  if (rows.length < least) throw new NotFound('Inschrijving')
  return rows.map((row) => ({ ...row, name: fullName(row) }))
}
export type Chosen = Awaited<ReturnType<typeof getChosen>>[number]

/** One enrolment and the parts of its planning: what may be cancelled. @throws NotFound */
export async function getEnrolment(db: Db | Trx, viewer: Viewer, appointmentId: number, contactId: number) {
  const [row] = await getChosen(db, viewer, { appointmentId, students: [contactId], enrolments: [] })
  if (!row) throw new NotFound('Inschrijving')
  return { ...row, parts: await listParts(db, row.group_id) }
}

/** These enrolments with those of the same people in the other parts of the same plannings. */
export async function enrolmentsBeside(db: Db | Trx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('enrolments as chosen')
    .innerJoin('appointments as at', 'at.id', 'chosen.appointment_id')
    .innerJoin('appointments as part', 'part.group_id', 'at.group_id')
    .innerJoin('enrolments', (join) =>
      join.onRef('enrolments.appointment_id', '=', 'part.id').onRef('enrolments.contact_id', '=', 'chosen.contact_id'),
    )
    .select('enrolments.id')
    .distinct()
    .where('chosen.id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}
