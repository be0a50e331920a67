import { type SqlBool, sql } from 'kysely'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { EMAIL_PATTERN } from '../../../platform/forms/fields.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { listComing } from '../../places/enrolment/index.ts'
import { enrolmentArea } from '../../rights.ts'
import type { Standing } from './next.rules.ts'
import { type Refresher, getRefresher } from './refreshers.queries.ts'

/** The instant at which a reminder is due that goes so many days before the last day. */
const due = sql<Date>`(case when m.at is null then contact_refreshers.expires_at::timestamp at time zone 'Europe/Amsterdam'
  else (contact_refreshers.expires_at - m.days + m.at::time) at time zone 'Europe/Amsterdam' end)`

/** What went to somebody about a refresher by itself, and what goes next. */
async function findReminders(db: Db, id: number): Promise<{ sent: Date[]; next: Date | null }> {
  const { rows } = await sql<{ sent: string[] | null; next: Date | null }>`
    select (select json_agg(s.at order by s.at) from moment_sends s join message_moments m on m.id = s.moment_id
        where m.kind = 'refresher' and s.scope_id = contact_refreshers.id
          and s.occasion = contact_refreshers.expires_at - date '2000-01-01') as sent,
      (select min(${due}) from message_moments m
        where m.kind = 'refresher' and m.active and (m.object_id is null or m.object_id = contact_refreshers.course_id)
          and courses.reminds and contacts.active and contacts.email is not null and ${due} > now()
          and (m.conditions = '{}' or contact_refreshers.invited_at is null)
          and not exists (select from moment_stops stop where stop.moment_id = m.id and stop.scope_id = contact_refreshers.id)
      ) as next
    from contact_refreshers join courses on courses.id = contact_refreshers.course_id
      join contacts on contacts.id = contact_refreshers.contact_id
    where contact_refreshers.id = ${id}`.execute(db)
  const [row] = rows
  return { sent: (row?.sent ?? []).map((at) => new Date(at)), next: row?.next ?? null }
}

/** The certificate that the refresher renews: the newest of the course, or of one that this refreshes. */
const findRenewed = (db: Db, { contact_id, course_id }: Refresher) =>
  db
    .selectFrom('certificates')
    .innerJoin('courses', 'courses.id', 'certificates.course_id')
    .select(['certificates.id', 'certificates.number', 'certificates.valid_until', 'certificates.issued_on'])
    .select('courses.description as course')
    .where('certificates.contact_id', '=', contact_id)
    .where('certificates.withdrawn_at', 'is', null)
    .where(sql<SqlBool>`${course_id} in (courses.id, courses.refresher_course_id)`)
    .orderBy('certificates.issued_on', 'desc')
    .orderBy('certificates.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Plannings that are offered; who looks further finds them in the enrol popup. */
const MOST_OFFERED = 6

/** A refresher with all that its popup tells. @throws NotFound */
export async function getRefresherPopup(db: Db, viewer: Viewer, id: number) {
  const refresher = await getRefresher(db, id)
  const enrols = may(viewer, enrolmentArea, 'change') && refresher.contact_active
  const [reminders, renewed, coming] = await Promise.all([
    findReminders(db, id),
    findRenewed(db, refresher),
    enrols
      ? listComing(db, viewer, {
          courseId: refresher.course_id,
          except: refresher.next_part?.group_id ?? null,
          size: MOST_OFFERED,
        })
      : [],
  ])
  // Who is enrolled is reminded no more.
  const next = refresher.next_part === null ? reminders.next : null
  const standing: Standing = {
    ...refresher,
    reachable: EMAIL_PATTERN.test(refresher.email ?? ''),
    offered: coming[0]?.id ?? null,
  }
  return {
    refresher,
    standing,
    name: fullName(refresher),
    renewed: renewed ?? null,
    coming,
    enrols,
    reminders: { ...reminders, next },
  }
}
