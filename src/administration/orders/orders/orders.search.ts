import { sql } from 'kysely'
import { beside, type SearchSource } from '../../../platform/search/search.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { saleLabelSql } from '../../sales/sales/index.ts'
import { type OrderStatus, STATUSES } from './orders.rules.ts'

/** 'O2026-0012' of what somebody began to type of it; null for what is no number of an order. */
const numberOf = (typed: string): string | null => (/^o\d{1,4}(-\d*)?$/i.test(typed) ? typed.toUpperCase() : null)

/** Orders by their number, by what the customer calls them, and beside it who that is. */
export const orderSearch: SearchSource = {
  type: 'Order',
  record: 'order',
  label: 'Orders',
  icon: 'shopping-cart',
  open: '/administration/order/view/{id}',
  name: saleLabelSql('orders'),
  begins: [{ field: 'uid', value: sql<string>`orders.uid`, name: sql<string>`orders.uid`, then: [], part: numberOf }],
  words: { field: 'uid', value: sql<string>`orders.uid`, text: sql<string>`orders.search_text` },
  beside: () =>
    beside(
      sql<{ customer: string | null; day: string; status: OrderStatus }>`jsonb_build_object(
        'customer', (select companies.name from companies where companies.id = orders.company_id),
        'day', orders.order_date, 'status', orders.status)`,
      ({ customer, day, status }) => ({
        text: [customer, formatDate(day)].filter(Boolean).join(' · '),
        status: STATUSES[status],
      }),
    ),
}
