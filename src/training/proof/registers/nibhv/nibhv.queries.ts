import { sql } from 'kysely'
import { ROLE } from '../../../../platform/access/roles.ts'
import type { Config } from '../../../../platform/config.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { type CourseRegister, courseOfPlanning } from '../course-registers.queries.ts'
import type { NibhvCourse } from './nibhv.rules.ts'
import { findAccount, isAllowed } from './account.commands.ts'

/** What NIBHV is told of one student of a planning. */
export interface NibhvRecord {
  external_student_ref: string
  initials: string | null
  first_name: string | null
  last_name_prefix: string | null
  last_name: string
  birth_date: string | null
  email: string | null
  result: { present: boolean; passed: boolean }
  event: {
    external_ref: string
    profile_uuid: string | null
    language: string | null
    kind: 'refresher' | 'base'
    parts: {
      starts_at: string
      ends_at: string
      location: { id: number | null; name: string }
      event_templates: string[]
    }[]
  }
  trainers: string[]
  trainer_uuid: string | null
  contact_user_uuid: string | null
}

/** How the course of a planning stands at NIBHV, and this organisation there. */
export async function nibhvCourse(db: Db | Trx, config: Config, planningId: number): Promise<NibhvCourse> {
  const account = await findAccount(db)
  const course = await courseOfPlanning(db, planningId, 'nibhv')
  return {
    type: course?.type ?? null,
    isRefresher: course?.kind === 'refresher',
    language: course?.language ?? null,
    profile: course?.profile_uuid ?? null,
    told: new Set(course?.templates.map(({ component_id }) => component_id)),
    account: account
      ? {
          isAllowed: isAllowed(account.url, config),
          trainer: account.trainer_uuid,
          contactUser: account.contact_user_uuid,
        }
      : null,
  }
}

interface Row extends Omit<NibhvRecord, 'event' | 'trainer_uuid' | 'contact_user_uuid'> {
  id: number
  parts: {
    component_id: number | null
    starts_at: string
    ends_at: string
    location: { id: number | null; name: string }
  }[]
}

const eventOf = (
  planningId: number,
  course: CourseRegister | undefined,
  parts: Row['parts'],
): NibhvRecord['event'] => ({
  external_ref: String(planningId),
  profile_uuid: course?.profile_uuid ?? null,
  language: course?.language ?? null,
  kind: course?.kind === 'refresher' ? 'refresher' : 'base',
  parts: parts.map(({ component_id, ...part }) => ({
    ...part,
    event_templates: (course?.templates ?? []).flatMap((template) =>
      template.component_id === component_id ? [template.uuid] : [],
    ),
  })),
})

/** What is told of these students, by contact. */
export async function listNibhvRecords(
  db: Db | Trx,
  planningId: number,
  students: number[],
): Promise<Map<number, NibhvRecord>> {
  const [account, course] = [await findAccount(db), await courseOfPlanning(db, planningId, 'nibhv')]
  const { rows } = await sql<Row>`
    select c.id, c.id::text as external_student_ref, c.initials, c.first_name, c.last_name_prefix, c.last_name, c.birth_date,
      c.email, json_build_object('present', true, 'passed', true) as result, held.parts, held.trainers
    from contacts c cross join lateral (
      select coalesce(json_agg(json_build_object('component_id', a.component_id, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
          'location',
          json_build_object('id', r.id, 'name', coalesce(r.name, a.address_name, a.city, ''))) order by a.starts_at, a.id), '[]') as parts,
        coalesce((select json_agg(distinct concat_ws(' ', t.first_name, nullif(t.last_name_prefix, ''), t.last_name))
          from appointment_responsibles p join appointments b on b.id = p.appointment_id join contacts t on t.id = p.contact_id
          where b.group_id = ${planningId} and b.status <> 'cancelled' and p.role_id = ${ROLE.teacher}), '[]') as trainers
      from appointments a left join rooms r on r.id = a.room_id
      where a.group_id = ${planningId} and a.status <> 'cancelled') held
    where c.id = any(${students})`.execute(db)
  return new Map(
    rows.map(({ id, parts, ...record }) => [
      id,
      {
        ...record,
        event: eventOf(planningId, course, parts),
        trainer_uuid: account?.trainer_uuid ?? null,
        contact_user_uuid: account?.contact_user_uuid ?? null,
      },
    ]),
  )
}
