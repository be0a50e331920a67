import { type RawBuilder, sql } from 'kysely'
import { PLANNERS } from '../../../platform/access/roles.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { foreseeMails, foreseeReaders } from '../../../system/moments/index.ts'
import type { Asked, MomentKind, MomentSubject } from '../../../system/moments/points.ts'
import { supervisorsOf } from '../audiences/index.ts'

/** What a message is relative to, of the parts of a planning that somebody is in. */
type Anchor = 'begins' | 'ends' | 'joined_at'

/** The plannings in which a part, or an enrolment, lies in the window. */
const planningsIn: Record<Anchor, (window: { from: Date; to: Date }) => RawBuilder<unknown>> = {
  begins: ({ from, to }) => sql`select group_id from appointments where starts_at >= ${from} and starts_at < ${to}`,
  ends: ({ from, to }) => sql`select group_id from appointments where ends_at >= ${from} and ends_at < ${to}`,
  joined_at: ({ from, to }) => sql`
    select p.group_id from enrolments e join appointments p on p.id = e.appointment_id
    where e.created_at >= ${from} and e.created_at < ${to}`,
}

const askedPlannings = (anchor: Anchor, asked: Asked): RawBuilder<unknown> =>
  'scope' in asked ? sql`select ${asked.scope}::integer` : planningsIn[anchor](asked)

/** What somebody's parts of a planning come to: `mine` is a row that puts somebody in the part `p`. */
const ownParts = (subject: RawBuilder<unknown>, plannings: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`
  select p.group_id, mine.contact_id, min(p.starts_at) as begins, max(p.ends_at) as ends,
         min(mine.created_at) as joined_at, greatest(max(p.updated_at), max(mine.updated_at)) as settled_at,
         array_remove(array[case when bool_and(p.status <> 'option') then 'certain' end, ${more}], null) as meets
  from ${subject} mine join appointments p on p.id = mine.appointment_id and p.status <> 'cancelled'
  where p.group_id in (${plannings}) group by p.group_id, mine.contact_id`

const studentParts = (plannings: RawBuilder<unknown>) =>
  ownParts(
    sql`enrolments`,
    plannings,
    sql`case when bool_or(mine.present = 1) then 'present' end, case when bool_and(mine.passed is not distinct from 1) then 'passed' end,
      case when bool_and(not mine.moved) then 'enrolled' end`,
  )

/** Whom rows of `own` tell, as `c`: the people of them, or who leads these. */
export const readersOf = (own: RawBuilder<unknown>, recipients: string): RawBuilder<unknown> =>
  recipients === 'supervisors'
    ? sql`join (${supervisorsOf(sql`select contact_id from (${own}) led`)}) sup on sup.student_id = own.contact_id
        join contacts c on c.id = sup.supervisor_id`
    : sql`join contacts c on c.id = own.contact_id`

/**
 * Who comes into a planning when it is over only completes the administration, and is told nothing.
 * Likewise who was moved is told of it with the move, or not, and no enrolment is confirmed.
 * @param until until when it is of use to be told, as SQL over `own`
 */
const subjectsOf =
  (anchor: Anchor, until: RawBuilder<unknown>): MomentKind['subjects'] =>
  (asked, recipients) => {
    const plannings = askedPlannings(anchor, asked)
    const own =
      recipients === 'responsibles'
        ? ownParts(sql`appointment_responsibles`, plannings, sql`null`)
        : studentParts(plannings)
    return sql<MomentSubject>`
      select (select first.id from appointments first where first.group_id = own.group_id and first.status <> 'cancelled'
              order by first.starts_at, first.id limit 1) as record_id,
             own.group_id as scope_id, g.course_id as of_id, own.contact_id as subject_id, c.id as recipient_id,
             own.${sql.ref(anchor)} as anchor, ${until} as until, own.joined_at, own.settled_at, own.meets, 0 as occasion,
             c.email::text as email
      from (${own}) own join appointment_groups g on g.id = own.group_id
      ${readersOf(own, recipients)}
      where c.active and own.joined_at <= own.ends
        ${anchor === 'joined_at' ? sql`and 'enrolled' = any(own.meets)` : sql``}`
  }

/** The planning of a part, with when it begins or ends; null when each of its people has an instant of the own. */
export const placeOf =
  (anchor: Anchor): MomentKind['place'] =>
  async (db, id) => {
    const { rows } = await sql<{ scopeId: number; ofId: number; begins: Date | null; ends: Date | null }>`
      select g.id as "scopeId", g.course_id as "ofId", min(p.starts_at) as begins, max(p.ends_at) as ends
      from appointments chosen join appointment_groups g on g.id = chosen.group_id
      left join appointments p on p.group_id = g.id and p.status <> 'cancelled'
      where chosen.id = ${id} group by g.id
    `.execute(db)
    const [row] = rows
    if (!row) throw new NotFound('Planning')
    return { scopeId: row.scopeId, ofId: row.ofId, anchor: anchor === 'joined_at' ? null : row[anchor] }
  }

/** Who made the planning, as long as that is a planner who is still there. */
async function plannerOf(db: Db, partId: number) {
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    select u.id, u.name, u.email::text as email from appointments p
    join history h on h.record_type = 'appointment_group' and h.record_id = p.group_id and h.action = 'insert'
      and h.table_name = 'appointment_groups'
    join users u on u.id = h.actor_id and u.active and u.roles && ${[...PLANNERS]}::integer[]
    where p.id = ${partId} order by h.id limit 1
  `.execute(db)
  return rows[0] ?? null
}

export const CERTAIN = { key: 'certain', label: 'Alleen als de planning geen optie is' }
/** Who is told of an enrolment reads when and where; who was moved is not told of one. */
export const CONFIRMED = { kind: 'enrolment', meets: ['enrolled'] } as const
export const ofPlannings = { record: 'appointment', of: 'course', planner: plannerOf } as const

/** When the people of a planning can be told of it. */
export const planningMoments: MomentKind[] = [
  {
    ...ofPlannings,
    key: 'enrolment',
    inCalendars: true,
    side: 'after',
    words: 'inschrijving',
    recipients: ['students', 'supervisors'],
    conditions: [CERTAIN],
    subjects: subjectsOf('joined_at', sql`own.begins`),
    place: placeOf('joined_at'),
  },
  {
    ...ofPlannings,
    key: 'planning-begin',
    carriedBy: [CONFIRMED],
    inCalendars: true,
    side: 'before',
    words: 'het begin van de planning',
    recipients: ['students', 'supervisors', 'responsibles'],
    conditions: [CERTAIN],
    subjects: subjectsOf('begins', sql`own.begins`),
    place: placeOf('begins'),
  },
  {
    ...ofPlannings,
    key: 'planning-end',
    inCalendars: false,
    side: 'after',
    words: 'het einde van de planning',
    recipients: ['students', 'supervisors'],
    conditions: [
      { key: 'present', label: 'Alleen wie aanwezig was' },
      { key: 'passed', label: 'Alleen wie geslaagd is' },
    ],
    subjects: subjectsOf('ends', sql`null::timestamptz`),
    place: placeOf('ends'),
  },
]

/** People who come into a planning: the part that stands for it, or null where it is still to be made. */
export interface Joining {
  partId: number | null
  courseId: number
  begins: Date
  /** Whether one that is still to be made is more than an option. */
  certain: boolean
  contactIds: number[]
}

/** Who is told of coming in, of each of these plannings by its place among them. */
function joiningSubjects(joining: readonly Joining[]) {
  const rows = joining.flatMap(({ contactIds, ...of }, slot) =>
    contactIds.map((contact_id) => ({ slot, contact_id, part_id: of.partId, of_id: of.courseId, ...of })),
  )
  const own = sql`
    select own.*, coalesce(p.group_id, 0) as group_id, case when p.id is null then own.certain else not exists (
      select from appointments other where other.group_id = p.group_id and other.status = 'option') end as sure
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as own(slot integer, contact_id integer, part_id integer, of_id integer, begins timestamptz, certain boolean)
    left join appointments p on p.id = own.part_id`
  return (recipients: string) => sql<MomentSubject>`
    select own.slot as record_id, own.group_id as scope_id, own.of_id, own.contact_id as subject_id, c.id as recipient_id,
           now() as anchor, own.begins as until, now() as joined_at, now() as settled_at,
           case when own.sure then ${[...CONFIRMED.meets, CERTAIN.key]} else ${[...CONFIRMED.meets]} end::text[] as meets,
           0 as occasion, c.email::text as email
    from (${own}) own ${readersOf(own, recipients)} where c.active`
}

const confirmation = () => planningMoments.find(({ key }) => key === CONFIRMED.kind)!

/** The mails that go by themselves when these people are enrolled now. */
export const foreseeJoining = (db: Db | Trx, joining: readonly Joining[]) =>
  foreseeMails(db, confirmation(), joiningSubjects(joining))

/** Who reads of it by itself then: of which of these plannings, by its place among them. */
export async function listReadersOfEnrolled(db: Db | Trx, joining: readonly Joining[]) {
  const found = await foreseeReaders(db, confirmation(), joiningSubjects(joining))
  return found.flatMap(({ told }) => told.map(([slot, id]) => ({ slot, id })))
}
