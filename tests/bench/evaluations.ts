import type pg from 'pg'
import { median, msOf } from './figures.ts'

const SUBMISSIONS = 100_000
const QUESTIONS = 10
const ROUNDS = 5
const NAME = 'Bench: evaluatie'

async function forget(pool: pg.Pool): Promise<void> {
  const own = `(select v.id from evaluation_versions v join evaluations e on e.id = v.evaluation_id where e.name = $1)`
  await pool.query(`delete from evaluation_submissions where version_id in ${own}`, [NAME])
  await pool.query('delete from evaluations where name = $1', [NAME])
  await pool.query('delete from evaluation_categories where name like $1', [`${NAME}%`])
}

/** An evaluation of ten questions, with a million answers of plannings of ten years. */
async function addAnswers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number; version_id: number }>(
    `with e as (insert into evaluations (name, enabled) values ($1, true) returning id)
     insert into evaluation_versions (evaluation_id, number) select id, 1 from e returning evaluation_id as id, id as version_id`,
    [NAME],
  )
  const { id, version_id } = rows[0]!
  await pool.query(
    `with c as (insert into evaluation_categories (name) select $1 || ' ' || n from generate_series(1, 3) n returning id),
       every as (select array_agg(id) as ids from c)
     insert into evaluation_questions (version_id, origin_id, position, category_id, name, type)
     select $2, 2000000000 + n, n, ids[1 + n % 3], 'Vraag ' || n, 'rate' from every, generate_series(1, ${QUESTIONS}) n`,
    [NAME, version_id],
  )
  await pool.query(
    `with plannings as (select array_agg(id) as ids, array_agg(course_id) as courses from (select id, course_id from appointment_groups order by id limit 5000) g)
     insert into evaluation_submissions (version_id, group_id, course_id, day, done)
     select $1, ids[1 + n % array_length(ids, 1)], courses[1 + n % array_length(ids, 1)], current_date - n % 3650, true
     from plannings, generate_series(1, ${SUBMISSIONS}) n`,
    [version_id],
  )
  await pool.query(
    `insert into evaluation_answers (submission_id, question_id, answer, told, score)
     select s.id, q.id, '8', '8', 10 * (1 + (q.id + s.group_id) % 10) from evaluation_submissions s
       join evaluation_questions q on q.version_id = s.version_id where s.version_id = $1`,
    [version_id],
  )
  await pool.query('analyze evaluation_submissions, evaluation_answers, evaluation_questions')
  return id
}

/** The same figures without anything around them. */
const bare = (pool: pg.Pool, id: number) =>
  pool.query(
    `select q.category_id, q.origin_id, a.teacher_id, to_char(s.day, 'YYYY-MM') as month, avg(a.score), count(*)
     from evaluation_submissions s join evaluation_answers a on a.submission_id = s.id
       join evaluation_questions q on q.id = a.question_id join evaluation_versions v on v.id = s.version_id
     where v.evaluation_id = $1 and a.score is not null
     group by grouping sets ((), (q.category_id), (q.category_id, q.origin_id, a.teacher_id), (a.teacher_id), (to_char(s.day, 'YYYY-MM')))`,
    [id],
  )

/** All figures of a million answers, and those of a year of them. */
export async function statisticsOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  await forget(pool)
  const id = await addAnswers(pool)
  const year = new Date().getFullYear() - 1
  const address = `${url}/evaluations/statistics?evaluation_id=${id}`
  const figures = { all: [] as number[], year: [] as number[], bare: [] as number[] }
  const ask = (query: string) =>
    msOf(async () => {
      const answer = await fetch(address + query, { headers: { cookie } })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    })
  for (let round = 0; round < ROUNDS; round++) {
    figures.all.push(await ask(''))
    figures.year.push(await ask(`&dateRange[from]=${year}-01-01&dateRange[to]=${year}-12-31`))
    figures.bare.push(await msOf(() => bare(pool, id)))
  }
  await forget(pool)
  const [all, bareAll] = [median(figures.all), median(figures.bare)]
  return `figures of ${SUBMISSIONS * QUESTIONS} answers ${all.toFixed(0)} ms, bare ${bareAll.toFixed(0)} ms (${(all / bareAll).toFixed(2)} times); of a year ${median(figures.year).toFixed(0)} ms`
}
