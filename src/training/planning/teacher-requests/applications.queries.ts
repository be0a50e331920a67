import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Registry } from '../../../platform/registry.ts'
import { nameColumns, nameText } from '../../../relations/contacts/index.ts'
import { waitingRows } from '../../../system/attention/points.ts'
import { type Span, overlaps } from '../../../system/occupations/index.ts'
import { judgeParts, neededTeachers, partAddress, teachersThere } from '../appointments/index.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { isComing } from './teacher-requests.queries.ts'

const applications = (db: Db | Trx) =>
  db
    .selectFrom('teacher_applications')
    .innerJoin('contacts', 'contacts.id', 'teacher_applications.contact_id')
    .innerJoin('appointments', 'appointments.id', 'teacher_applications.appointment_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .leftJoin('users', 'users.id', 'teacher_applications.decided_by')
    .selectAll('teacher_applications')
    .select([
      ...nameColumns,
      'contacts.email',
      nameText.as('name'),
      'users.name as decided_name',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.description',
      'courses.description as course',
    ])

/** Who applied for these parts, the open ones first. */
export const listApplications = async (db: Db | Trx, partIds: number[]) =>
  partIds.length === 0
    ? []
    : applications(db)
        .where('teacher_applications.appointment_id', 'in', partIds)
        .orderBy(sql`teacher_applications.state = 'open'`, 'desc')
        .orderBy('teacher_applications.id')
        .execute()

/** @throws NotFound */
export async function getApplication(db: Db | Trx, id: number) {
  const row = await applications(db).where('teacher_applications.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Aanmelding')
  return row
}

/** What somebody applied for that is still to come, the first to come first. */
export const listOwnApplications = (db: Db | Trx, contactId: number) =>
  applications(db)
    .where('teacher_applications.contact_id', '=', contactId)
    .where(sql<boolean>`now() < appointments.ends_at`)
    .where('teacher_applications.state', '<>', 'withdrawn')
    .orderBy('appointments.starts_at')
    .orderBy('teacher_applications.id')
    .limit(50)
    .execute()

/** Parts that a teacher is told of: the coming half year. */
const AHEAD_DAYS = 183
const MOST_OPEN = 60

/** Whether somebody may apply for parts by themselves. */
const mayApply = (contactId: number) => sql<boolean>`exists (select from contacts c where c.id = ${contactId}
  and c.active and c.teacher_may_apply and ${sql.lit(ROLE.teacher)} = any(c.roles))`

/**
 * Coming parts that lack teachers, for who may apply: those that they are not in, have not applied for and are not asked
 * for, and that they can give by the one judgement of planning.
 * @param partId this one alone
 */
export async function listOpenParts(db: Db | Trx, registry: Registry, contactId: number, partId: number | null = null) {
  const rows = await db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'appointments.id',
      'appointments.description',
      'appointments.component_id',
      'appointments.room_id',
      'appointments.starts_at',
      'appointments.ends_at',
      'courses.description as course',
      'courses.online',
      partAddress.as('address'),
    ])
    .where(isComing)
    .where('appointments.starts_at', '<', sql<Date>`now() + make_interval(days => ${AHEAD_DAYS})`)
    .where('appointments.status', '<>', 'option')
    .where(sql<boolean>`${neededTeachers} > ${teachersThere}`)
    .where(mayApply(contactId))
    .where(
      sql<boolean>`not exists (select from appointment_responsibles own
      where own.appointment_id = appointments.id and own.contact_id = ${contactId})`,
    )
    .where(
      sql<boolean>`not exists (select from teacher_applications own where own.appointment_id = appointments.id
      and own.contact_id = ${contactId} and own.state in ('open', 'refused'))`,
    )
    .where(
      sql<boolean>`not exists (select from teacher_requests own where own.appointment_id = appointments.id
      and own.contact_id = ${contactId} and own.state = 'asked')`,
    )
    .$if(partId !== null, (query) => query.where('appointments.id', '=', partId!))
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(MOST_OPEN)
    .execute()
  const people = [{ contact_id: contactId, role_id: ROLE.teacher, starts_at: null, ends_at: null, name: '' }]
  const open = new Set<number>()
  // Two at the same time are each open: judged together, one would stand in the way of the other.
  for (const apart of apartInTime(rows)) {
    const found = await judgeParts(
      db,
      registry,
      apart.map((row) => ({ ...row, people })),
    )
    apart.forEach(({ id }, i) => {
      if (!found[i]!.some(({ tone, resource }) => tone === 'red' && resource === 'contact')) open.add(id)
    })
  }
  return rows.filter(({ id }) => open.has(id))
}

/** These in as few rounds as can be of which no two are at the same time. */
function apartInTime<S extends Span>(rows: readonly S[]): S[][] {
  const rounds: S[][] = []
  for (const row of rows) {
    const round = rounds.find((others) => !others.some((other) => overlaps(other, row)))
    if (round) round.push(row)
    else rounds.push([row])
  }
  return rounds
}

/** The parts with an application that waits for a planner: those of the list. */
export const waitingApplications = waitingRows({
  day: sql`(appointments.starts_at at time zone 'Europe/Amsterdam')::date`,
  planning: sql`appointments.group_id`,
  from: sql`from appointments where ${isComing} and exists (select from teacher_applications p
    where p.appointment_id = appointments.id and p.state = 'open')`,
})
