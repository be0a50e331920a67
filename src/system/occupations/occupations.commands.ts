import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'

/**
 * Makes whoever plans with these people, rooms or other records wait for each other until the transaction ends, so that
 * two plannings made at the same moment cannot each find the same teacher or room free. Always in the same order: by the
 * name of their type, then by id.
 * @param of ids by type
 */
export async function holdForPlanning(trx: Trx, registry: Registry, of: Record<string, number[]>): Promise<void> {
  for (const type of Object.keys(of).sort()) {
    const ids = of[type]!
    if (ids.length === 0) continue
    const { table } = registry.record(type)
    await sql`select id from ${sql.table(table)} where id = any(${ids}) order by id for no key update`.execute(trx)
  }
}
