import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'

/** Licences that people finished; each counts for the planning that it hangs on, and one that hangs on none for any. */
export const finishedELearning = sql`from e_learning_licenses l
  join e_learning_courses c on c.id = l.e_learning_course_id and l.completed_at is not null`

/** What courses ask, by course; those that ask nothing are left out. */
export async function findCourseAsks(db: Db | Trx, courseIds: readonly number[]) {
  const { rows } = await sql<{
    id: number
    minimum_age: number | null
    language: string | null
    asks_e_learning: boolean
    certificates: string[]
  }>`
    select * from (select c.id, c.minimum_age, c.language, c.asks_e_learning,
      array(select other.description from course_requirements needed join courses other on other.id = needed.required_course_id
        where needed.course_id = c.id order by other.description collate "nl-x-icu", other.id) as certificates
      from courses c where c.id = any(${courseIds}::integer[])) asks
    where minimum_age is not null or language is not null or asks_e_learning or cardinality(certificates) > 0`.execute(
    db,
  )
  return new Map(
    rows.map(
      ({ id, minimum_age, language, certificates, asks_e_learning }) =>
        [id, { minimumAge: minimum_age, language, certificates, eLearning: asks_e_learning }] as const,
    ),
  )
}

/**
 * The certificates of people that count for courses which ask one, and from and until when they do: of the course that
 * this one refreshes as long as it can be renewed.
 */
export async function listCountingCertificates(
  db: Db | Trx,
  courseIds: readonly number[],
  contactIds: readonly number[],
) {
  if (courseIds.length === 0 || contactIds.length === 0) return []
  const { rows } = await sql<{ contactId: number; courseId: number; from: string; until: string | null }>`
    select held.contact_id as "contactId", needed.course_id as "courseId", held.issued_on as "from",
      case when of.refresher_course_id = needed.course_id
        then (held.valid_until + make_interval(months => of.grace_months))::date else held.valid_until end as until
    from course_requirements needed
      join certificates held on held.course_id = needed.required_course_id and held.withdrawn_at is null
      join courses of on of.id = held.course_id
    where needed.course_id = any(${courseIds}::integer[]) and held.contact_id = any(${contactIds}::integer[])`.execute(
    db,
  )
  return rows
}

/** Who finished an e-learning of these courses that hangs on no planning, as `contact-course`. */
export async function listFinished(db: Db | Trx, courseIds: readonly number[], contactIds: readonly number[]) {
  if (courseIds.length === 0 || contactIds.length === 0) return new Set<string>()
  const { rows } = await sql<{ key: string }>`
    select distinct l.contact_id || '-' || c.course_id as key ${finishedELearning}
    where l.group_id is null and c.course_id = any(${courseIds}::integer[]) and l.contact_id = any(${contactIds}::integer[])`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}
