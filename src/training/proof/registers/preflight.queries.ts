import { sql } from 'kysely'
import type { Config } from '../../../platform/config.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { registersOfPlanning } from './course-registers.queries.ts'
import { hokDefects } from './hok/hok.rules.ts'
import { nibhvCourse } from './nibhv/nibhv.queries.ts'
import { nibhvDefects } from './nibhv/nibhv.rules.ts'
import { getPlanning, readOwnRules } from './planning.queries.ts'
import { type Defect, type Planning, refusal } from './preflight.rules.ts'
import type { RegisterKey } from './requests.rules.ts'

export interface Judged {
  register: RegisterKey
  planning: Planning
  defects: Defect[]
  courseId: number
}

/** What registers answered to students of a planning that they refused. */
export const listRefused = (db: Db | Trx, planningId: number) =>
  db
    .selectFrom('register_requests')
    .select(['id', 'contact_id', 'message', sql<RegisterKey>`register`.as('register')])
    .where('group_id', '=', planningId)
    .where('state', '=', 'rejected')
    .execute()

/**
 * What each register of its course has against a planning, as far as that is known now.
 * @param coming who is not in it yet, and is judged as if
 */
export async function preflightOf(
  db: Db | Trx,
  config: Config,
  planningId: number,
  coming: readonly number[] = [],
): Promise<Judged[]> {
  const registers = await registersOfPlanning(db, planningId)
  if (registers.length === 0) return []
  const own = await readOwnRules(db)
  const { course_id: courseId } = await db.selectFrom('appointment_groups').select('course_id').where('id', '=', planningId).executeTakeFirstOrThrow() // prettier-ignore
  const refused = await listRefused(db, planningId)
  const judged: Judged[] = []
  for (const register of registers) {
    const planning = await getPlanning(db, register, { planningId, students: [] }, coming)
    const found =
      register === 'nibhv'
        ? nibhvDefects(planning, await nibhvCourse(db, config, planningId), own, today())
        : hokDefects(planning, own, today())
    const there = new Set(planning.students.map(({ id }) => id))
    const answered = refused.filter((row) => row.register === register && there.has(row.contact_id))
    const defects = [...found, ...answered.map(({ contact_id, message }) => refusal(contact_id, message))]
    judged.push({ register, planning, defects, courseId })
  }
  return judged
}

/** The students of a planning as a list names them, in Dutch order. */
export async function listCandidates(db: Db | Trx, planningId: number): Promise<string[][]> {
  const { rows } = await sql<Record<string, string | null>>`
    select c.last_name, c.last_name_prefix, c.initials, c.first_name, c.birth_date, c.email, f.name as company, co.description,
      (min(a.starts_at) at time zone 'Europe/Amsterdam')::date as first_day,
      (max(a.ends_at) at time zone 'Europe/Amsterdam')::date as last_day
    from enrolments e join appointments a on a.id = e.appointment_id and a.status <> 'cancelled'
      join appointment_groups g on g.id = a.group_id join courses co on co.id = g.course_id
      join contacts c on c.id = e.contact_id left join companies f on f.id = c.company_id
    where a.group_id = ${planningId}
    group by c.id, f.name, co.description order by c.last_name collate "nl-x-icu", c.id`.execute(db)
  const days = new Set(['birth_date', 'first_day', 'last_day'])
  return rows.map((row) => Object.entries(row).map(([name, value]) => (days.has(name) && value ? formatDate(value) : (value ?? '')))) // prettier-ignore
}
