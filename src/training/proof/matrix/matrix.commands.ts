import { lockVersion } from '../../../platform/database/versioned.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { NeedInput } from './matrix.forms.ts'

/** @returns its id */
export async function addNeed(trx: Trx, company_id: number, input: NeedInput): Promise<number> {
  const { id } = await trx
    .insertInto('certificate_needs')
    .values({ company_id, ...input })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editNeed(trx: Trx, id: number, { version, ...input }: NeedInput & { version: number }) {
  await lockVersion(trx, 'certificate_needs', id, version, input)
  await trx.updateTable('certificate_needs').set(input).where('id', '=', id).execute()
}

export async function deleteNeed(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('certificate_needs').where('id', '=', id).execute()
}
