import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { countOf } from '../../../platform/database/count.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import {
  companyShownTo,
  initialsInName,
  nameColumns,
  nameText,
  ownContactIds,
} from '../../../relations/contacts/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { listUnfit } from '../../catalogue/requirements/index.ts'
import { waitingListArea } from './rights.ts'
import type { InLine, OfferedPlanning } from './waiting-list.rules.ts'

/** Row scope of the record type 'waiting-entry': a supervisor's own people. */
export function entriesVisibleTo(viewer: Viewer): Expression<SqlBool> {
  const scope = viewerScope(viewer, waitingListArea)
  if (scope === 'all') return sql<SqlBool>`true`
  if (scope === 'none' || viewer.contactId === null) return sql<SqlBool>`false`
  return sql<SqlBool>`waiting_entries.contact_id in (${ownContactIds(viewer.contactId, true)})`
}

/** Who stands in the line of a planning: they wait for it or for any of its course, and are not in it yet. */
export const inLineOf = (planningId: number | Expression<number>) => sql<SqlBool>`(
  waiting_entries.state = 'waiting'
  and waiting_entries.course_id = (select course_id from appointment_groups where appointment_groups.id = ${planningId})
  and coalesce(waiting_entries.group_id, ${planningId}) = ${planningId}
  and not exists (select from enrolments e join appointments a on a.id = e.appointment_id
    where a.group_id = ${planningId} and e.contact_id = waiting_entries.contact_id))`

const OPEN = sql`select o.id, o.group_id, o.expires_at from waiting_offers o
  where o.entry_id = waiting_entries.id and o.state = 'open'`

/** What somebody said when a place of the planning was offered, since one came free last. */
export const saidSince = (planningId: number | Expression<unknown>) => sql<'declined' | 'expired' | null>`(
  select o.state from waiting_offers o left join waiting_turns t on t.group_id = o.group_id
  where o.entry_id = waiting_entries.id and o.group_id = ${planningId} and o.state in ('declined', 'expired')
    and o.ended_at >= coalesce(t.freed_at, '-infinity')
  order by o.ended_at desc limit 1)`

/** The line of a planning in its order, with what decides about each. */
export async function listLine(db: Db | Trx, planningId: number) {
  const { rows } = await sql<Row>`
    select waiting_entries.*, ${nameText} as name, contacts.first_name, ${initialsInName()} as initials,
      contacts.last_name_prefix, contacts.last_name, contacts.email, contacts.active,
      coalesce(nullif(contacts.mobile_phone, ''), nullif(contacts.phone, '')) as phone, companies.name as company,
      establishments.name as establishment,
      (select row_to_json(open) from (${OPEN}) open) as open, ${saidSince(planningId)} as said,
      exists (select from enrolments e join appointments other on other.id = e.appointment_id
        join appointments part on part.group_id = ${planningId} and part.status <> 'cancelled'
          and tstzrange(part.starts_at, part.ends_at) && tstzrange(other.starts_at, other.ends_at)
        where e.contact_id = waiting_entries.contact_id and other.group_id <> ${planningId} and other.status <> 'cancelled') as overlaps
    from waiting_entries join contacts on contacts.id = waiting_entries.contact_id
    left join companies on companies.id = waiting_entries.company_id
    left join establishments on establishments.id = waiting_entries.establishment_id
    where ${inLineOf(planningId)}
    order by waiting_entries.line_at, waiting_entries.id`.execute(db)
  const judged = await listUnfit(db, planningId, rows.map(({ contact_id }) => contact_id)) // prettier-ignore
  const unfit = new Set(judged.map(({ id }) => id))
  return rows.map((row) => ({
    ...row,
    open: row.open && { ...row.open, expires_at: new Date(row.open.expires_at) },
    facts: {
      id: row.id,
      companyId: row.company_id,
      weekdays: row.weekdays,
      establishmentId: row.establishment_id,
      from: row.from_date,
      until: row.until_date,
      active: row.active,
      hasEmail: (row.email ?? '') !== '',
      fits: !unfit.has(row.contact_id),
      overlaps: row.overlaps,
      offered: row.open !== null,
      said: row.said,
    } satisfies InLine,
  }))
}
interface Row {
  id: number
  course_id: number
  group_id: number | null
  contact_id: number
  company_id: number | null
  line_at: Date
  weekdays: number[]
  establishment_id: number | null
  from_date: string | null
  until_date: string | null
  name: string
  first_name: string
  initials: string
  last_name_prefix: string
  last_name: string
  email: string | null
  active: boolean
  phone: string | null
  company: string | null
  establishment: string | null
  open: { id: number; group_id: number; expires_at: Date } | null
  said: 'declined' | 'expired' | null
  overlaps: boolean
  created_at: Date
}
export type Waiting = Awaited<ReturnType<typeof listLine>>[number]

/** What is offered of a planning, and under which rules. @throws NotFound */
export async function getPlanning(db: Db | Trx, planningId: number) {
  const { rows: parts } = await sql<Part>`
    select a.id, a.starts_at, a.ends_at, a.status, a.max_count - a.enrolled_count - a.reserved_count as free,
      r.establishment_id, g.course_id, c.description as course, g.incompany
    from appointments a join appointment_groups g on g.id = a.group_id join courses c on c.id = g.course_id
    left join rooms r on r.id = a.room_id
    where a.group_id = ${planningId} order by a.starts_at, a.id`.execute(db)
  const first = parts[0]
  if (!first) throw new NotFound('Planning')
  const held = parts.filter(({ status }) => status !== 'cancelled')
  const rules = await db.selectFrom('waiting_rules').selectAll().where('group_id', '=', planningId).executeTakeFirst()
  const standard = await readSetting(db, 'waiting_list')
  return {
    id: planningId,
    course_id: first.course_id,
    course: first.course,
    /** The part that stands for it. */
    partId: (held[0] ?? first).id,
    parts: held,
    begins: held[0]?.starts_at ?? first.starts_at,
    isOpen: held.length > 0 && held.every((part) => ['planned', 'confirmed'].includes(part.status)),
    free: held.length === 0 ? 0 : Math.min(...held.map(({ free }) => free)),
    rules: { ...standard, company_quota: rules ? rules.company_quota : standard.company_quota },
    ownQuota: rules !== undefined,
    offered: {
      days: held.map(({ starts_at }) => wallClock(starts_at).day),
      establishmentIds: held.map(({ establishment_id }) => establishment_id),
      companyIds: first.incompany ? await companiesOf(db, planningId) : null,
      quota: rules ? rules.company_quota : standard.company_quota,
      held: await heldBy(db, planningId),
    } satisfies OfferedPlanning,
  }
}
interface Part {
  id: number
  starts_at: Date
  ends_at: Date
  status: string
  free: number
  establishment_id: number | null
  course_id: number
  course: string
  incompany: boolean
}
export type WaitedFor = Awaited<ReturnType<typeof getPlanning>>

async function companiesOf(db: Db | Trx, planningId: number): Promise<number[]> {
  const of = db.selectFrom('appointment_group_companies').select('company_id').where('group_id', '=', planningId)
  return (await of.execute()).map(({ company_id }) => company_id)
}

/** How many places each company holds: its people who are in, and those to whom one is offered. */
async function heldBy(db: Db | Trx, planningId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ company_id: number; held: number }>`
    select company_id, count(distinct contact_id)::integer as held from (
      select e.company_id, e.contact_id from enrolments e join appointments a on a.id = e.appointment_id
      where a.group_id = ${planningId} and e.company_id is not null
      union all
      select w.company_id, w.contact_id from waiting_offers o join waiting_entries w on w.id = o.entry_id
      where o.group_id = ${planningId} and o.state = 'open' and w.company_id is not null) own
    group by company_id`.execute(db)
  return new Map(rows.map(({ company_id, held }) => [company_id, held]))
}

/** Somebody who waits, or waited. @throws NotFound */
export async function getEntry(db: Db | Trx, id: number, viewer: Viewer | null = null) {
  const row = await entries(db, viewer).where('waiting_entries.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Wachtende')
  return row
}
export type Entry = Awaited<ReturnType<typeof getEntry>>

/** @param viewer to whom their companies are told; null: to whoever sees them */
export const entries = (db: Db | Trx, viewer: Viewer | null = null) =>
  db
    .selectFrom('waiting_entries')
    .innerJoin('contacts', 'contacts.id', 'waiting_entries.contact_id')
    .innerJoin('courses', 'courses.id', 'waiting_entries.course_id')
    .leftJoin('companies', (join) =>
      join
        .onRef('companies.id', '=', 'waiting_entries.company_id')
        .on(viewer === null ? sql<SqlBool>`true` : companyShownTo(viewer)),
    )
    .leftJoin('establishments', 'establishments.id', 'waiting_entries.establishment_id')
    .selectAll('waiting_entries')
    .select([
      ...nameColumns,
      'contacts.email',
      'courses.description as course',
      'companies.name as company',
      'establishments.name as establishment',
      nameText.as('name'),
      sql<{
        id: number
        group_id: number
        expires_at: string
      } | null>`(select row_to_json(open) from (${OPEN}) open)`.as('open'),
    ])

/** The number of who stand in the line of the planning of a part, as far as the viewer sees them. */
export const countInLine = (viewer: Viewer, partId: number): Expression<number> => sql<number>`
  select count(*) from waiting_entries where ${entriesVisibleTo(viewer)}
    and ${inLineOf(sql<number>`(select group_id from appointments where appointments.id = ${partId})`)}`

/** Whether somebody waits for the planning of a part, or did. */
export const hasLine = (viewer: Viewer, partId: number): Expression<SqlBool> => sql<SqlBool>`
  (${countInLine(viewer, partId)}) > 0 or exists (select from waiting_steps s join appointments a on a.group_id = s.group_id
    where a.id = ${partId})`

/** What was done with who wait for a planning, the newest first. */
export async function listSteps(db: Db, planningId: number, most: number) {
  const { rows } = await sql<{ kind: string; detail: string; name: string; at: Date; actor: string | null }>`
    select s.kind, s.detail, s.at, ${nameText} as name, users.name as actor
    from waiting_steps s join waiting_entries w on w.id = s.entry_id join contacts on contacts.id = w.contact_id
    left join users on users.id = s.actor_id
    where s.group_id = ${planningId} or (s.group_id is null and w.state = 'waiting'
      and w.course_id = (select course_id from appointment_groups where id = ${planningId})
      and coalesce(w.group_id, ${planningId}) = ${planningId})
    order by s.at desc, s.id desc limit ${most}`.execute(db)
  return rows
}

/** Of the parts `a` of plannings `g`: those of what somebody can wait for, by planning. */
function waitable(viewer: Viewer) {
  const all = viewerScope(viewer, waitingListArea, 'change') === 'all'
  return sql`a.status <> 'cancelled' and (${all} or not g.incompany)
      group by a.group_id
      having min(a.starts_at) > now() and bool_and(a.status in ('planned', 'confirmed') or (${all} and a.status = 'option'))`
}

/** Whether people can wait for a planning. */
export const isWaitable = (viewer: Viewer, planningId: number) =>
  sql<boolean>`exists (select a.group_id from appointments a join appointment_groups g on g.id = a.group_id
    where g.id = ${planningId} and ${waitable(viewer)})`

/** Plannings of a course that people can wait for, the first to come first; a supervisor reads those that are for all. */
export async function listWaitable(db: Db | Trx, viewer: Viewer, courseId: number) {
  const { rows } = await sql<{ id: number; starts_at: Date; ends_at: Date; free: number; place: string }>`
    select own.group_id as id, own.starts_at, own.ends_at, own.free, coalesce(appointments.city, e.city, '') as place
    from (select a.group_id, (array_agg(a.id order by a.starts_at, a.id))[1] as first, min(a.starts_at) as starts_at,
        min(a.ends_at) as ends_at, min(a.max_count - a.enrolled_count - a.reserved_count)::integer as free
      from appointments a join appointment_groups g on g.id = a.group_id
      where g.course_id = ${courseId} and ${waitable(viewer)}
      order by min(a.starts_at), a.group_id limit 50) own
    join appointments on appointments.id = own.first
    left join rooms r on r.id = appointments.room_id left join establishments e on e.id = r.establishment_id
    order by own.starts_at, own.group_id`.execute(db)
  return rows
}

/** Everybody who waits, with where they stand in the line. */
export const listWaiting = (db: Db, viewer: Viewer) =>
  entries(db, viewer)
    .select([
      sql<number>`(select count(*)::integer from waiting_entries other where other.state = 'waiting'
        and other.course_id = waiting_entries.course_id
        and coalesce(other.group_id, waiting_entries.group_id, 0) = coalesce(waiting_entries.group_id, other.group_id, 0)
        and (other.line_at, other.id) <= (waiting_entries.line_at, waiting_entries.id))`.as('place'),
      sql<Date | null>`(select min(a.starts_at) from appointments a
        where a.group_id = waiting_entries.group_id and a.status <> 'cancelled')`.as('starts_at'),
      sql<number | null>`(select a.id from appointments a
        where a.group_id = coalesce((select o.group_id from waiting_offers o where o.entry_id = waiting_entries.id
          and o.state = 'open'), waiting_entries.group_id) order by a.status = 'cancelled', a.starts_at, a.id limit 1)`.as(
        'part_id',
      ),
    ])
    .where('waiting_entries.state', '=', 'waiting')

/** What somebody in a line is called in the history. */
export async function entryNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await entries(db).where('waiting_entries.id', 'in', ids).execute()
  return new Map(rows.map(({ id, name, course }) => [id, `${name}, ${course}`]))
}

const waits = (db: Db | Trx) => db.selectFrom('waiting_entries').where('state', '=', 'waiting')

/** What keeps a part from being deleted: who waits for its planning. */
export async function planningWaiting(db: Db | Trx, partId: number): Promise<Reason[]> {
  const of = waits(db).where('group_id', '=', (eb) =>
    eb.selectFrom('appointments').select('group_id').where('id', '=', partId),
  )
  return [{ label: 'Wachtenden', one: 'wachtende', count: await countOf(of) }]
}

/** A company for whose people a place is kept in a line stays. */
export async function companyWaiting(db: Db | Trx, companyId: number): Promise<Reason[]> {
  const of = db.selectFrom('waiting_entries').where('company_id', '=', companyId)
  return [{ label: 'Plaatsen op wachtlijsten', one: 'plaats op een wachtlijst', count: await countOf(of) }]
}
