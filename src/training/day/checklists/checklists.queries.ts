import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import {
  type AnsweredBlock,
  type Submission,
  findSubmission,
  getChecklist,
  listAnswers,
  listBlocks,
  unanswered,
} from '../../../system/checklists/index.ts'
import { getAppointment } from '../../planning/appointments/index.ts'

/** The checklist of a part: the one of its course, or its own copy once somebody began. */
export interface PartChecklist {
  appointment: Awaited<ReturnType<typeof getAppointment>>
  checklistId: number
  name: string
  /** Of the checklist itself, while nobody began. */
  checklistVersion: number
  submission: Submission | null
  blocks: AnsweredBlock[]
}

/** @throws NotFound for a part whose course names no checklist */
export async function getPartChecklist(db: Db | Trx, id: number): Promise<PartChecklist> {
  const [appointment, submission] = await Promise.all([
    getAppointment(db, id),
    findSubmission(db, { type: 'appointment', id }),
  ])
  if (submission) {
    const blocks = await listAnswers(db, submission.id)
    const { checklist_id: checklistId, name } = submission
    return { appointment, checklistId, name, checklistVersion: 0, submission, blocks }
  }
  const course = await db
    .selectFrom('courses')
    .select('checklist_id')
    .where('id', '=', appointment.course_id)
    .executeTakeFirstOrThrow()
  if (course.checklist_id === null) throw new NotFound('Checklist')
  const [checklist, blocks] = await Promise.all([
    getChecklist(db, course.checklist_id),
    listBlocks(db, course.checklist_id),
  ])
  return {
    appointment,
    checklistId: checklist.id,
    name: checklist.name,
    checklistVersion: checklist.version,
    submission: null,
    blocks: blocks.map((block, i) => unanswered({ ...block, position: i + 1 })),
  }
}

/** Whether a part has a checklist at all; refers to `appointments`. */
const hasChecklist = sql<SqlBool>`(exists (select 1 from appointment_groups g join courses c on c.id = g.course_id
    where g.id = appointments.group_id and c.checklist_id is not null)
  or exists (select 1 from checklist_submissions s
    where s.object_type = 'appointment' and s.object_id = appointments.id))`

/** The name of the checklist of a part that is still to be finished, null for none; refers to `appointments`. */
export const openChecklistName = sql<string | null>`(select coalesce(s.name, c.name)
  from appointment_groups g join courses on courses.id = g.course_id left join checklists c on c.id = courses.checklist_id
    left join checklist_submissions s on s.object_type = 'appointment' and s.object_id = appointments.id
  where g.id = appointments.group_id and s.finished_at is null)`

/** Whether this part has one. */
export const hasOne = (id: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from appointments where appointments.id = ${id} and ${hasChecklist})`

/** Whether it has one that is not done with. */
export const hasOpen = (id: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from appointments where appointments.id = ${id} and appointments.status <> 'cancelled'
    and ${hasChecklist} and not exists (select 1 from checklist_submissions s where s.object_type = 'appointment'
      and s.object_id = appointments.id and s.finished_at is not null))`

/** What blocks deleting a part, as far as this module knows. */
export async function filledBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const filled = db
    .selectFrom('checklist_submissions')
    .where('object_type', '=', 'appointment')
    .where('object_id', '=', id)
  return [{ label: 'Ingevulde checklists', one: 'ingevulde checklist', count: await countOf(filled) }]
}
