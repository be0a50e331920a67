import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { foreseeMails } from '../../../system/moments/index.ts'
import type { MomentKind, MomentSubject } from '../../../system/moments/points.ts'
import { CERTAIN, CONFIRMED, ofPlannings, planningMoments, readersOf } from './planning-moments.ts'

/** Who is in each part that begins then, or who gives it. */
const subjects: MomentKind['subjects'] = (asked, recipients) => {
  const parts =
    'scope' in asked
      ? sql`p.group_id = ${asked.scope}`
      : sql`p.starts_at >= ${asked.from} and p.starts_at < ${asked.to}`
  const inParts = (table: RawBuilder<unknown>, meets: RawBuilder<unknown>) => sql`
    select p.id as part, p.group_id, p.starts_at, p.status, ${meets} as meets, mine.contact_id, mine.created_at as joined_at,
           greatest(p.updated_at, mine.updated_at) as settled_at
    from appointments p join ${table} mine on mine.appointment_id = p.id
    where p.status <> 'cancelled' and ${parts}`
  const own =
    recipients === 'responsibles'
      ? inParts(sql`appointment_responsibles`, sql`'{}'::text[]`)
      : inParts(sql`enrolments`, sql`case when mine.moved then '{}'::text[] else array['enrolled'] end`)
  return sql<MomentSubject>`
    select own.part as record_id, own.group_id as scope_id, g.course_id as of_id, own.contact_id as subject_id,
           c.id as recipient_id, own.starts_at as anchor, own.starts_at as until, own.joined_at, own.settled_at,
           case when own.status = 'option' then own.meets else own.meets || 'certain'::text end as meets, own.part as occasion,
           c.email::text as email
    from (${own}) own join appointment_groups g on g.id = own.group_id
    ${readersOf(own, recipients)}
    where c.active and own.joined_at <= own.starts_at`
}

/** When the people of a part can be told of that part, each day anew. */
export const partMoments: MomentKind[] = [
  {
    ...ofPlannings,
    key: 'part-begin',
    carriedBy: [CONFIRMED],
    inCalendars: true,
    side: 'before',
    words: 'het begin van elk onderdeel',
    recipients: ['students', 'supervisors', 'responsibles'],
    conditions: [CERTAIN],
    subjects,
    // What comes next is about the next part.
    place: async (db, id) => {
      const { rows } = await sql<{ scopeId: number; ofId: number; anchor: Date | null }>`
        select g.id as "scopeId", g.course_id as "ofId",
               coalesce(min(p.starts_at) filter (where p.starts_at > now()), max(p.starts_at)) as anchor
        from appointments chosen join appointment_groups g on g.id = chosen.group_id
        left join appointments p on p.group_id = g.id and p.status <> 'cancelled'
        where chosen.id = ${id} group by g.id`.execute(db)
      const [row] = rows
      if (!row) throw new NotFound('Planning')
      return row
    },
  },
]

/** A part that would be planned, of a planning of its own. */
export interface FreshPart {
  course_id: number
  status: string
  starts_at: Date
  /** Who gives it. */
  people: number[]
}

/** The mails that go by themselves, at once, to who gives a part that is planned now. */
export async function foreseePlanned(db: Db | Trx, { course_id, status, starts_at, people }: FreshPart) {
  const subjectsFor = (recipients: string) => sql<MomentSubject>`
    select 0 as record_id, 0 as scope_id, ${course_id}::integer as of_id, c.id as subject_id, c.id as recipient_id,
           ${starts_at}::timestamptz as anchor, ${starts_at}::timestamptz as until, now() as joined_at, now() as settled_at,
           ${status === 'option' ? [] : [CERTAIN.key]}::text[] as meets, 0 as occasion, c.email::text as email
    from contacts c where c.active and c.id = any(${recipients === 'responsibles' ? people : []}::integer[])`
  const found = []
  for (const kind of [...planningMoments, ...partMoments].filter(({ side }) => side === 'before'))
    found.push(...(await foreseeMails(db, kind, subjectsFor)))
  return found
}
