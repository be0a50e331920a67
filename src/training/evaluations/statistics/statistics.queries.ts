import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { taughtBy } from '../questionnaires/index.ts'
import type { Narrowed } from './statistics.forms.ts'

/** The submissions of a filter, as conditions on `s`. Each is about whole plannings, so that none tells some of one apart. */
function ofSubmissions(narrow: Narrowed): RawBuilder<SqlBool> {
  const { evaluation_id, course_id, teacher_id, establishment_id, company_id, appointment_id, from, to } = narrow
  const conditions = [
    sql<SqlBool>`s.done`,
    ...(evaluation_id === null ? [] : [sql<SqlBool>`s.version_id in (select v.id from evaluation_versions v where v.evaluation_id = ${evaluation_id})`]), // prettier-ignore
    ...(course_id === null ? [] : [sql<SqlBool>`s.course_id = ${course_id}`]),
    ...(teacher_id === null ? [] : [sql<SqlBool>`s.group_id in ${taughtBy(teacher_id)}`]),
    ...(establishment_id === null ? [] : [sql<SqlBool>`s.establishment_id = ${establishment_id}`]),
    ...(company_id === null ? [] : [sql<SqlBool>`s.company_id = ${company_id}`]),
    ...(appointment_id === null ? [] : [sql<SqlBool>`s.group_id = (select p.group_id from appointments p where p.id = ${appointment_id})`]), // prettier-ignore
    ...(from === null ? [] : [sql<SqlBool>`s.day >= ${from}::date`]),
    ...(to === null ? [] : [sql<SqlBool>`s.day <= ${to}::date`]),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Of a teacher what was asked about them, and what was asked about no teacher in particular. */
const ofTeacher = ({ teacher_id }: Narrowed): RawBuilder<SqlBool> =>
  teacher_id === null ? sql<SqlBool>`true` : sql<SqlBool>`(a.teacher_id is null or a.teacher_id = ${teacher_id})`

export interface Sum {
  /** What it is of; null where it is of all. */
  category_id: number | null
  origin_id: number | null
  teacher_id: number | null
  month: string | null
  /** 0 to 100; null where nothing scored. */
  score: number | null
  count: number
  level: 'all' | 'category' | 'question' | 'teacher' | 'month'
}

/**
 * All figures of a filter by one statement: of everything, of each category, question and teacher, and of each month.
 * What does not count (see `shuffle`) is in none of them.
 */
export async function listSums(db: Db, narrow: Narrowed): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    with days as (
      select a.question_id, a.teacher_id, s.day, sum(a.score) as total, count(*) as answers
      from evaluation_submissions s join evaluation_answers a on a.submission_id = s.id and a.counts and a.score is not null
      where ${ofSubmissions(narrow)} and ${ofTeacher(narrow)}
      group by 1, 2, 3
    ), given as (
      select q.category_id, q.origin_id, d.teacher_id, to_char(d.day, 'YYYY-MM') as month, sum(d.total) as total,
             sum(d.answers) as answers
      from days d join evaluation_questions q on q.id = d.question_id
      group by 1, 2, 3, 4
    )
    select category_id, origin_id, teacher_id, month, (sum(total) / sum(answers))::float as score, sum(answers)::integer as count,
      case grouping(category_id, origin_id, teacher_id, month)
        when 15 then 'all' when 7 then 'category' when 1 then 'question' when 13 then 'teacher' else 'month' end as level
    from given
    group by grouping sets ((), (category_id), (category_id, origin_id, teacher_id), (teacher_id), (month))
    having sum(answers) > 0`.execute(db)
  return rows
}

/** How many answered, and of whole plannings how many could have. */
export async function countSubmissions(db: Db, narrow: Narrowed): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from evaluation_submissions s where ${ofSubmissions(narrow)}`.execute(db)
  return rows[0]!.count
}

export interface Named {
  categories: Map<number, string>
  questions: Map<number, { name: string; position: number }>
  teachers: Map<number, string>
}

/** The names of what figures are of; a question is called as it was asked last. */
export async function namesOf(db: Db, sums: readonly Sum[]): Promise<Named> {
  const idsOf = (name: 'category_id' | 'origin_id' | 'teacher_id') => [
    ...new Set(sums.flatMap((sum) => sum[name] ?? [])),
  ]
  const [categories, questions, teachers] = await Promise.all([
    sql<{ id: number; name: string }>`select id, name from evaluation_categories where id = any(${idsOf('category_id')})`.execute(db), // prettier-ignore
    sql<{
      id: number
      name: string
      position: number
    }>`select distinct on (q.origin_id) q.origin_id as id, q.name, q.position
      from evaluation_questions q where q.origin_id = any(${idsOf('origin_id')}) order by q.origin_id, q.id desc`.execute(
      db,
    ),
    sql<{ id: number; name: string }>`select contacts.id, ${nameText} as name from contacts where contacts.id = any(${idsOf('teacher_id')})`.execute(db), // prettier-ignore
  ])
  return {
    categories: new Map(categories.rows.map(({ id, name }) => [id, name])),
    questions: new Map(questions.rows.map(({ id, ...one }) => [id, one])),
    teachers: new Map(teachers.rows.map(({ id, name }) => [id, name])),
  }
}

export interface GivenAnswer {
  question: string
  told: string
  reason: string | null
  score: number | null
  course: string
  day: string
  group_id: number
  contact_id: number | null
  name: string | null
}

/** Most answers that are shown at once. */
export const MOST_SHOWN = 300

/**
 * The answers behind a figure, or what was written. Without names they come in an order by lot, and nothing says which came
 * together.
 */
export async function listAnswers(
  db: Db,
  narrow: Narrowed,
  of: { origin: number | null; category: number | null; written: boolean },
): Promise<GivenAnswer[]> {
  const { rows } = await sql<GivenAnswer>`
    select q.name as question, a.told, a.reason, a.score, courses.description as course, to_char(s.day, 'YYYY-MM-DD') as day,
      s.group_id, s.contact_id, case when s.contact_id is not null then (select ${nameText} from contacts where contacts.id = s.contact_id) end as name
    from evaluation_submissions s join evaluation_answers a on a.submission_id = s.id and a.counts
      join evaluation_questions q on q.id = a.question_id join courses on courses.id = s.course_id
    where ${ofSubmissions(narrow)} and ${ofTeacher(narrow)} and q.type <> 'call'
      ${of.origin === null ? sql`` : sql`and q.origin_id = ${of.origin}`}
      ${of.category === null ? sql`` : sql`and q.category_id = ${of.category}`}
      ${of.written ? sql`and (q.type = 'open' or a.reason is not null)` : sql`and a.score is not null`}
    order by s.day desc, s.group_id desc, random() limit ${MOST_SHOWN}`.execute(db)
  return rows
}
