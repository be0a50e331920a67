import { sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { saleLabelSql } from '../../sales/sales/index.ts'

/** Orders, the last ones first. */
export const orderSelector = selector({
  type: 'order',
  record: 'order',
  table: 'orders',
  query: (db) => db.selectFrom('orders').select(['orders.id', saleLabelSql('orders').as('label')]),
  searched: { text: sql<string>`orders.search_text`, table: 'orders' },
  sort: [sql`orders.order_date desc`, sql`orders.id desc`],
})
