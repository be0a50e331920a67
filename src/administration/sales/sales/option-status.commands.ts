import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'

/** Says which of the options of a quotation were chosen; what is no option stays. The caller has locked the quotation. */
export async function setChosen(trx: Trx, quotationId: number, ids: readonly number[]): Promise<void> {
  const chosen = sql<boolean>`sale_lines.id = any(${[...ids]}::integer[])`
  await trx
    .updateTable('sale_lines')
    .set({ chosen })
    .where('quotation_id', '=', quotationId)
    .where('optional', '=', true)
    .where(sql<boolean>`chosen is distinct from ${chosen}`)
    .execute()
}
