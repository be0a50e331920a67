import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { finishedELearning } from './course-asks.queries.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { type Asked, type Unfit, lackText, lacksOf } from './requirements.rules.ts'

/** What the course of a planning asks on its first day; nothing where it asks nothing. Refers to `planning_id`. */
const ASKED = (planningId: number) => sql`
  select c.id as course_id, c.minimum_age, c.language, c.asks_e_learning,
    (select (coalesce(min(a.starts_at) filter (where a.status <> 'cancelled'), min(a.starts_at))
      at time zone 'Europe/Amsterdam')::date from appointments a where a.group_id = g.id) as day,
    array(select other.description from course_requirements needed join courses other on other.id = needed.required_course_id
      where needed.course_id = c.id order by other.description collate "nl-x-icu", other.id) as certificates
  from appointment_groups g join courses c on c.id = g.course_id
  where g.id = ${planningId} and (c.minimum_age is not null or c.language is not null or c.asks_e_learning
    or exists (select from course_requirements needed where needed.course_id = c.id))`

interface AskedRow {
  minimum_age: number | null
  language: string | null
  asks_e_learning: boolean
  day: string
  certificates: string[]
}
const askedOf = ({ minimum_age, day, certificates, language, asks_e_learning }: AskedRow): Asked => ({
  minimumAge: minimum_age,
  language,
  day,
  certificates,
  eLearning: asks_e_learning,
})

/** What the course of a planning asks; null when nothing. */
export async function findAsked(db: Db | Trx, planningId: number): Promise<Asked | null> {
  const { rows } = await sql<AskedRow>`${ASKED(planningId)}`.execute(db)
  return rows[0] ? askedOf(rows[0]) : null
}

/**
 * Those of the people who do not meet what the course of a planning asks, in Dutch order: one query, however many they
 * are. Of the course that this one refreshes a certificate counts as long as it can be renewed.
 * @param enrolled also who is in the planning already, and so was judged when they came in
 */
export async function listUnfit(
  db: Db | Trx,
  planningId: number,
  contactIds: readonly number[],
  { enrolled = false } = {},
): Promise<Unfit[]> {
  if (contactIds.length === 0) return []
  const { rows } = await sql<
    AskedRow & {
      id: number
      name: string
      birth_date: string | null
      own_language: string | null
      certified: boolean
      e_learned: boolean
    }
  >`
    with asked as materialized (${ASKED(planningId)})
    select asked.*, contacts.id, ${nameText} as name, contacts.birth_date, contacts.language as own_language,
      asked.asks_e_learning and exists (select ${finishedELearning} where c.course_id = asked.course_id and l.contact_id = contacts.id
        and (l.group_id is null or l.group_id = ${planningId})) as e_learned, exists (
      select from course_requirements needed
      join certificates held on held.course_id = needed.required_course_id and held.contact_id = contacts.id
      join courses of on of.id = held.course_id
      where needed.course_id = asked.course_id and held.withdrawn_at is null and held.issued_on <= asked.day
        and (held.valid_until is null or held.valid_until >= asked.day
          or (of.refresher_course_id = asked.course_id
            and held.valid_until + make_interval(months => of.grace_months) >= asked.day))) as certified
    from asked cross join contacts
    where contacts.id = any(${contactIds}::integer[]) and (${enrolled} or not exists (
      select from enrolments e join appointments a on a.id = e.appointment_id
      where a.group_id = ${planningId} and e.contact_id = contacts.id))
    order by contacts.last_name collate "nl-x-icu", contacts.id
  `.execute(db)
  return rows.flatMap((row) => {
    const asked = askedOf(row)
    const lacks = lacksOf(asked, {
      birthDate: row.birth_date,
      certified: row.certified,
      language: row.own_language,
      eLearned: row.e_learned,
    })
    return lacks.length === 0
      ? []
      : [
          {
            id: row.id,
            name: row.name,
            reasons: lacks.map((lack) => lackText({ name: row.name, language: row.own_language }, lack, asked)),
          },
        ]
  })
}
