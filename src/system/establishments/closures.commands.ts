import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import type { RoomClosureInput } from './establishments.forms.ts'

export async function addRoomClosure(trx: Trx, roomId: number, input: RoomClosureInput): Promise<number> {
  const { id } = await trx
    .insertInto('room_closures')
    .values({ room_id: roomId, ...input })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editRoomClosure(
  trx: Trx,
  id: number,
  { version, ...input }: RoomClosureInput & { version: number },
): Promise<void> {
  await lockVersion(trx, 'room_closures', id, version, input)
  await trx.updateTable('room_closures').set(input).where('id', '=', id).execute()
}

export async function deleteRoomClosure(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('room_closures').where('id', '=', id).execute()
}
