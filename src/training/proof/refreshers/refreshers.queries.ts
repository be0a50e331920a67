import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { type Viewer, hasRole, viewerScope } from '../../../platform/access/viewer.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { fullName, nameColumns, ownContactIds } from '../../../relations/contacts/index.ts'
import { INVITE_WITHIN, type RefresherState } from './refreshers.rules.ts'
import { refreshersArea } from './rights.ts'

/** Row scope of the record type 'refresher': own people for a supervisor, the own ones for a student (rulings 4). */
export function refreshersVisibleTo(viewer: Viewer): Expression<SqlBool> {
  const scope = viewerScope(viewer, refreshersArea)
  if (scope === 'all') return sql<SqlBool>`true`
  if (scope === 'none' || viewer.contactId === null) return sql<SqlBool>`false`
  return sql<SqlBool>`contact_refreshers.contact_id in (${ownContactIds(viewer.contactId, hasRole(viewer, ROLE.supervisor))})`
}

/** Of the people of these companies, of whom their lists of contacts tell. */
export const isOfCompany = (companyIds: number[]) => sql<SqlBool>`contact_refreshers.contact_id in (
  select contact_id from contact_companies where company_id in (${sql.join(companyIds)}))`

export const countRefreshersOf = (viewer: Viewer, contactId: number): Expression<number> =>
  sql<number>`select count(*) from contact_refreshers
    where contact_refreshers.contact_id = ${contactId} and ${refreshersVisibleTo(viewer)}`

export const countRefreshersAt = (viewer: Viewer, companyId: number): Expression<number> =>
  sql<number>`select count(*) from contact_refreshers
    where ${isOfCompany([companyId])} and ${refreshersVisibleTo(viewer)}`

/** Parts still to come of plannings of the course, in which somebody is enrolled for the refresher. */
const comingParts = sql`from enrolments e join appointments a on a.id = e.appointment_id
  join appointment_groups g on g.id = a.group_id
  where e.contact_id = contact_refreshers.contact_id and g.course_id = contact_refreshers.course_id
    and a.ends_at > now() and a.status <> 'cancelled'`

/** Whether somebody is enrolled already in a coming planning of the course. */
export const isBooked = sql<SqlBool>`exists (select 1 ${comingParts})`

/** The same for the few rows of a page: a look-up for each, where 'exists' may read all that is still to come at once. */
const isBookedHere = sql<SqlBool>`(select true ${comingParts} limit 1)`

/** The last day on which the refresher still does; refers to `courses`. */
export const graceUntil = sql<string>`(contact_refreshers.expires_at + make_interval(months => courses.grace_months))::date`

/** As `RefresherState` tells it, in conditions that the indexes know. */
const BY_DATE: Record<Exclude<RefresherState, 'booked'>, RawBuilder<SqlBool>> = {
  soon: sql`contact_refreshers.expires_at between current_date and (current_date + interval '3 months')::date`,
  late: sql`(contact_refreshers.expires_at between current_date - 750 and current_date - 1 and ${graceUntil} >= current_date)`,
  over: sql`(contact_refreshers.expires_at < current_date and ${graceUntil} < current_date)`,
  ok: sql`contact_refreshers.expires_at > (current_date + interval '3 months')::date`,
}

export const inState = (state: RefresherState): Expression<SqlBool> =>
  state === 'booked' ? isBooked : sql<SqlBool>`(${BY_DATE[state]} and not ${isBooked})`

export const stateColumn = sql<RefresherState>`case when ${isBookedHere} then 'booked' when ${BY_DATE.ok} then 'ok'
  when ${BY_DATE.soon} then 'soon' when ${BY_DATE.late} then 'late' else 'over' end`

/** Whom nobody has invited, of those that ask for it: about to end or just over, of people who take part. */
export const waitsForInvitation = sql<SqlBool>`(contact_refreshers.invited_at is null
  and contact_refreshers.expires_at between current_date - 750 and current_date + ${sql.lit(INVITE_WITHIN)}
  and ${graceUntil} >= current_date and contacts.active and not ${isBooked})`

/** For whom a supervisor asked an invitation that nobody sent yet. */
export const isAsked = sql<SqlBool>`(contact_refreshers.asked_at is not null and contact_refreshers.invited_at is null)`

const nextPart = sql<{ id: number; at: string; group_id: number } | null>`(
  select json_build_object('id', a.id, 'at', a.starts_at, 'group_id', a.group_id) ${comingParts} order by a.starts_at, a.id limit 1)`

export const listRefreshers = (db: Db | Trx) =>
  db
    .selectFrom('contact_refreshers')
    .innerJoin('contacts', 'contacts.id', 'contact_refreshers.contact_id')
    .innerJoin('courses', 'courses.id', 'contact_refreshers.course_id')
    .leftJoin('companies', 'companies.id', 'contacts.company_id')
    .select([
      'contact_refreshers.id',
      'contact_refreshers.expires_at',
      'contact_refreshers.invited_at',
      'contact_refreshers.asked_at',
      'courses.description as course_description',
      'courses.grace_months',
      'companies.name as company_name',
      stateColumn.as('state'),
      graceUntil.as('grace_until'),
      nextPart.as('next_part'),
      ...nameColumns,
    ])

/** The first coming part of a course that gives the refresher, for who has to take all of it again. */
const wholePart = sql<{ id: number } | null>`(
  select json_build_object('id', a.id) from enrolments e join appointments a on a.id = e.appointment_id
    join appointment_groups g on g.id = a.group_id join courses whole on whole.id = g.course_id
  where e.contact_id = contact_refreshers.contact_id and whole.refresher_course_id = contact_refreshers.course_id
    and a.ends_at > now() and a.status <> 'cancelled' order by a.starts_at, a.id limit 1)`

/** One refresher with what its popup shows. @throws NotFound */
export async function getRefresher(db: Db | Trx, id: number) {
  const refresher = await listRefreshers(db)
    .leftJoin('users as inviter', 'inviter.id', 'contact_refreshers.invited_by')
    .leftJoin('users as asker', 'asker.id', 'contact_refreshers.asked_by')
    .selectAll('contact_refreshers')
    .select(['inviter.name as inviter_name', 'asker.name as asker_name'])
    .select(['contacts.active as contact_active', 'contacts.company_id', 'contacts.email'])
    .select(wholePart.as('whole_part'))
    .select(
      sql<number | null>`(select min(p.id) from appointments p where p.group_id = contact_refreshers.group_id)`.as(
        'part_id',
      ),
    )
    .where('contact_refreshers.id', '=', id)
    .executeTakeFirst()
  if (!refresher) throw new NotFound('Herhaling')
  return refresher
}
export type Refresher = Awaited<ReturnType<typeof getRefresher>>

/** Refreshers as the calls answer them (training 3.5), those that the viewer may see, in the order of their end. */
export async function listRefresherCards(db: Db, viewer: Viewer, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('contact_refreshers')
    .select(['id', 'contact_id', 'course_id', 'expires_at'])
    .where('id', 'in', ids)
    .where(refreshersVisibleTo(viewer))
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, expiration_date: formatDate(row.expires_at) }))
}

/** For the history and for questions. */
export async function refresherNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await listRefreshers(db).where('contact_refreshers.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, `${row.course_description}, ${fullName(row)}`]))
}

/** What keeps a course from being deleted, as far as this module knows. */
export async function courseBlockers(db: Db | Trx, courseId: number): Promise<Reason[]> {
  const waiting = db.selectFrom('contact_refreshers').where('course_id', '=', courseId)
  return [{ label: 'Herhalingen', count: await countOf(waiting), url: `/courses/refreshers?course_id=${courseId}` }]
}
