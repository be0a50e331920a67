import type { Db } from '../../platform/database/types.ts'
import type { Judged, Outcome } from './judging.rules.ts'
import { readPlan } from './storing.commands.ts'

/** Rows of a page. */
export const PAGE = 50

/** Rows of a list that was read, with what was chosen for those in doubt. */
export async function listReady(
  db: Db,
  id: number,
  { outcome, page }: { outcome: Outcome | ''; page: number },
): Promise<(Judged & { choice: string | null })[]> {
  let rows = db.selectFrom('import_rows').select(['plan', 'choice']).where('import_id', '=', id).where('plan', 'is not', null) // prettier-ignore
  if (outcome !== '') rows = rows.where('outcome', '=', outcome)
  const shown = await rows
    .orderBy('line')
    .limit(PAGE)
    .offset((page - 1) * PAGE)
    .execute()
  return shown.map(({ plan, choice }) => ({ ...readPlan(plan!), choice }))
}

/** Files that wait to be read. */
export const namedFiles = async (db: Db, keys: string[]): Promise<string[]> =>
  (await db.selectFrom('imports').select('file_key').where('file_key', 'in', keys).execute()).map(({ file_key }) => file_key!) // prettier-ignore
