import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { waitingRows } from '../../../system/attention/points.ts'
import { contactsVisibleTo } from '../../../relations/contacts/index.ts'
import { kinds, listNeeds, needsVisibleTo } from './matrix.queries.ts'

/** So far ahead is looked for what is to run out: there is time to enrol somebody. */
export const AHEAD_DAYS = 90
const day = sql<string>`(current_date + ${sql.lit(AHEAD_DAYS)})`

/** How a need is met on that day. */
export interface Shortage {
  needed: number
  valid: number
  booked: number
}

/**
 * How needs are met then, as `meet` of matrix.rules.ts tells it, for all of them at once: rows of need, needed, valid and
 * booked.
 * @param needs which, as a condition on `certificate_needs`
 */
const metOf = (viewer: Viewer, needs: Expression<SqlBool>): RawBuilder<unknown> => sql`
  with recursive asked as materialized (
    select certificate_needs.*, k.kind from certificate_needs join ${kinds} k on k.id = certificate_needs.course_id where ${needs}
  ), below as (
    select distinct company_id as top, company_id as id from asked
    union select below.top, c.id from companies c join below on c.parent_id = below.id
  ), about as materialized (
    select distinct asked.id as need, asked.kind, contacts.id as contact_id
    from asked join below on below.top = asked.company_id join contact_companies cc on cc.company_id = below.id
      join contacts on contacts.id = cc.contact_id
    where contacts.active and contacts.roles @> array[${sql.lit(ROLE.student)}]
      and (asked.job_title = '' or lower(trim(contacts.job_title)) = lower(trim(asked.job_title)))
      and ${contactsVisibleTo(viewer)}
  ), people as (select distinct contact_id, kind from about),
  held as (
    select people.contact_id, people.kind, max(coalesce(c.valid_until, 'infinity')) as until
    from people join certificates c on c.contact_id = people.contact_id and c.withdrawn_at is null
      join ${kinds} k on k.id = c.course_id and k.kind = people.kind group by 1, 2
  ), due as (
    select people.contact_id, people.kind, max(r.expires_at) as until
    from people join contact_refreshers r on r.contact_id = people.contact_id
      join ${kinds} k on k.id = r.course_id and k.kind = people.kind group by 1, 2
  ), booked as (
    select people.contact_id, people.kind
    from people join enrolments e on e.contact_id = people.contact_id join appointments a on a.id = e.appointment_id
      join appointment_groups g on g.id = a.group_id join ${kinds} k on k.id = g.course_id and k.kind = people.kind
    where a.ends_at > now() and a.status <> 'cancelled' and (select max((p.ends_at at time zone 'Europe/Amsterdam')::date)
      from appointments p where p.group_id = a.group_id and p.status <> 'cancelled') <= ${day}
    group by 1, 2
  ), states as (
    select people.*, booked.contact_id is not null as is_booked, case when held.until < 'infinity' then held.until >= ${day}
      when held.until is not null then coalesce(due.until >= ${day}, true) else coalesce(due.until >= ${day}, false) end as is_valid
    from people left join held using (contact_id, kind) left join due using (contact_id, kind)
      left join booked using (contact_id, kind)
  )
  select asked.id as need, asked.company_id as company, asked.kind, coalesce(asked.needed, count(states.contact_id))::integer as needed,
    count(*) filter (where is_valid)::integer as valid, count(*) filter (where is_booked and not is_valid)::integer as booked
  from asked left join about on about.need = asked.id
    left join states on states.contact_id = about.contact_id and states.kind = about.kind
  group by asked.id, asked.company_id, asked.kind, asked.needed`

const isLacking = sql<SqlBool>`met.valid + met.booked < met.needed`

/** The needs that will not be met, whoever is enrolled by now. */
export const listShortages = (db: Db, viewer: Viewer) =>
  listNeeds(db)
    .innerJoin(
      sql<Shortage & { need: number }>`(${metOf(viewer, needsVisibleTo(viewer))})`.as('met'),
      'met.need',
      'certificate_needs.id',
    )
    .select(['met.needed as wanted', 'met.valid', 'met.booked'])
    .where('companies.active', '=', true)
    .where(isLacking)

/** The same as what waits for somebody, where it is theirs to do anything about it. */
export const waitingShortages = (viewer: Viewer, isTold: boolean) =>
  waitingRows({
    day,
    from: isTold
      ? sql`from (${metOf(viewer, needsVisibleTo(viewer))}) met join companies on companies.id = met.company
        where companies.active and ${isLacking}`
      : sql`where false`,
  })

/** Those of a company with all below it, the worst first, as JSON; null where there are none. */
export const shortagesOf = (viewer: Viewer, companyId: number) => sql<
  (Shortage & { course: string; all: number }) | null
>`
  select json_build_object('course', courses.description, 'needed', met.needed, 'valid', met.valid, 'booked', met.booked,
    'all', count(*) over ())
  from (${metOf(
    viewer,
    sql<SqlBool>`certificate_needs.company_id in (with recursive tree as (select ${companyId}::integer as id
      union select c.id from companies c join tree on c.parent_id = tree.id) select id from tree)`,
  )}) met join courses on courses.id = met.kind
  where ${isLacking} order by met.needed - met.valid - met.booked desc, met.need limit 1`
