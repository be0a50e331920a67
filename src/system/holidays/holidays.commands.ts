import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import type { ClosingDayInput } from './holidays.forms.ts'

export async function addClosingDay(trx: Trx, input: ClosingDayInput): Promise<number> {
  const { id } = await trx.insertInto('closing_days').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editClosingDay(
  trx: Trx,
  id: number,
  { version, ...input }: ClosingDayInput & { version: number },
): Promise<void> {
  await lockVersion(trx, 'closing_days', id, version, input)
  await trx.updateTable('closing_days').set(input).where('id', '=', id).execute()
}

/** Calls it otherwise. @throws NotFound, Stale when someone else saved first */
export async function renameClosingDay(trx: Trx, id: number, description: string, version: number): Promise<void> {
  await lockVersion(trx, 'closing_days', id, version, { description })
  await trx.updateTable('closing_days').set({ description }).where('id', '=', id).execute()
}

export async function deleteClosingDay(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('closing_days').where('id', '=', id).execute()
}
