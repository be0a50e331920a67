import { sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { type LayoutKind, layoutKinds } from './points.ts'

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

/** @throws NotFound */
export async function getLayout(db: Db | Trx, id: number) {
  const row = await db.selectFrom('layouts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Layout')
  return row
}

/** What prints records of a kind. @throws NotFound for one that has no layouts of its own */
export function kindOf(registry: Registry, kind: string): LayoutKind {
  const known = registry.all(layoutKinds).find((one) => one.kind === kind)
  if (!known) throw new NotFound('Layout')
  return known
}

export const listAllLayouts = (db: Db | Trx, kinds: readonly string[]) =>
  db
    .selectFrom('layouts')
    .select(['id', 'name', 'kind', 'active', 'filename'])
    .select(sql<boolean>`source is not null`.as('own'))
    .where('kind', 'in', [...kinds])
    .orderBy('id')
    .execute()

export const listVersions = (db: Db | Trx, layoutId: number) =>
  db
    .selectFrom('layout_versions')
    .leftJoin('users', 'users.id', 'layout_versions.saved_by')
    .select(['layout_versions.id', 'layout_versions.saved_at', 'users.name as saved_by'])
    .select(sql<boolean>`layout_versions.source is not null`.as('own'))
    .select(sql<number>`row_number() over (order by layout_versions.id)`.as('number'))
    .where('layout_id', '=', layoutId)
    .orderBy('layout_versions.id', 'desc')
    .limit(100)
    .execute()

/** The code of a version, and its number; the product's own way has none. @throws NotFound, also for one of another layout */
export async function getVersion(db: Db | Trx, layoutId: number, id: number) {
  const version = await db
    .selectFrom('layout_versions')
    .select(['source', 'saved_at'])
    .select(
      sql<number>`(select count(*)::int from layout_versions v where v.layout_id = layout_versions.layout_id and v.id <= layout_versions.id)`.as(
        'number',
      ),
    ) // prettier-ignore
    .where('id', '=', id)
    .where('layout_id', '=', layoutId)
    .executeTakeFirst()
  if (!version) throw new NotFound('Versie')
  return version
}

/** When code is asked for: as it is now, as it was at a moment, or in a version of its layout. */
export type AsOf = { now: true } | { at: Date } | { version: number }

/** The own code of a layout; null where it prints in the way of the product. */
export async function layoutSource(db: Db | Trx, id: number, asOf: AsOf): Promise<string | null> {
  if ('now' in asOf)
    return (await db.selectFrom('layouts').select('source').where('id', '=', id).executeTakeFirst())?.source ?? null
  const versions = db.selectFrom('layout_versions').select('source').where('layout_id', '=', id)
  const until = 'at' in asOf ? versions.where('saved_at', '<=', asOf.at) : versions.where('version', '<=', asOf.version)
  return (await until.orderBy('version', 'desc').limit(1).executeTakeFirst())?.source ?? null
}

/** The own code of the usual layout of a kind; null where that is the way of the product. */
export async function usualSource(db: Db | Trx, kind: string, asOf: AsOf = { now: true }): Promise<string | null> {
  const [usual] = await listLayouts(db, [kind])
  return usual ? layoutSource(db, usual.id, asOf) : null
}
