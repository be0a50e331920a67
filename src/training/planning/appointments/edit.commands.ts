import type { Selectable } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { type FieldMessages, Invalid } from '../../../platform/errors.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockRow, lockVersion, refuseStale } from '../../../platform/database/versioned.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type Conflict, conflictKey, conflictsOf, refuseUnread, unreadOf } from '../../../relations/bookings/index.ts'
import { fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { holdForPlanning } from '../../../system/occupations/index.ts'
import { materialsOf } from '../../catalogue/material-needs/index.ts'
import { type AppointmentInput, type NoteInput, ownCount } from './appointments.forms.ts'
import { listResponsibles, listStatuses } from './appointments.queries.ts'
import { inputOf } from './input.rules.ts'
import { CANCELLED, type ResponsibleRole } from './appointments.rules.ts'
import { judgeParts } from './findings.queries.ts'
import { permitRead } from './permits.commands.ts'

type Responsibles = AppointmentInput['responsibles']

/** Names of these people. @throws Invalid when somebody who is new in the part cannot be what was chosen */
async function namesOf(trx: Trx, rows: Responsibles, before: { contact_id: number; role_id: number }[]) {
  if (rows.length === 0) return new Map<number, string>()
  const ids = rows.map(({ contact_id }) => contact_id)
  const people = await trx
    .selectFrom('contacts')
    .select(['contacts.id', 'active', 'roles', ...nameColumns])
    .where('id', 'in', ids)
    .execute()
  const isStill = ({ contact_id, role_id }: Responsibles[number]) =>
    before.some((row) => row.contact_id === contact_id && row.role_id === role_id)
  const errors: FieldMessages = {}
  rows.forEach((row, i) => {
    const person = people.find(({ id }) => id === row.contact_id)
    const fits = person !== undefined && (isStill(row) || (person.active && person.roles.includes(row.role_id)))
    if (!fits) errors[`responsibles.${i}.contact_id`] = ['Kies een docent of lotus die actief is.']
  })
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
  return new Map(people.map((person) => [person.id, fullName(person)]))
}

/** @throws Invalid for a room that cannot be planned in, unless it stays as it was */
async function refuseUnusable(trx: Trx, id: number | null, before: number | null): Promise<void> {
  if (id === null) return
  const room = await trx.selectFrom('rooms').select('active').where('id', '=', id).executeTakeFirst()
  if (!room || (!room.active && id !== before)) throw new Invalid({ room_id: ['Maak een keuze'] })
}

/** The field that what is taken is told at. */
const TOLD_AT: Record<string, string> = { room: 'room_id', material: 'start_datetime' }

type StoredPart = Pick<
  Selectable<DB['appointments']>,
  'id' | 'description' | 'starts_at' | 'ends_at' | 'room_id' | 'component_id' | 'max_count' | 'status'
>

/** The keys of what the part takes already that is taken: a change that does not bring it asks nothing about it. */
async function conflictsBefore(
  trx: Trx,
  registry: Registry,
  part: StoredPart,
  there: Awaited<ReturnType<typeof listResponsibles>>,
): Promise<string[]> {
  if (part.status === CANCELLED) return []
  const people = there.map((row) => ({ ...row, role_id: row.role_id as ResponsibleRole, name: fullName(row) }))
  const [findings = []] = await judgeParts(trx, registry, [{ ...part, people }])
  return conflictsOf(findings).map(conflictKey)
}

/**
 * What the edited part comes to take that is taken already, as far as the planner read it. It waits for whoever plans with
 * the same people or room at this moment, and they for this edit.
 * @throws Unconfirmed for what was not read; Invalid for who and what cannot be chosen
 */
async function conflictsRead(
  trx: Trx,
  registry: Registry,
  before: StoredPart,
  input: AppointmentInput,
): Promise<Conflict[]> {
  const there = await listResponsibles(trx, [before.id])
  const names = await namesOf(trx, input.responsibles, there)
  await refuseUnusable(trx, input.room_id, before.room_id)
  await holdForPlanning(trx, registry, {
    contact: [...names.keys()],
    room: input.room_id === null ? [] : [input.room_id],
    material: await materialsOf(trx, [before.component_id]),
  })
  if (input.status === CANCELLED) return []
  const part = {
    id: before.id,
    description: input.description,
    component_id: before.component_id,
    starts_at: input.start_datetime,
    ends_at: input.end_datetime,
    room_id: input.room_id,
    max_count: input.max_count,
    people: input.responsibles.map((row) => ({ ...row, name: names.get(row.contact_id)! })),
  }
  const [found = []] = await judgeParts(trx, registry, [part])
  const stood = conflictsOf(found).length === 0 ? [] : await conflictsBefore(trx, registry, before, there)
  // What was read all the same is permitted.
  const silent = stood.filter((key) => input.confirm_conflicts?.includes(key) !== true)
  const findings = found.flatMap((finding) => {
    if (finding.conflicts === undefined) return [finding]
    const conflicts = unreadOf(finding.conflicts, silent)
    return conflicts.length === 0 ? [] : [{ ...finding, conflicts }]
  })
  const rowOf = (id: number) => input.responsibles.findIndex(({ contact_id }) => contact_id === id)
  const fieldOf = ({ resource, resource_id }: Pick<Conflict, 'resource' | 'resource_id'>) =>
    TOLD_AT[resource] ?? `responsibles.${rowOf(resource_id)}.contact_id`
  return refuseUnread([{ findings, fieldOf }], input.confirm_conflicts)
}

const takenText = (taken: number) =>
  `Er ${taken === 1 ? 'is' : 'zijn'} al ${formatCount(taken, 'plaats', 'plaatsen')} bezet; :label kan niet lager zijn.`

/**
 * Saves one part and its responsibles.
 * @throws Invalid for an unknown status, fewer places than people, or somebody who is no teacher or lotus; Unconfirmed
 *   for a double booking that was not read
 */
export async function editAppointment(
  trx: Trx,
  registry: Registry,
  id: number,
  input: AppointmentInput,
): Promise<void> {
  const { version, responsibles, confirm_conflicts: _read, start_datetime, end_datetime, ...rest } = input
  const { has_custom_teacher_application_count: _own, ...columns } = {
    ...rest,
    teacher_application_count: ownCount(rest),
  }
  const values = { ...columns, starts_at: start_datetime, ends_at: end_datetime }
  const before = await lockVersion(trx, 'appointments', id, version, values)
  if (!(await listStatuses(trx)).some(({ key }) => key === input.status))
    throw new Invalid({ status: ['Maak een keuze'] })
  const taken = before.enrolled_count + before.reserved_count
  if (input.max_count < taken) throw new Invalid({ max_count: [takenText(taken)] })
  const conflicts = await conflictsRead(trx, registry, before, input)
  await trx.updateTable('appointments').set(values).where('id', '=', id).execute()
  await keepResponsibles(trx, id, responsibles)
  await permitRead(trx, registry, [id], conflicts)
}

/**
 * Puts a teacher on a part beside who is there already, by the command of its form.
 * @throws Invalid when that would be a double booking, or the person is no teacher who is active
 */
export async function addTeacher(trx: Trx, registry: Registry, id: number, contactId: number): Promise<void> {
  const part = await lockRow(trx, 'appointments', id)
  const before = await listResponsibles(trx, [id])
  if (before.some(({ contact_id, role_id }) => contact_id === contactId && role_id === ROLE.teacher)) return
  await editAppointment(trx, registry, id, {
    ...inputOf(part),
    room_id: part.room_id,
    version: part.version,
    confirm_conflicts: null,
    responsibles: [
      ...before
        .filter(({ contact_id }) => contact_id !== contactId)
        .map(({ contact_id, role_id, starts_at, ends_at }) => ({
          ...{ contact_id, role_id: role_id as ResponsibleRole, starts_at, ends_at },
        })),
      { contact_id: contactId, role_id: ROLE.teacher, starts_at: null, ends_at: null },
    ],
  })
}

async function keepResponsibles(trx: Trx, id: number, rows: Responsibles): Promise<void> {
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

/**
 * Saves the note of the planning itself. A part changes for many reasons that are no concern of its note: only another
 * note stands in the way.
 * @throws Stale (409) when somebody else changed the note meanwhile
 */
export async function saveNote(trx: Trx, id: number, { note, was, version }: NoteInput): Promise<void> {
  const stored = await lockRow(trx, 'appointments', id)
  if (stored.note !== was) await refuseStale(trx, 'appointments', stored, version, { note })
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
