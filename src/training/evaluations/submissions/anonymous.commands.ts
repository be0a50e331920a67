import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { FEWEST } from './fewest.rules.ts'

/**
 * Writes all that was answered without a name about a planning anew, under new ids in an order by lot, and likewise who
 * answered: neither place nor transaction says what came together, or who came when. What fewer than four answered does not
 * count. So whatever figures are compared with each other, they differ by four answers at least, or by none.
 */
export async function shuffle(trx: Trx, planningId: number): Promise<void> {
  const before = await trx
    .selectFrom('evaluation_submissions')
    .select('id')
    .where('group_id', '=', planningId)
    .where('contact_id', 'is', null)
    .execute()
  const ids = before.map(({ id }) => id)
  await sql`
    with old as materialized (
      select s.*, gen_random_uuid() as new_id, count(*) over () as submissions from evaluation_submissions s
      where s.id = any(${ids}::uuid[])
    ), submitted as (
      insert into evaluation_submissions (id, version_id, group_id, course_id, establishment_id, company_id, day, done)
      select new_id, version_id, group_id, course_id, establishment_id, company_id, day, true from old order by random()
    )
    insert into evaluation_answers (submission_id, question_id, teacher_id, answer, told, reason, score, counts)
    select old.new_id, a.question_id, a.teacher_id, a.answer, a.told, a.reason, a.score,
      case when a.score is null then old.submissions
        else count(a.score) over (partition by a.question_id, a.teacher_id) end >= ${FEWEST}
    from evaluation_answers a join old on old.id = a.submission_id order by random()`.execute(trx)
  await sql`delete from evaluation_submissions where id = any(${ids}::uuid[])`.execute(trx)
  await sql`
    with gone as (delete from evaluation_struck_off where group_id = ${planningId} returning group_id, contact_id, day)
    insert into evaluation_struck_off (group_id, contact_id, day)
    select group_id, contact_id, day from gone order by random()`.execute(trx)
}

/** The mean of what was answered without a name about a planning; null below four. */
export async function anonymousScore(trx: Trx, planningId: number): Promise<number | null> {
  const { rows } = await sql<{ score: number | null }>`
    select avg(a.score)::float as score from evaluation_answers a
      join evaluation_submissions s on s.id = a.submission_id
    where s.group_id = ${planningId} and s.contact_id is null and a.counts`.execute(trx)
  return rows[0]?.score ?? null
}
