/** Who is asked about which planning, until when, and whether they answered. */
import { type RawBuilder, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { currentVersion } from '../questionnaires/index.ts'

/** What is asked of one student about one planning. */
export interface Round {
  group_id: number
  contact_id: number
  course_id: number
  course: string
  evaluation_id: number
  /** The version that was begun with, or the one that is asked now. */
  version_id: number
  name: string
  anonymous: boolean
  intro: string | null
  low_score: number | null
  /** The part that stands for the planning. */
  part_id: number
  /** The last day of the planning, YYYY-MM-DD. */
  day: string
  closes_at: Date
  is_open: boolean
  answered: boolean
  /** What was begun by name and is kept here. */
  draft_id: string | null
  company_id: number | null
  establishment_id: number | null
}

const amsterdamDay = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Europe/Amsterdam')::date`

/** Whether somebody answered about a planning, by name or without. */
export const hasAnswered = (planning: RawBuilder<unknown>, contact: RawBuilder<unknown>) => sql<boolean>`(exists (
    select from evaluation_submissions done where done.group_id = ${planning} and done.contact_id = ${contact} and done.done)
  or exists (select from evaluation_struck_off struck where struck.group_id = ${planning} and struck.contact_id = ${contact}))`

/** Plannings with when they begin to end, end, and close, of those whose courses are evaluated; `where` narrows to some. */
export const evaluatedPlannings = (where: RawBuilder<unknown>) => sql`
  select g.id, g.course_id, g.incompany, ev.id as evaluation_id,
         max(p.starts_at) as last_begins, max(p.ends_at) as ends, max(p.updated_at) as changed_at,
         (array_agg(p.id order by p.starts_at, p.id))[1] as part_id,
         ((${amsterdamDay(sql`max(p.ends_at)`)} + ev.open_days + 1)::timestamp at time zone 'Europe/Amsterdam') as closes_at
  from appointment_groups g join course_evaluations ce on ce.course_id = g.course_id
    join evaluations ev on ev.id = ce.evaluation_id and ev.enabled
    join appointments p on p.group_id = g.id and p.status not in ('cancelled', 'option')
  where ${where} group by g.id, ev.id`

/** The round of an enrolment, whether it is open or not; undefined where nothing is asked, or the student was absent. */
export async function findRound(db: Db | Trx, enrolmentId: number): Promise<Round | undefined> {
  const { rows } = await sql<Round>`
    select g.id as group_id, own.contact_id, g.course_id, courses.description as course, evaluations.id as evaluation_id,
           coalesce(draft.version_id, ${currentVersion}) as version_id, evaluations.name, evaluations.anonymous,
           evaluations.intro, evaluations.low_score, g.part_id, to_char(${amsterdamDay(sql`g.ends`)}, 'YYYY-MM-DD') as day,
           g.closes_at, g.last_begins <= now() and g.closes_at > now() as is_open,
           ${hasAnswered(sql`g.id`, sql`own.contact_id`)} as answered, draft.id as draft_id,
           case when not evaluations.anonymous then own.company_id
             when g.incompany then (select case when count(*) = 1 then min(gc.company_id) end
               from appointment_group_companies gc where gc.group_id = g.id) end as company_id,
           (select r.establishment_id from appointments p join rooms r on r.id = p.room_id
             where p.group_id = g.id and p.status <> 'cancelled' order by p.starts_at desc limit 1) as establishment_id
    from enrolments own join appointments chosen on chosen.id = own.appointment_id
      join (${evaluatedPlannings(sql`g.id = (select a.group_id from enrolments e join appointments a on a.id = e.appointment_id where e.id = ${enrolmentId})`)}) g
        on g.id = chosen.group_id
      join courses on courses.id = g.course_id join evaluations on evaluations.id = g.evaluation_id
      left join evaluation_submissions draft on draft.group_id = g.id and draft.contact_id = own.contact_id and not draft.done
        and not evaluations.anonymous and draft.version_id in (select v.id from evaluation_versions v where v.evaluation_id = evaluations.id)
    where own.id = ${enrolmentId} and exists (
      select from enrolments e join appointments p on p.id = e.appointment_id
      where p.group_id = g.id and e.contact_id = own.contact_id and e.present is distinct from 0)`.execute(db)
  return rows[0]
}

/** The enrolment by which a student of a part says what they found, while that is open to them. */
export async function openEnrolment(db: Db, at: { appointmentId: number; contactId: number }): Promise<number | null> {
  const found = await db
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .innerJoin('appointments as chosen', 'chosen.group_id', 'appointments.group_id')
    .select('enrolments.id')
    .where('chosen.id', '=', at.appointmentId)
    .where('enrolments.contact_id', '=', at.contactId)
    .orderBy('enrolments.id')
    .executeTakeFirst()
  const round = found && (await findRound(db, found.id))
  return round?.is_open && !round.answered ? found!.id : null
}

/** Who teaches a planning. */
export async function listTeachers(db: Db | Trx, planningId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select contacts.id, ${nameText} as name from contacts where contacts.id in (
      select r.contact_id from appointment_responsibles r join appointments p on p.id = r.appointment_id
      where p.group_id = ${planningId} and p.status <> 'cancelled' and r.role_id = ${sql.lit(ROLE.teacher)})
    order by contacts.last_name, contacts.id`.execute(db)
  return rows
}
