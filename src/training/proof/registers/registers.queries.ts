import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import { fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { getPlanning, readOwnRules } from './planning.queries.ts'
import type { OwnRule, Planning } from './preflight.rules.ts'
import type { Asked } from './register.ts'
import type { RegisterKey, RequestState } from './requests.rules.ts'

/** Whether this organisation passes students on to Het Oranje Kruis (T-005). */
export const passesOn = async (db: Db | Trx): Promise<boolean> => (await readSetting(db, 'hok')).hok_enabled

/**
 * What keeps these students from being passed on, as far as we can tell ourselves.
 * @returns it, and whom it was about
 */
export async function ownErrors(
  db: Db | Trx,
  register: RegisterKey,
  asked: Asked,
  judge: (planning: Planning, own: ReadonlySet<OwnRule>, today: string) => string[],
): Promise<{ errors: string[]; students: number[] }> {
  const planning = await getPlanning(db, register, asked)
  const students = planning.students.map(({ id }) => id)
  const there = new Set(students)
  const strangers = asked.students.some((id) => !there.has(id))
  return {
    errors: [
      ...(strangers ? ['Een gekozen cursist is niet ingeschreven.'] : []),
      ...judge(planning, await readOwnRules(db), today()),
    ],
    students,
  }
}

/** Who was passed on, with whom, of what and what came of it. */
export const listRequests = (db: Db | Trx) =>
  db
    .selectFrom('register_requests')
    .innerJoin('contacts', 'contacts.id', 'register_requests.contact_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'register_requests.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'register_requests.id',
      'register_requests.group_id',
      'register_requests.contact_id',
      sql<RegisterKey>`register_requests.register`.as('register'),
      sql<RequestState>`register_requests.state`.as('state'),
      'register_requests.number',
      'register_requests.valid_until',
      'register_requests.message',
      'register_requests.attempts',
      'register_requests.next_attempt_at',
      'register_requests.created_at',
      'register_requests.updated_at',
      'courses.description as course',
      ...nameColumns,
    ])

/** @throws NotFound */
export async function getRequest(db: Db | Trx, id: number) {
  const request = await listRequests(db)
    .select(
      sql<number>`(select min(p.id) from appointments p where p.group_id = register_requests.group_id)`.as('part_id'),
    )
    .where('register_requests.id', '=', id)
    .executeTakeFirst()
  if (!request) throw new NotFound('Doorgegeven cursist')
  return request
}

/** For the history and for questions. */
export async function requestNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listRequests(db).where('register_requests.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, `${fullName(row)}, ${row.course}`]))
}
