import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'

export const byCategory = sql`device_categories.name collate "nl-x-icu"`
export const searchedCategories = {
  text: sql<string>`device_categories.search_text`,
  table: 'device_categories',
}

/** A category by its own name and those of the ones above: 'Blusmiddelen, Poederblusser'. */
export const categoryPath = sql<string>`(with recursive above as (
    select c.name, c.parent_id, 1 as depth from device_categories c where c.id = device_categories.id
    union all
    select c.name, c.parent_id, above.depth + 1 from device_categories c join above on c.id = above.parent_id
    where above.depth < 20
  ) select string_agg(name, ', ' order by depth desc) from above)`

/**
 * What approving and installing a device of each category is called on an invoice, by its `category_id`: its own product,
 * or that of the nearest category above that has one; null where none has.
 */
export const productsByCategory = sql`(
  with recursive above as (
    select id as category_id, 0 as far, parent_id, approved_product_id, installed_product_id from device_categories
    union all
    select above.category_id, above.far + 1, c.parent_id, c.approved_product_id, c.installed_product_id
    from above join device_categories c on c.id = above.parent_id
  )
  select category_id,
    (array_agg(approved_product_id order by far) filter (where approved_product_id is not null))[1] as approved_product_id,
    (array_agg(installed_product_id order by far) filter (where installed_product_id is not null))[1] as installed_product_id
  from above group by category_id)`

export const listCategories = (db: Db | Trx) =>
  db
    .selectFrom('device_categories')
    .leftJoin('device_categories as parent', 'parent.id', 'device_categories.parent_id')
    .leftJoin('products', 'products.id', 'device_categories.product_id')
    .leftJoin('skills', 'skills.id', 'device_categories.skill_id')
    .leftJoin('checklists', 'checklists.id', 'device_categories.checklist_id')
    .select([
      'device_categories.id',
      'device_categories.version',
      'device_categories.updated_at',
      'device_categories.name',
      'device_categories.parent_id',
      'parent.name as parent',
      'device_categories.product_id',
      'products.name as product',
      'device_categories.approved_product_id',
      'device_categories.installed_product_id',
      'device_categories.skill_id',
      'skills.name as skill',
      'device_categories.checklist_id',
      'checklists.name as checklist',
      sql<number>`(select count(*)::integer from inspection_schedules s
        where s.category_id = device_categories.id and s.active)`.as('schedule_count'),
      sql<number>`(select count(*)::integer from devices d where d.device_category_id = device_categories.id)`.as(
        'device_count',
      ),
      sql<string | null>`(select p.name from products p where p.id = device_categories.approved_product_id)`.as(
        'approved_product',
      ),
      sql<string | null>`(select p.name from products p where p.id = device_categories.installed_product_id)`.as(
        'installed_product',
      ),
    ])

/** @throws NotFound */
export async function getCategory(db: Db | Trx, id: number) {
  const category = await listCategories(db).where('device_categories.id', '=', id).executeTakeFirst()
  if (!category) throw new NotFound('Apparaatcategorie')
  return category
}

export async function categoryNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('device_categories').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** All of them by their paths, to choose from, with the checklist that each asks: its own or that of the nearest above. */
export const categoryChoices = (db: Db | Trx) =>
  db
    .selectFrom('device_categories')
    .select([
      'device_categories.id',
      categoryPath.as('name'),
      sql<number | null>`(with recursive above as (
          select c.checklist_id, c.parent_id, 1 as depth from device_categories c where c.id = device_categories.id
          union all
          select c.checklist_id, c.parent_id, above.depth + 1 from device_categories c join above on c.id = above.parent_id
          where above.depth < 20
        ) select checklist_id from above where checklist_id is not null order by depth limit 1)`.as('checklist_id'),
    ])
    .orderBy('name')
    .execute()

export const listSchedules = (db: Db | Trx) =>
  db
    .selectFrom('inspection_schedules')
    .innerJoin('device_categories', 'device_categories.id', 'inspection_schedules.category_id')
    .selectAll('inspection_schedules')
    .select('device_categories.name as category')

/** @throws NotFound */
export async function getSchedule(db: Db | Trx, id: number) {
  const schedule = await listSchedules(db).where('inspection_schedules.id', '=', id).executeTakeFirst()
  if (!schedule) throw new NotFound('Schema')
  return schedule
}

export async function scheduleNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listSchedules(db).where('inspection_schedules.id', 'in', ids).execute()
  return new Map(rows.map(({ id, name, category }) => [id, `${category}, ${name}`]))
}

/** What kinds of devices products are, of those that are some. */
export async function categoriesOfProducts(db: Db | Trx, products: readonly number[]): Promise<Map<number, number>> {
  if (products.length === 0) return new Map()
  const rows = await db
    .selectFrom('product_device_categories')
    .select(['product_id', 'device_category_id'])
    .where('product_id', 'in', [...products])
    .where('device_category_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ product_id, device_category_id }) => [product_id, device_category_id!]))
}
