import { sql } from 'kysely'
import { Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { NeedEdit, NeedInput } from './needs.forms.ts'
import { listCourseComponents, listNeeds, listShortages } from './needs.queries.ts'

/** @throws Invalid for a component of another course, and for what it is given with already */
export async function addNeeds(trx: Trx, courseId: number, input: NeedInput): Promise<number[]> {
  const { component_id, per_students, materials } = input
  const chosen = materials.map(({ id }) => id)
  const components = await listCourseComponents(trx, courseId)
  if (!components.some(({ id }) => id === component_id))
    throw new Invalid({ component_id: ['Kies een onderdeel van deze opleiding.'] })
  const there = await listNeeds(trx, courseId)
    .where('component_materials.component_id', '=', component_id)
    .where('component_materials.material_id', 'in', chosen)
    .execute()
  if (there.length > 0) throw new Invalid({ materials: there.map(({ name }) => `${name} staat al bij dit onderdeel.`) })
  const rows = await trx
    .insertInto('component_materials')
    .values(materials.map(({ id, count }) => ({ component_id, material_id: id, count, per_students })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** @throws NotFound, Stale when someone else saved first */
export async function editNeed(trx: Trx, id: number, { version, ...input }: NeedEdit): Promise<void> {
  await lockVersion(trx, 'component_materials', id, version, input)
  await trx.updateTable('component_materials').set(input).where('id', '=', id).execute()
}

export async function deleteNeed(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('component_materials').where('id', '=', id).execute()
}

/**
 * Writes down that a planner lets these parts be short of what they need, as they are stored now: by how many and who.
 * @param isRead whether the planner read that a part that begins then is short of so many
 */
export async function permitShortages(
  trx: Trx,
  registry: Registry,
  ids: number[],
  isRead: (shortage: { material_id: number; short: number; starts_at: Date }) => boolean,
): Promise<void> {
  if (ids.length === 0) return
  const parts = await trx
    .selectFrom('appointments')
    .select(['id', 'description', 'component_id', 'starts_at', 'ends_at', 'max_count'])
    .where('id', 'in', ids)
    .where('status', '<>', 'cancelled')
    .execute()
  const short = await listShortages(trx, registry, parts)
  const rows = parts.flatMap(({ id: appointment_id, starts_at }, i) =>
    short[i]!.filter(({ settled, ...one }) => !settled && isRead({ ...one, starts_at })).map(
      ({ material_id, short: by }) => ({ appointment_id, material_id, short: by }),
    ),
  )
  if (rows.length === 0) return
  await sql`
    insert into material_permits (appointment_id, material_id, short, permitted_by)
    select appointment_id, material_id, short, nullif(current_setting('noordkaap.actor', true), '')::integer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as permit (appointment_id integer, material_id integer, short integer)
    on conflict (appointment_id, material_id)
      do update set short = excluded.short, permitted_by = excluded.permitted_by, permitted_at = now()
  `.execute(trx)
}
