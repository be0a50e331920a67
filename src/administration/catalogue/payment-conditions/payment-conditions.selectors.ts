import { type SqlBool, sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { byPosition } from './payment-conditions.queries.ts'

export const paymentConditionSelector = selector({
  type: 'payment_condition',
  record: 'payment_condition',
  table: 'payment_conditions',
  // Days go along: of an invoice they make the day on which it falls due.
  query: (db) =>
    db
      .selectFrom('payment_conditions')
      .select(['payment_conditions.id', 'payment_conditions.name as label', 'payment_conditions.days']),
  searched: { text: sql<string>`normalise(payment_conditions.name)` },
  sort: byPosition,
  offered: sql<SqlBool>`payment_conditions.active`,
})
