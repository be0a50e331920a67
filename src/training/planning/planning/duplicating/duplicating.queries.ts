import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'

/** What of each part of a planning a second one takes over: of those that are held, or of all when none is. */
export async function heldParts(db: Db | Trx, planningId: number) {
  const parts = await db
    .selectFrom('appointments')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .leftJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      'appointments.id',
      'appointments.component_id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'appointments.max_count',
      'appointments.teacher_application_count',
      'appointments.room_id',
      sql<string>`concat_ws(', ', establishments.name, rooms.name)`.as('room_name'),
      'appointments.address_name',
      'appointments.street',
      'appointments.street_no',
      'appointments.street_no_adding',
      'appointments.postal_code',
      'appointments.city',
      'appointments.join_url',
      'appointments.join_code',
      'appointments.join_password',
    ])
    .where('appointments.group_id', '=', planningId)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()
  const held = parts.filter(({ status }) => status !== 'cancelled')
  return held.length > 0 ? held : parts
}

/** The companies that an in-company planning is for. */
export async function listCompanyIds(db: Db | Trx, planningId: number): Promise<number[]> {
  const companies = db.selectFrom('appointment_group_companies').select('company_id').where('group_id', '=', planningId)
  return (await companies.execute()).map(({ company_id }) => company_id)
}
