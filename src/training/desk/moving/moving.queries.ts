import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { roomLabel } from '../../../system/establishments/index.ts'
import type { Crowd } from '../../planning/appointments/index.ts'

/** Who takes part, by name. */
export async function listTakingPart(db: Db | Trx, appointmentId: number) {
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .select(['enrolments.appointment_id', 'contacts.id', ...nameColumns])
    .where('appointment_id', '=', appointmentId)
    .execute()
  return rows.map((row) => ({ appointment_id: row.appointment_id, id: row.id, name: fullName(row) }))
}

/** How many students of a component one teacher, and one lotus, can look after, and for how many a room has places. */
export async function findCrowdLimits(db: Db | Trx, componentId: number | null, roomId: number | null) {
  const { rows } = await sql<Omit<Crowd, 'id' | 'students'>>`
    select c.max_per_teacher, c.max_per_lotus, ${roomLabel} as room, rooms.capacity
    from (select) asked left join course_components c on c.id = ${componentId}
      left join rooms on rooms.id = ${roomId} left join establishments on establishments.id = rooms.establishment_id
  `.execute(db)
  return rows[0]!
}

/** A teacher who can be planned, by name; undefined for anybody else. */
export async function findTeacher(db: Db | Trx, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('contacts')
    .select(nameColumns)
    .where('id', '=', id)
    .where('active', '=', true)
    .where(sql<boolean>`${sql.lit(ROLE.teacher)} = any(roles)`)
    .executeTakeFirst()
  return row && fullName(row)
}

/** A room that can be planned in, by name; undefined for any other. */
export async function findRoom(db: Db | Trx, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('rooms')
    .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select(roomLabel.as('name'))
    .where('rooms.id', '=', id)
    .where('rooms.active', '=', true)
    .executeTakeFirst()
  return row?.name
}
