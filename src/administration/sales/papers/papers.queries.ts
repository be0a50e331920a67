import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'

/** What a layout prints, and what it is called. @throws NotFound for one that is not used any more, too */
export async function getLayoutKind(db: Db | Trx, id: number): Promise<{ kind: string; name: string }> {
  const row = await db.selectFrom('layouts').select(['kind', 'name']).where('id', '=', id).where('active', '=', true).executeTakeFirst() // prettier-ignore
  if (!row) throw new NotFound('Layout')
  return row
}

/** The layouts of these kinds that are used, to choose from. */
export const listLayouts = (db: Db | Trx, kinds: readonly string[]) =>
  db
    .selectFrom('layouts')
    .select(['id', 'name', 'kind'])
    .where('kind', 'in', [...kinds])
    .where('active', '=', true)
    .orderBy('id')
    .execute()
