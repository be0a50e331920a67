import { sql, type SqlBool } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { taughtBy } from '../questionnaires/index.ts'
import { evaluationsArea } from '../questionnaires/rights.ts'
import type { Kept } from './form.rules.ts'

/** What was answered in a submission so far. */
export const keptAnswers = (db: Db | Trx, submissionId: string): Promise<Kept[]> =>
  db
    .selectFrom('evaluation_answers')
    .select(['question_id', 'teacher_id', 'answer', 'reason'])
    .where('submission_id', '=', submissionId)
    .execute()

/** Whose plannings the viewer sees the results of: all, or those that the viewer teaches. */
function plannedFor(viewer: Viewer, planningId: ReturnType<typeof sql.ref>) {
  if (viewerScope(viewer, evaluationsArea) === 'all') return sql<SqlBool>`true`
  return viewer.contactId === null ? sql<SqlBool>`false` : sql<SqlBool>`${planningId} in ${taughtBy(viewer.contactId)}`
}

/** A planning whose course is evaluated, or was, with who took part and who answered. @throws NotFound */
export async function getPlanningRound(db: Db, appointmentId: number) {
  const { rows } = await sql<{
    group_id: number
    course: string
    evaluation: string | null
    anonymous: boolean
    ends: Date
    closes_on: string | null
    named: number
    unnamed: number
    took_part: number
  }>`
    select p.group_id, courses.description as course, ev.name as evaluation, coalesce(ev.anonymous, false) as anonymous,
      (select max(a.ends_at) from appointments a where a.group_id = p.group_id and a.status <> 'cancelled') as ends,
      to_char((select max(a.ends_at) from appointments a where a.group_id = p.group_id and a.status <> 'cancelled')
        at time zone 'Europe/Amsterdam' + make_interval(days => ev.open_days), 'YYYY-MM-DD') as closes_on,
      (select count(*)::integer from evaluation_submissions s where s.group_id = p.group_id and s.contact_id is not null and s.done) as named,
      (select count(*)::integer from evaluation_submissions s where s.group_id = p.group_id and s.contact_id is null) as unnamed,
      (select count(distinct e.contact_id)::integer from enrolments e join appointments a on a.id = e.appointment_id
        where a.group_id = p.group_id and e.present = 1) as took_part
    from appointments p join appointment_groups g on g.id = p.group_id join courses on courses.id = g.course_id
      left join course_evaluations ce on ce.course_id = g.course_id left join evaluations ev on ev.id = ce.evaluation_id
    where p.id = ${appointmentId}`.execute(db)
  const [row] = rows
  if (!row) throw new NotFound('Planning')
  return row
}

/** Who took part, with what they answered by name; of who answered without a name that they did is not told one by one. */
export async function listStudents(db: Db, planningId: number) {
  const { rows } = await sql<{ contact_id: number; name: string; done: boolean | null; score: number | null }>`
    select contacts.id as contact_id, ${nameText} as name, s.done,
      (select avg(a.score)::float from evaluation_answers a where a.submission_id = s.id and s.done) as score
    from contacts left join evaluation_submissions s on s.group_id = ${planningId} and s.contact_id = contacts.id
    where contacts.id in (select e.contact_id from enrolments e join appointments p on p.id = e.appointment_id
        where p.group_id = ${planningId} and e.present = 1) or s.id is not null
    order by contacts.last_name, contacts.first_name, contacts.id`.execute(db)
  return rows
}

/** What somebody answered by name, in the order in which it was asked. @throws NotFound also for what has no name */
export async function getSubmission(db: Db, viewer: Viewer, at: { planningId: number; contactId: number }) {
  const { rows } = await sql<{
    id: string
    name: string
    course: string
    evaluation: string
    number: number
    finished_at: Date
    score: number | null
  }>`
    select s.id, ${nameText} as name, courses.description as course, ev.name as evaluation, v.number, s.finished_at,
      (select avg(a.score)::float from evaluation_answers a where a.submission_id = s.id) as score
    from evaluation_submissions s join contacts on contacts.id = s.contact_id join courses on courses.id = s.course_id
      join evaluation_versions v on v.id = s.version_id join evaluations ev on ev.id = v.evaluation_id
    where s.group_id = ${at.planningId} and s.contact_id = ${at.contactId} and s.done
      and ${plannedFor(viewer, sql.ref('s.group_id'))}`.execute(db)
  const [row] = rows
  if (!row) throw new NotFound('Evaluatie')
  return row
}

export async function listGiven(db: Db | Trx, submissionId: string) {
  const { rows } = await sql<{
    category: string
    question: string
    teacher: string | null
    told: string
    reason: string | null
    score: number | null
  }>`
    select c.name as category, q.name as question, (select ${nameText} from contacts where contacts.id = a.teacher_id) as teacher,
      a.told, a.reason, a.score
    from evaluation_answers a join evaluation_questions q on q.id = a.question_id
      join evaluation_categories c on c.id = q.category_id
    where a.submission_id = ${submissionId} order by q.position, a.teacher_id`.execute(db)
  return rows
}

const submissionsOf = (db: Db | Trx) => db.selectFrom('evaluation_submissions').select('evaluation_submissions.id')

/** What blocks deleting a part, as far as this module knows: the only one left of a planning that was evaluated. */
export async function planningBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const filled = submissionsOf(db).where(
    'group_id',
    '=',
    sql<number>`(select p.group_id from appointments p
    where p.id = ${id} and not exists (select from appointments o where o.group_id = p.group_id and o.id <> p.id))`,
  )
  return [{ label: 'Evaluaties', one: 'evaluatie', count: await countOf(filled) }]
}

export const filledBlockers =
  (column: 'course_id' | 'company_id' | 'establishment_id') =>
  async (db: Db | Trx, id: number): Promise<Reason[]> => [
    { label: 'Evaluaties', one: 'evaluatie', count: await countOf(submissionsOf(db).where(column, '=', id)) },
  ]
