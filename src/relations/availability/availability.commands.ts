import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { Invalid } from '../../platform/errors.ts'
import type { AbsenceInput, FreeDayInput, WorkingWeekInput } from './availability.forms.ts'
import { plansForAll, refuseOthers } from './availability.queries.ts'

type Versioned<F> = F & { version: number }

/** Whom a form is about: who is chosen, or who tells it of themselves. @throws Invalid when that is nobody who teaches */
async function personOf(trx: Trx, viewer: Viewer, chosen: number | null): Promise<number> {
  const contactId = plansForAll(viewer, 'change') ? chosen : viewer.contactId
  if (contactId === null) throw new Invalid({ contact_id: ['Maak een keuze'] })
  await refuseOthers(trx, contactId)
  return contactId
}

/** Of an absence what somebody may say: why is for the office alone (rulings 10.17). */
function told(viewer: Viewer, { kind, reason, ...period }: Omit<AbsenceInput, 'contact_id'>) {
  return plansForAll(viewer, 'change') ? { ...period, kind, reason } : period
}

/** @throws Invalid when nobody is chosen who could be away */
export async function addAbsence(trx: Trx, viewer: Viewer, { contact_id, ...input }: AbsenceInput): Promise<number> {
  const values = { contact_id: await personOf(trx, viewer, contact_id), ...told(viewer, input) }
  const { id } = await trx.insertInto('absences').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first, Invalid */
export async function editAbsence(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { contact_id, version, ...input }: Versioned<AbsenceInput>,
): Promise<void> {
  const values = { contact_id: await personOf(trx, viewer, contact_id), ...told(viewer, input) }
  await lockVersion(trx, 'absences', id, version, values)
  await trx.updateTable('absences').set(values).where('id', '=', id).execute()
}

export async function deleteAbsence(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('absences').where('id', '=', id).execute()
}

export async function addFreeDay(trx: Trx, viewer: Viewer, { contact_id, ...input }: FreeDayInput): Promise<number> {
  const values = { contact_id: await personOf(trx, viewer, contact_id), ...input }
  const { id } = await trx.insertInto('free_days').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first, Invalid */
export async function editFreeDay(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { contact_id, version, ...input }: Versioned<FreeDayInput>,
): Promise<void> {
  const values = { contact_id: await personOf(trx, viewer, contact_id), ...input }
  await lockVersion(trx, 'free_days', id, version, values)
  await trx.updateTable('free_days').set(values).where('id', '=', id).execute()
}

export async function deleteFreeDay(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('free_days').where('id', '=', id).execute()
}

export async function addWorkingWeek(
  trx: Trx,
  viewer: Viewer,
  { contact_id, days, ...input }: WorkingWeekInput,
): Promise<number> {
  const values = { contact_id: await personOf(trx, viewer, contact_id), ...input }
  const { id } = await trx.insertInto('working_weeks').values(values).returning('id').executeTakeFirstOrThrow()
  await keepHours(trx, id, days)
  return id
}

/** @throws NotFound, Stale when someone else saved first, Invalid */
export async function editWorkingWeek(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { contact_id, days, version, ...input }: Versioned<WorkingWeekInput>,
): Promise<void> {
  const values = { contact_id: await personOf(trx, viewer, contact_id), ...input }
  await lockVersion(trx, 'working_weeks', id, version, values)
  // Also where its days alone change, so that who edits at once hears of it: the row trigger gives the next version.
  await trx
    .updateTable('working_weeks')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await keepHours(trx, id, days)
}

async function keepHours(trx: Trx, week_id: number, days: WorkingWeekInput['days']): Promise<void> {
  const worked = days.flatMap(({ weekday, hours }) => (hours ? [{ week_id, weekday, ...hours }] : []))
  await trx
    .deleteFrom('working_hours')
    .where('week_id', '=', week_id)
    .where('weekday', 'not in', [0, ...worked.map(({ weekday }) => weekday)])
    .execute()
  if (worked.length === 0) return
  await trx
    .insertInto('working_hours')
    .values(worked)
    .onConflict((conflict) =>
      conflict
        .columns(['week_id', 'weekday'])
        .doUpdateSet((eb) => ({ opens: eb.ref('excluded.opens'), closes: eb.ref('excluded.closes') })),
    )
    .execute()
}

export async function deleteWorkingWeek(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('working_weeks').where('id', '=', id).execute()
}
