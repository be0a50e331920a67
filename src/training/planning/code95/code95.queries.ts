import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { type Counted, type JudgedDay, type Remark, judgeDay } from './code95.rules.ts'

/** A part as it is stored, or about to be. */
interface JudgedPart {
  id?: number
  component_id: number | null
  starts_at: Date
  ends_at: Date
}

/** Nothing is said of code 95 where it is switched off. */
const isSaid = sql<SqlBool>`not exists (select from settings where key = 'modules_off' and value ? 'code95')`

/** What the components of code 95 courses are worth, by id; others are not there. */
export async function findCounted(
  db: Db | Trx,
  components: readonly number[],
  where: RawBuilder<SqlBool> = sql`true`,
): Promise<Map<number, { counted: Counted; certifiedUntil: string | null }>> {
  if (components.length === 0) return new Map()
  const { rows } = await sql<Counted & { id: number; certifiedUntil: string | null }>`
    select c.id, courses.code95_hours as hours, courses.code95_elearning_hours as "elearningHours",
      courses.code95_certified_until::text as "certifiedUntil", c.duration_minutes as minutes, c.optional,
      (select coalesce(sum(o.duration_minutes), 0)::integer from course_components o
        where o.course_id = c.course_id and not o.optional) as "allMinutes"
    from course_components c join courses on courses.id = c.course_id
    where c.id = any(${components}) and courses.code95_code is not null and ${where}`.execute(db)
  return new Map(rows.map(({ id, certifiedUntil, ...counted }) => [id, { counted, certifiedUntil }]))
}

/** What is known of these parts beside their times. */
async function findStored(db: Db | Trx, ids: number[]) {
  if (ids.length === 0) return new Map<number, Pick<JudgedDay, 'isOption' | 'announcedFor' | 'students'>>()
  const rows = await db
    .selectFrom('appointments')
    .leftJoin('code95_days', 'code95_days.appointment_id', 'appointments.id')
    .select(['appointments.id', 'appointments.status', 'appointments.enrolled_count', 'code95_days.announced_for'])
    .where('appointments.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, status, enrolled_count, announced_for }) => [
      id,
      { isOption: status === 'option', announcedFor: announced_for, students: enrolled_count },
    ]),
  )
}

/** What about these parts keeps their hours from being recognised for code 95, each for itself. */
export async function listRemarks(db: Db | Trx, parts: readonly JudgedPart[]): Promise<Remark[][]> {
  const components = [...new Set(parts.flatMap(({ component_id }) => component_id ?? []))]
  const worth = await findCounted(db, components, isSaid)
  if (worth.size === 0) return parts.map(() => [])
  const judged = parts.filter(({ component_id }) => component_id !== null && worth.has(component_id))
  const stored = await findStored(
    db,
    judged.flatMap(({ id }) => id ?? []),
  )
  const now = new Date()
  return parts.map((part) => {
    const own = part.component_id === null ? undefined : worth.get(part.component_id)
    if (own === undefined) return []
    const known = (part.id === undefined ? undefined : stored.get(part.id)) ?? {
      isOption: true,
      announcedFor: null,
      students: 0,
    }
    return judgeDay({ ...part, ...own, ...known }, now)
  })
}
