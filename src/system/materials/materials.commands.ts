import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import type { MaterialEdit, MaterialInput, OutageInput } from './materials.forms.ts'

export async function addMaterial(trx: Trx, input: MaterialInput): Promise<number> {
  const { id } = await trx.insertInto('materials').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export const editMaterial = (trx: Trx, id: number, { version, ...input }: MaterialEdit): Promise<void> =>
  changeMaterial(trx, id, input, version)

/** Changes some fields. @throws NotFound, Stale when someone else saved first */
export async function changeMaterial(
  trx: Trx,
  id: number,
  changes: Partial<Omit<MaterialEdit, 'version'>>,
  version: number,
): Promise<void> {
  await lockVersion(trx, 'materials', id, version, changes)
  await trx.updateTable('materials').set(changes).where('id', '=', id).execute()
}

export async function deleteMaterial(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('materials').where('id', '=', id).execute()
}

export async function addOutage(trx: Trx, materialId: number, input: OutageInput): Promise<number> {
  const { id } = await trx
    .insertInto('material_outages')
    .values({ material_id: materialId, ...input })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editOutage(
  trx: Trx,
  id: number,
  { version, ...input }: OutageInput & { version: number },
): Promise<void> {
  await lockVersion(trx, 'material_outages', id, version, input)
  await trx.updateTable('material_outages').set(input).where('id', '=', id).execute()
}

export async function deleteOutage(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('material_outages').where('id', '=', id).execute()
}
