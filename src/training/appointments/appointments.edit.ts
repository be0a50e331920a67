import { Invalid } from '../../platform/errors.ts'
import { formatPeriod } from '../../platform/format/format.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { fullName } from '../../relations/contacts/index.ts'
import type { AppointmentInput } from './appointments.forms.ts'
import {
  getAppointment,
  listOccupations,
  listResponsibles,
  listRoomOccupations,
  listStatuses,
} from './appointments.queries.ts'

/** Sentences about double bookings of the room or the responsibles; empty when there are none. */
async function conflictsOf(trx: Trx, groupId: number, input: AppointmentInput): Promise<string[]> {
  const range = { from: input.start_datetime, to: input.end_datetime, exceptGroup: groupId }
  const conflicts: string[] = []
  if (input.room_id !== null)
    for (const other of await listRoomOccupations(trx, { ...range, roomId: input.room_id }))
      conflicts.push(`Het lokaal is bezet: ${other.description}, ${formatPeriod(other.starts_at, other.ends_at)}.`)
  const contactIds = input.responsibles.map((row) => row.contact_id)
  if (contactIds.length > 0) {
    const people = await trx.selectFrom('contacts').selectAll().where('id', 'in', contactIds).execute()
    for (const other of await listOccupations(trx, { ...range, contactIds })) {
      const person = people.find(({ id }) => id === other.contact_id)
      conflicts.push(
        `${person ? fullName(person) : 'Iemand'} is bezet: ${other.description}, ${formatPeriod(other.starts_at, other.ends_at)}.`,
      )
    }
  }
  return conflicts
}

/**
 * Saves one part and its responsibles.
 * @throws Invalid for an unknown status, fewer places than people, or a double booking that was not confirmed
 */
export async function editAppointment(trx: Trx, id: number, input: AppointmentInput): Promise<void> {
  const { version, responsibles, confirm_conflicts, start_datetime, end_datetime, ...columns } = input
  const values = { ...columns, starts_at: start_datetime, ends_at: end_datetime }
  await lockVersion(trx, 'appointments', id, version, values)
  const before = await getAppointment(trx, id)
  if (!(await listStatuses(trx)).some(({ key }) => key === input.status))
    throw new Invalid({ status: ['Maak een keuze'] })
  const taken = before.enrolled_count + before.reserved_count
  if (input.max_count < taken)
    throw new Invalid({ max_count: [`Er zijn al ${taken} plaatsen bezet; :label kan niet lager zijn.`] })
  const conflicts = confirm_conflicts === '1' ? [] : await conflictsOf(trx, before.group_id, input)
  if (conflicts.length > 0) throw new Invalid({ confirm_conflicts: conflicts })
  await trx.updateTable('appointments').set(values).where('id', '=', id).execute()
  await keepResponsibles(trx, id, responsibles)
}

async function keepResponsibles(trx: Trx, id: number, rows: AppointmentInput['responsibles']): Promise<void> {
  const before = await listResponsibles(trx, [id])
  const gone = before
    .filter((row) => !rows.some(({ contact_id }) => contact_id === row.contact_id))
    .map((row) => row.id)
  if (gone.length > 0) await trx.deleteFrom('appointment_responsibles').where('id', 'in', gone).execute()
  if (rows.length === 0) return
  await trx
    .insertInto('appointment_responsibles')
    .values(rows.map((row) => ({ ...row, appointment_id: id })))
    .onConflict((conflict) =>
      conflict.columns(['appointment_id', 'contact_id']).doUpdateSet((eb) => ({
        role_id: eb.ref('excluded.role_id'),
        starts_at: eb.ref('excluded.starts_at'),
        ends_at: eb.ref('excluded.ends_at'),
      })),
    )
    .execute()
}

/** The note of the planning itself; saved while typing, so the last one who types wins and the history keeps both. */
export async function saveNote(trx: Trx, id: number, note: string): Promise<void> {
  await trx.updateTable('appointments').set({ note }).where('id', '=', id).execute()
}

/** Deletes a part, and its group with the last one. */
export async function deleteAppointment(trx: Trx, id: number): Promise<void> {
  const part = await trx.deleteFrom('appointments').where('id', '=', id).returning('group_id').executeTakeFirst()
  if (!part) return
  const left = await trx
    .selectFrom('appointments')
    .select('id')
    .where('group_id', '=', part.group_id)
    .executeTakeFirst()
  if (!left) await trx.deleteFrom('appointment_groups').where('id', '=', part.group_id).execute()
}
