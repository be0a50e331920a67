import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { ResponsibleRole } from './appointments.rules.ts'

export interface NewResponsible {
  contact_id: number
  /** 3 teacher, 6 lotus; a teacher is there for the whole part. */
  role_id: ResponsibleRole
  starts_at: Date | null
  ends_at: Date | null
}

export interface NewPart {
  component_id: number | null
  description: string
  starts_at: Date
  ends_at: Date
  status: string
  max_count: number
  room_id: number | null
  /** How many teachers it needs; left out or null: as many as its component says. */
  teacher_application_count?: number | null
  address_name: string | null
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
  join_url: string | null
  join_code: string | null
  join_password: string | null
  responsibles: NewResponsible[]
}

export interface NewPlanning {
  course_id: number
  incompany: boolean
  /** Companies an in-company planning is for; none otherwise. */
  company_ids: number[]
  /** What it shares with the other plannings of its series. */
  series_id?: number | null
  /** It was held elsewhere, before this program. */
  imported?: boolean
  /** The number that it had in the system before. */
  old_number?: string | null
  /** Until when it is an option, YYYY-MM-DD. */
  option_until?: string | null
}

/** Adds one planning of a course with its parts, answered in the order given. */
export async function addPlanning(
  trx: Trx,
  { company_ids, ...planning }: NewPlanning,
  parts: NewPart[],
): Promise<{ planningId: number; partIds: number[] }> {
  const { id: planningId } = await trx
    .insertInto('appointment_groups')
    .values(planning)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (company_ids.length > 0)
    await trx
      .insertInto('appointment_group_companies')
      .values(company_ids.map((company_id) => ({ group_id: planningId, company_id })))
      .execute()
  const partIds: number[] = []
  for (const part of parts) partIds.push(await addPart(trx, planningId, part))
  return { planningId, partIds }
}

/** Adds a part to a planning that is there. */
export async function addPart(trx: Trx, group_id: number, { responsibles, ...part }: NewPart): Promise<number> {
  const { id } = await trx
    .insertInto('appointments')
    .values({ group_id, ...part })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (responsibles.length > 0)
    await trx
      .insertInto('appointment_responsibles')
      .values(responsibles.map((responsible) => ({ appointment_id: id, ...responsible })))
      .execute()
  return id
}

/**
 * Somebody else takes the place of a responsible, in the same role and at the same times, in as many statements for
 * twenty as for one. Who has the form of such a part open saves over nothing: it has its next version.
 * @param rows ids of responsibles, each with who comes
 */
export async function replaceResponsibles(trx: Trx, rows: readonly { id: number; by: number }[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const by = rows.map((row) => row.by)
  const gone = await trx
    .deleteFrom('appointment_responsibles')
    .where('id', 'in', ids)
    .returning(['id', 'appointment_id', 'role_id', 'starts_at', 'ends_at'])
    .execute()
  await trx
    .insertInto('appointment_responsibles')
    .values(gone.map(({ id, ...place }) => ({ ...place, contact_id: by[ids.indexOf(id)]! })))
    .execute()
  await sql`update appointments set updated_at = now()
    where id = any(${gone.map(({ appointment_id }) => appointment_id)})`.execute(trx)
}
