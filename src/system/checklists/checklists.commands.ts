import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { Invalid } from '../../platform/errors.ts'
import { getMeasuredBlock } from './checklists.queries.ts'
import type { ChecklistEdit, ChecklistInput, LimitsEdit } from './checklists.forms.ts'

export async function addChecklist(trx: Trx, { blocks, ...input }: ChecklistInput): Promise<number> {
  const { id } = await trx.insertInto('checklists').values(input).returning('id').executeTakeFirstOrThrow()
  await setBlocks(trx, id, blocks)
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editChecklist(trx: Trx, id: number, { version, blocks, ...input }: ChecklistEdit): Promise<void> {
  await lockVersion(trx, 'checklists', id, version, input)
  // Every save moves the version, for the blocks are rows of their own: who is filling it in meets the new ones.
  await trx
    .updateTable('checklists')
    .set({ ...input, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await setBlocks(trx, id, blocks)
}

/** Makes the limits of a block those of the form. @throws NotFound, Stale when someone else saved first */
export async function setLimits(trx: Trx, id: number, blockId: number, { version, limits }: LimitsEdit): Promise<void> {
  await lockVersion(trx, 'checklists', id, version, {})
  await getMeasuredBlock(trx, id, blockId)
  // Likewise: who is filling it in meets the new ones.
  await trx
    .updateTable('checklists')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('checklist_limits').where('block_id', '=', blockId).execute()
  if (limits.length === 0) return
  await trx
    .insertInto('checklist_limits')
    .values(limits.map((row, i) => ({ ...row, block_id: blockId, position: i + 1 })))
    .execute()
}

/** Gives it another name. @throws NotFound, Stale when someone else saved first */
export async function renameChecklist(trx: Trx, id: number, name: string, version: number): Promise<void> {
  await lockVersion(trx, 'checklists', id, version, { name })
  await trx.updateTable('checklists').set({ name }).where('id', '=', id).execute()
}

export async function deleteChecklist(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('checklists').where('id', '=', id).execute()
}

/** What is measured no more has no limits. */
const dropLimits = (trx: Trx, checklistId: number) =>
  trx
    .deleteFrom('checklist_limits')
    .where('block_id', 'in', (eb) =>
      eb
        .selectFrom('checklist_blocks')
        .select('checklist_blocks.id')
        .where('checklist_id', '=', checklistId)
        .where('kind', '<>', 'number'),
    )
    .execute()

/** Makes the blocks of a checklist those of the form, in its order; the caller holds its row. */
async function setBlocks(trx: Trx, checklistId: number, blocks: ChecklistInput['blocks']): Promise<void> {
  const kept = blocks.flatMap(({ id }) => (id === null ? [] : [id]))
  const stored = await trx.selectFrom('checklist_blocks').select('id').where('checklist_id', '=', checklistId).execute()
  if (new Set(kept).size < kept.length || kept.some((id) => !stored.some((block) => block.id === id)))
    throw new Invalid({ _form: ['Een blok is intussen verwijderd. Vernieuw de gegevens en probeer het opnieuw.'] })
  const gone = stored.map(({ id }) => id).filter((id) => !kept.includes(id))
  if (gone.length > 0) await trx.deleteFrom('checklist_blocks').where('id', 'in', gone).execute()
  for (const [i, { id, ...block }] of blocks.entries()) {
    const values = { ...block, position: i + 1 }
    if (id === null)
      await trx
        .insertInto('checklist_blocks')
        .values({ ...values, checklist_id: checklistId })
        .execute()
    else
      await trx
        .updateTable('checklist_blocks')
        .set(values)
        .where('id', '=', id)
        .where(
          sql<boolean>`(position, kind, label, required, not_applicable, options, unit, lowest, highest) is distinct from
          (${values.position}::integer, ${values.kind}, ${values.label}, ${values.required}::boolean,
            ${values.not_applicable}::boolean, ${values.options}::text[], ${values.unit}, ${values.lowest}::numeric, ${values.highest}::numeric)`,
        )
        .execute()
  }
  await dropLimits(trx, checklistId)
}
