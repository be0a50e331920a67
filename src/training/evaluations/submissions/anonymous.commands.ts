import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { FEWEST } from './fewest.rules.ts'

/** Who answers about a planning waits for who does so now. */
export const lockPlanning = (trx: Trx, planningId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('evaluation of a planning'), ${planningId})`.execute(trx)

/**
 * Writes all that was answered without a name about a planning anew, under new ids in an order by lot, and likewise who
 * answered: neither place nor transaction says what came together, or who came when, and all of it is of one day and place.
 * It counts by four at once, and what is left over waits for the next four. So whatever figures are compared with each
 * other, of now or of before, they differ by four answers at least, or by none.
 */
export async function shuffle(trx: Trx, planningId: number): Promise<void> {
  await lockPlanning(trx, planningId)
  const before = await trx
    .selectFrom('evaluation_submissions')
    .select('id')
    .where('group_id', '=', planningId)
    .where('contact_id', 'is', null)
    .execute()
  const ids = before.map(({ id }) => id)
  await sql`
    with old as materialized (
      select s.id, s.version_id, s.group_id, gen_random_uuid() as new_id, max(s.day) over () as day,
        max(s.course_id) over () as course_id, max(s.establishment_id) over () as establishment_id,
        max(s.company_id) over () as company_id,
        s.counts or count(*) filter (where not s.counts) over (partition by s.version_id) >= ${FEWEST} as counts
      from evaluation_submissions s where s.id = any(${ids}::uuid[])
    ), about as (
      select old.version_id, a.teacher_id, count(distinct old.id) as submissions
      from old join evaluation_answers a on a.submission_id = old.id where old.counts group by 1, 2
    ), submitted as (
      insert into evaluation_submissions (id, version_id, group_id, course_id, establishment_id, company_id, day, done, counts)
      select new_id, version_id, group_id, course_id, establishment_id, company_id, day, true, counts from old order by random()
    )
    insert into evaluation_answers (submission_id, question_id, teacher_id, answer, told, reason, score, counts)
    select old.new_id, a.question_id, a.teacher_id, a.answer, a.told, a.reason, a.score,
      a.counts or case when a.score is null
        then old.counts and (a.teacher_id is null or coalesce(about.submissions, 0) >= ${FEWEST})
        else count(a.score) filter (where not a.counts) over (partition by a.question_id, a.teacher_id) >= ${FEWEST} end
    from evaluation_answers a join old on old.id = a.submission_id
      left join about on about.version_id = old.version_id and about.teacher_id = a.teacher_id
    order by random()`.execute(trx)
  await sql`delete from evaluation_submissions where id = any(${ids}::uuid[])`.execute(trx)
  await sql`
    with gone as (delete from evaluation_struck_off where group_id = ${planningId} returning group_id, contact_id, day)
    insert into evaluation_struck_off (group_id, contact_id, day)
    select group_id, contact_id, max(day) over () from gone order by random()`.execute(trx)
}

/** The mean of what was answered without a name about a planning; null below four. */
export async function anonymousScore(trx: Trx, planningId: number): Promise<number | null> {
  const { rows } = await sql<{ score: number | null }>`
    select avg(a.score)::float as score from evaluation_answers a
      join evaluation_submissions s on s.id = a.submission_id
    where s.group_id = ${planningId} and s.contact_id is null and a.counts`.execute(trx)
  return rows[0]?.score ?? null
}
