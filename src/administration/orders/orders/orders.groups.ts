import { type SqlBool, sql } from 'kysely'
import { type Group, moneyUnder } from '../../../platform/screens/table/table-groups.ts'
import { seesAmounts } from './orders.columns.ts'
import { orderFields } from './orders.fields.ts'
import { type OrderStatus, STATUSES } from './orders.rules.ts'

/** What the orders of a group come to together. */
const sums = [{ ...moneyUnder('total', sql<number>`orders.total`), when: seesAmounts }]

const place = sql`array_position('{open,delivered,settled}'::text[], orders.status)`
const status: Group<{ status: OrderStatus }> = {
  label: 'Status',
  sort: { by: [place], type: 'bigint' },
  key: sql<string>`orders.status`,
  among: (keys) => sql<SqlBool>`orders.status = any(${keys}::text[])`,
  name: (order) => STATUSES[order.status].label,
  sums,
}

const employee: Group<{ employee: string | null }> = {
  label: orderFields.employee_id.label,
  sort: { by: [sql`(coalesce(employee.name, '')) collate "nl-x-icu"`] },
  key: sql<string>`coalesce(orders.employee_id, 0)::text`,
  among: (keys) => sql<SqlBool>`coalesce(orders.employee_id, 0)::text = any(${keys}::text[])`,
  name: (order) => order.employee ?? 'Zonder medewerker',
  sums,
}

const month = sql<string>`to_char(orders.order_date, 'YYYY-MM')`
const MONTHS = ['januari', 'februari', 'maart', 'april', 'mei', 'juni', 'juli', 'augustus', 'september', 'oktober', 'november', 'december'] // prettier-ignore
const period: Group<{ order_date: string }> = {
  label: 'Maand',
  sort: { by: [month] },
  key: month,
  among: (keys) => sql<SqlBool>`${month} = any(${keys}::text[])`,
  name: ({ order_date }) => `${MONTHS[Number(order_date.slice(5, 7)) - 1]} ${order_date.slice(0, 4)}`,
  sums,
}

export const orderGroups = { status, employee, month: period }
