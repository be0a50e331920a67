import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type Booking, listOccupations, overlaps } from '../../../system/occupations/index.ts'
import { type Need, type Shortage, shortageOf, unitsOf } from './needs.rules.ts'

const rows = (db: Db | Trx) =>
  db
    .selectFrom('component_materials')
    .innerJoin('course_components', 'course_components.id', 'component_materials.component_id')
    .innerJoin('materials', 'materials.id', 'component_materials.material_id')
    .leftJoin('establishments', 'establishments.id', 'materials.establishment_id')
    .select([
      'component_materials.id',
      'component_materials.component_id',
      'component_materials.material_id',
      'component_materials.count',
      'component_materials.per_students',
      'component_materials.version',
      'course_components.course_id',
      'course_components.description as part',
      'course_components.position',
      sql<string>`concat_ws(', ', materials.name, establishments.name)`.as('name'),
      sql<number>`case when materials.active then materials.count else 0 end`.as('total'),
    ])

export const listNeeds = (db: Db | Trx, courseId: number) =>
  rows(db).where('course_components.course_id', '=', courseId)

/** @throws NotFound */
export async function getNeed(db: Db | Trx, id: number) {
  const row = await rows(db).where('component_materials.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Middel')
  return row
}

export async function needNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const found = await rows(db).where('component_materials.id', 'in', ids).execute()
  return new Map(found.map(({ id, name, part }) => [id, `${name} voor ${part}`]))
}

/** The course of a component. */
export const listCourseComponents = (db: Db | Trx, courseId: number) =>
  db
    .selectFrom('course_components')
    .select(['id', 'description'])
    .where('course_id', '=', courseId)
    .orderBy('position')
    .execute()

/** What the parts of these components need. */
const listNeedsOf = (db: Db | Trx, components: number[]): Promise<Need[]> =>
  rows(db).where('component_materials.component_id', 'in', components).orderBy('component_materials.id').execute()

/** Ids of what the parts of these components need. */
export async function materialsOf(db: Db | Trx, components: (number | null)[]): Promise<number[]> {
  const ids = components.filter((id) => id !== null)
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('component_materials')
    .select('material_id')
    .distinct()
    .where('component_id', 'in', ids)
    .execute()
  return found.map(({ material_id }) => material_id)
}

/** A part as it is stored, or about to be. */
export interface NeedingPart extends Booking {
  id?: number
  component_id: number | null
  /** For how many students it has places; left out where nobody asks what it needs. */
  max_count?: number
}

const placesOf = ({ max_count = 0 }: NeedingPart): number => max_count

/** By how many planners let these parts be short, by 'part-material'. */
async function listPermits(db: Db | Trx, parts: number[]): Promise<Map<string, number>> {
  if (parts.length === 0) return new Map()
  const found = await db
    .selectFrom('material_permits')
    .select(['appointment_id', 'material_id', 'short'])
    .where('appointment_id', 'in', parts)
    .execute()
  return new Map(found.map(({ appointment_id, material_id, short }) => [`${appointment_id}-${material_id}`, short]))
}

/**
 * What parts are short of, each for itself: with what is stored, but for these parts as they are stored now, and with
 * each other. As many queries for thirty parts as for one.
 */
export async function listShortages(
  db: Db | Trx,
  registry: Registry,
  parts: readonly NeedingPart[],
): Promise<Shortage[][]> {
  const components = [...new Set(parts.flatMap(({ component_id }) => component_id ?? []))]
  const needs = components.length === 0 ? [] : await listNeedsOf(db, components)
  if (needs.length === 0) return parts.map(() => [])
  const needsOf = Map.groupBy(needs, ({ component_id }) => component_id)
  const needing = parts.filter(
    ({ component_id, max_count }) => component_id !== null && max_count !== undefined && needsOf.has(component_id),
  )
  const stored = parts.flatMap(({ id }) => id ?? [])
  const busy = await listOccupations(db, registry, {
    spans: needing.map(({ starts_at, ends_at }) => ({ from: starts_at, to: ends_at })),
    of: { material: [...new Set(needs.map(({ material_id }) => material_id))] },
    except: stored.length === 0 ? undefined : { record: 'appointment', ids: stored },
  })
  const permits = await listPermits(db, stored)
  const bySpan = Map.groupBy(busy, ({ span }) => span)
  const own = needing.flatMap((part) =>
    (needsOf.get(part.component_id!) ?? []).map((need) => ({
      part,
      material_id: need.material_id,
      taking: { ...part, units: unitsOf(need, placesOf(part)) },
    })),
  )
  return parts.map((part) => {
    const span = needing.indexOf(part)
    if (span === -1) return []
    return (needsOf.get(part.component_id!) ?? []).flatMap((need) => {
      const elsewhere = (bySpan.get(span) ?? []).filter(({ resource_id }) => resource_id === need.material_id)
      const beside = own
        .filter((one) => one.material_id === need.material_id && one.part !== part && overlaps(one.part, part))
        .map(({ taking }) => taking)
      const permitted = permits.get(`${part.id}-${need.material_id}`) ?? 0
      return shortageOf(need, { ...part, places: placesOf(part) }, [...elsewhere, ...beside], permitted) ?? []
    })
  })
}
