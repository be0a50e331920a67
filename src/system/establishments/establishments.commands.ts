import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { settingValue } from '../settings/index.ts'
import type { EstablishmentEdit, EstablishmentInput, RoomEdit, RoomInput } from './establishments.forms.ts'

/** Setting with the number of establishments this installation may have; without it there is no limit. */
const LIMIT_KEY = 'max_establishments'

/** Locks the setting, so that two additions at once cannot both take the last place. */
async function lockLimit(trx: Trx): Promise<number | null> {
  const setting = await trx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', LIMIT_KEY)
    .forUpdate()
    .executeTakeFirst()
  return settingValue(LIMIT_KEY, setting?.value)
}

/** Answers the id of the new establishment, or the limit that leaves no room for it. */
export async function addEstablishment(
  trx: Trx,
  input: EstablishmentInput,
): Promise<{ id: number } | { max_reached: number }> {
  const limit = await lockLimit(trx)
  if (limit !== null) {
    const { count } = await trx
      .selectFrom('establishments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= limit) return { max_reached: limit }
  }
  return trx.insertInto('establishments').values(input).returning('id').executeTakeFirstOrThrow()
}

/** @throws NotFound, Stale when someone else saved first */
export const editEstablishment = (trx: Trx, id: number, { version, ...input }: EstablishmentEdit): Promise<void> =>
  changeEstablishment(trx, id, input, version)

/** Changes some fields. @throws NotFound, Stale when someone else saved first */
export async function changeEstablishment(
  trx: Trx,
  id: number,
  changes: Partial<EstablishmentInput>,
  version: number,
): Promise<void> {
  await lockVersion(trx, 'establishments', id, version, changes)
  await trx.updateTable('establishments').set(changes).where('id', '=', id).execute()
}

export async function deleteEstablishment(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('establishments').where('id', '=', id).execute()
}

export async function addRoom(trx: Trx, input: RoomInput): Promise<number> {
  const { id } = await trx.insertInto('rooms').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export const editRoom = (trx: Trx, id: number, { version, ...input }: RoomEdit): Promise<void> =>
  changeRoom(trx, id, input, version)

/** Changes some fields. @throws NotFound, Stale when someone else saved first */
export async function changeRoom(trx: Trx, id: number, changes: Partial<RoomInput>, version: number): Promise<void> {
  await lockVersion(trx, 'rooms', id, version, changes)
  await trx.updateTable('rooms').set(changes).where('id', '=', id).execute()
}

/** Changes some fields of several rooms. The caller holds their rows. */
export async function changeRooms(
  trx: Trx,
  ids: number[],
  changes: Partial<Pick<RoomEdit, 'active' | 'capacity' | 'hire_contact' | 'option_until'>>,
): Promise<void> {
  if (ids.length > 0) await trx.updateTable('rooms').set(changes).where('id', 'in', ids).execute()
}

export async function deleteRoom(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('rooms').where('id', '=', id).execute()
}
