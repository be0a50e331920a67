import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { NotFound } from '../../../../platform/errors.ts'
import type { FieldKind, OwnField } from './own-fields.rules.ts'

export const listOwnFields = (db: Db | Trx) =>
  db
    .selectFrom('device_fields')
    .innerJoin('device_categories', 'device_categories.id', 'device_fields.category_id')
    .selectAll('device_fields')
    .select(['device_categories.name as category', sql<FieldKind>`device_fields.kind`.as('kind')])

/** @throws NotFound */
export async function getOwnField(db: Db | Trx, id: number) {
  const field = await listOwnFields(db).where('device_fields.id', '=', id).executeTakeFirst()
  if (!field) throw new NotFound('Eigen veld')
  return field
}

export async function ownFieldNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('device_fields').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What is asked of devices of a category: its own fields after those of the categories above it. */
export async function fieldsOfCategory(db: Db | Trx, categoryId: number | null): Promise<OwnField[]> {
  if (categoryId === null) return []
  const { rows } = await sql<OwnField>`
    with recursive above as (
      select id, parent_id, 1 as depth from device_categories where id = ${categoryId}
      union all
      select c.id, c.parent_id, depth + 1 from device_categories c join above a on c.id = a.parent_id where depth < 20
    )
    select f.id, f.name, f.kind, f.unit, f.options from device_fields f join above a on a.id = f.category_id
    order by a.depth desc, f.id`.execute(db)
  return rows
}
