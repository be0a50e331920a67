import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { OptionGroupEdit, OptionGroupInput } from './questionnaires.forms.ts'

export async function addCategory(trx: Trx, name: string): Promise<number> {
  return (await trx.insertInto('evaluation_categories').values({ name }).returning('id').executeTakeFirstOrThrow()).id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editCategory(trx: Trx, id: number, { name, version }: { name: string; version: number }) {
  await lockVersion(trx, 'evaluation_categories', id, version, { name })
  await trx.updateTable('evaluation_categories').set({ name }).where('id', '=', id).execute()
}

export async function deleteCategory(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('evaluation_categories').where('id', '=', id).execute()
}

export async function addOptionGroup(trx: Trx, { name, options }: OptionGroupInput): Promise<number> {
  const { id } = await trx.insertInto('evaluation_option_groups').values({ name }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  await setOptions(trx, id, options)
  return id
}

/** What was answered keeps its words and its score. @throws NotFound, Stale when someone else saved first */
export async function editOptionGroup(trx: Trx, id: number, edit: OptionGroupEdit): Promise<void> {
  const { version, options, name } = edit
  await lockVersion(trx, 'evaluation_option_groups', id, version, { name })
  await trx
    .updateTable('evaluation_option_groups')
    .set({ name, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await setOptions(trx, id, options)
}

async function setOptions(trx: Trx, group_id: number, rows: OptionGroupInput['options']): Promise<void> {
  const stored = await trx.selectFrom('evaluation_options').select('id').where('group_id', '=', group_id).execute()
  const kept = rows.flatMap(({ id }) => id ?? [])
  if (new Set(kept).size < kept.length || kept.some((id) => !stored.some((one) => one.id === id)))
    throw new Invalid({ _form: ['Een antwoord is intussen verwijderd. Vernieuw de gegevens en probeer het opnieuw.'] })
  const gone = stored.flatMap(({ id }) => (kept.includes(id) ? [] : [id]))
  if (gone.length > 0) await trx.deleteFrom('evaluation_options').where('id', 'in', gone).execute()
  for (const [i, { id, ...option }] of rows.entries()) {
    const values = { ...option, position: i + 1 }
    if (id === null)
      await trx.insertInto('evaluation_options').values({ ...values, group_id }).execute() // prettier-ignore
    else await trx.updateTable('evaluation_options').set(values).where('id', '=', id).execute()
  }
}

export async function deleteOptionGroup(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('evaluation_option_groups').where('id', '=', id).execute()
}
