import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Records } from '../../../platform/manifest.ts'
import { actionsArea } from './rights.ts'

/** Row scope of the record type 'action': a teacher has those that stand on orders that the teacher sees. */
export const actionsVisibleTo = (viewer: Viewer, records: Records): Expression<SqlBool> =>
  viewerScope(viewer, actionsArea) === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`actions.id in (select order_actions.action_id from order_actions
        join orders on orders.id = order_actions.order_id where ${records.record('order').visibleTo(viewer)})`

export const byActionName = sql`actions.name collate "nl-x-icu"`
export const searchedActions = { text: sql<string>`actions.search_text`, table: 'actions' }

export const listActions = (db: Db | Trx) =>
  db
    .selectFrom('actions')
    .innerJoin('device_categories', 'device_categories.id', 'actions.device_category_id')
    .leftJoin('products', 'products.id', 'actions.product_id')
    .selectAll('actions')
    .select(['device_categories.name as category', 'products.name as product'])

/** @throws NotFound */
export async function getAction(db: Db | Trx, id: number) {
  const action = await listActions(db).where('actions.id', '=', id).executeTakeFirst()
  if (!action) throw new NotFound('Actie')
  return action
}

export async function actionNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('actions').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
