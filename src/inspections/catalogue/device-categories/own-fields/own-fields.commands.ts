import type { Trx } from '../../../../platform/database/types.ts'
import { lockVersion } from '../../../../platform/database/versioned.ts'
import { Invalid } from '../../../../platform/errors.ts'
import { type OwnFieldEdit, type OwnFieldInput, TOO_FEW_OPTIONS } from './own-fields.forms.ts'

export async function addOwnField(trx: Trx, category_id: number, input: OwnFieldInput): Promise<number> {
  const { id } = await trx
    .insertInto('device_fields')
    .values({ ...input, category_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first, Invalid for a choice of less than two */
export async function editOwnField(trx: Trx, id: number, { version, ...input }: OwnFieldEdit): Promise<void> {
  const { kind } = await lockVersion(trx, 'device_fields', id, version, input)
  if (kind === 'choice' && input.options.length < 2) throw new Invalid({ options: [TOO_FEW_OPTIONS] })
  const kept = { unit: kind === 'number' ? input.unit : null, options: kind === 'choice' ? input.options : [] }
  await trx.updateTable('device_fields').set({ name: input.name, ...kept }).where('id', '=', id).execute() // prettier-ignore
}

export async function deleteOwnField(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('device_fields').where('id', '=', id).execute()
}
