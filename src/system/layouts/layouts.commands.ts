import { Invalid } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { lockRow, lockVersion } from '../../platform/database/versioned.ts'

export async function addLayout(trx: Trx, input: { name: string; kind: string }): Promise<number> {
  const { id } = await trx.insertInto('layouts').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale; Invalid for the last one of its kind, without which nothing could be printed */
export async function editLayout(
  trx: Trx,
  id: number,
  { version, ...input }: { name: string; active: boolean; version: number },
): Promise<void> {
  const layout = await lockVersion(trx, 'layouts', id, version, input)
  if (layout.active && !input.active) {
    const other = await trx.selectFrom('layouts').select('id').where('kind', '=', layout.kind).where('active', '=', true).where('id', '!=', id).executeTakeFirst() // prettier-ignore
    if (!other) throw new Invalid({ active: ['Dit is de enige layout van deze soort.'] })
  }
  await trx.updateTable('layouts').set(input).where('id', '=', id).execute()
}

/**
 * The database keeps each code as a version of its own.
 * @param source null: in the way of the product from now on
 * @throws NotFound, Stale
 */
export async function saveSource(trx: Trx, id: number, source: string | null, version?: number): Promise<void> {
  if (version === undefined) await lockRow(trx, 'layouts', id)
  else await lockVersion(trx, 'layouts', id, version, { source })
  await trx.updateTable('layouts').set({ source }).where('id', '=', id).execute()
}

/** Puts an earlier code back. @throws NotFound, Stale */
export async function restoreVersion(trx: Trx, id: number, versionId: number, version?: number): Promise<void> {
  await saveSource(trx, id, await sourceOfVersion(trx, id, versionId), version)
}

async function sourceOfVersion(db: Db | Trx, layoutId: number, id: number): Promise<string | null> {
  const row = await db.selectFrom('layout_versions').select('source').where('id', '=', id).where('layout_id', '=', layoutId).executeTakeFirst() // prettier-ignore
  if (!row) throw new Invalid({ version_id: ['Deze versie is er niet meer.'] })
  return row.source
}
