import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import { HttpError } from '../../../platform/errors.ts'
import type { CreditEdit, CreditInput, DriverEdit, DriverInput } from './drivers.forms.ts'
import { getCredit } from './drivers.queries.ts'

export async function addDriver(trx: Trx, input: DriverInput): Promise<number> {
  const { id } = await trx.insertInto('code95_drivers').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editDriver(trx: Trx, id: number, { version, ...input }: DriverEdit): Promise<void> {
  await lockVersion(trx, 'code95_drivers', id, version, input)
  await trx.updateTable('code95_drivers').set(input).where('id', '=', id).execute()
}

export async function deleteDriver(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('code95_drivers').where('id', '=', id).execute()
}

/** Hours of a course that was followed elsewhere. */
export async function addCredit(trx: Trx, contact_id: number, input: CreditInput): Promise<number> {
  const { id } = await trx
    .insertInto('code95_credits')
    .values({ ...input, contact_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What a planning of our own gave follows from who was there. @throws HttpError */
function refuseOwn({ group_id }: { group_id: number | null }): void {
  if (group_id !== null)
    throw new HttpError(409, `Deze uren horen bij planning ${group_id}. Rond die opnieuw af om ze te wijzigen.`)
}

/** @returns whose it is. @throws NotFound, Stale, HttpError for what a planning of our own gave */
export async function editCredit(trx: Trx, id: number, { version, ...input }: CreditEdit): Promise<number> {
  const before = await lockVersion(trx, 'code95_credits', id, version, input)
  refuseOwn(before)
  await trx.updateTable('code95_credits').set(input).where('id', '=', id).execute()
  return before.contact_id
}

/** @throws NotFound, HttpError for what a planning of our own gave */
export async function deleteCredit(trx: Trx, id: number): Promise<void> {
  refuseOwn(await getCredit(trx, id))
  await trx.deleteFrom('code95_credits').where('id', '=', id).execute()
}
