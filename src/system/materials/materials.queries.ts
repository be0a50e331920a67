import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import { formatShortDay } from '../../platform/format/format.ts'
import { addDays, instantOf, today } from '../../platform/format/zone.ts'
import type { Ctx } from '../../platform/screens/screen.ts'
import { clock, listOccupations, peakOf } from '../occupations/index.ts'

/** How many are out of use at this moment. */
const outNow = sql<number>`(select coalesce(sum(o.count), 0)::integer from material_outages o
  where o.material_id = materials.id and o.during @> now())`

export const materialText = sql<string>`normalise(materials.name)`
export const byMaterial = sql`materials.name collate "nl-x-icu"`

/** Its name, with where it is kept. */
export const materialLabel = sql<string>`concat_ws(', ', materials.name, establishments.name)`

export const listMaterials = (db: Db | Trx) =>
  db
    .selectFrom('materials')
    .leftJoin('establishments', 'establishments.id', 'materials.establishment_id')
    .select([
      'materials.id',
      'materials.name',
      'materials.establishment_id',
      'establishments.name as establishment_name',
      'materials.count',
      'materials.note',
      'materials.active',
      'materials.version',
      'materials.updated_at',
      outNow.as('out_now'),
    ])

/** @throws NotFound */
export async function getMaterial(db: Db | Trx, id: number) {
  const row = await listMaterials(db).where('materials.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Middel')
  return row
}

export async function materialNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('materials')
    .leftJoin('establishments', 'establishments.id', 'materials.establishment_id')
    .select(['materials.id', materialLabel.as('label')])
    .where('materials.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, label }) => [id, label]))
}

export const listOutages = (db: Db | Trx) =>
  db
    .selectFrom('material_outages')
    .select([
      'material_outages.id',
      'material_outages.material_id',
      'material_outages.description',
      'material_outages.count',
      'material_outages.first_day',
      'material_outages.last_day',
      'material_outages.version',
      clock('material_outages.from_time').as('from_time'),
      clock('material_outages.until_time').as('until_time'),
      sql<boolean>`upper(material_outages.during) <= now()`.as('is_past'),
    ])

/** @throws NotFound */
export async function getOutage(db: Db | Trx, id: number) {
  const row = await listOutages(db).where('material_outages.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Buiten gebruik')
  return row
}

export async function outageNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listOutages(db).where('material_outages.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.description]))
}

/** So far ahead it is shown what is left. */
const DAYS = 28

/**
 * The coming days on which some of it is used, with how many are left at the busiest moment. By what is named as far as
 * the viewer may see it.
 */
export async function daysOfUse(
  { db, viewer, services: { registry } }: Pick<Ctx<unknown, unknown>, 'db' | 'viewer' | 'services'>,
  { id, count }: { id: number; count: number },
  now: Date,
) {
  const first = today(now)
  const spans = Array.from({ length: DAYS }, (_, i) => ({
    from: instantOf(addDays(first, i), '00:00')!,
    to: instantOf(addDays(first, i + 1), '00:00')!,
  }))
  const takings = await listOccupations(db, registry, { spans, of: { material: [id] } })
  const seen = new Map<string, Set<number>>()
  for (const [type, own] of Map.groupBy(takings, ({ record }) => record))
    seen.set(type, await registry.visibleAmong(db, viewer, type, own.map(({ record_id }) => record_id))) // prettier-ignore
  return spans.flatMap(({ from, to }, span) => {
    const used = takings.filter((one) => one.span === span)
    if (used.length === 0) return []
    const free = count - peakOf(used, { starts_at: from, ends_at: to })
    const told = used.map(({ record, record_id, units, description }) => ({
      units,
      description: seen.get(record)!.has(record_id) ? description : 'een ander',
    }))
    return [{ day: formatShortDay(from, now), free, used: told }]
  })
}
