import { sql } from 'kysely'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { moneyUnder } from '../../../platform/screens/table/table-groups.ts'
import { monthGroup, valueGroup } from '../../../platform/screens/table/value-groups.ts'
import { seesAmounts } from './orders.columns.ts'
import { orderFields } from './orders.fields.ts'
import { STATUSES } from './orders.rules.ts'

/** What the orders of a group come to together. */
const sums = [{ ...moneyUnder('total', sql<number>`orders.total`), when: seesAmounts }]

export const orderGroups = {
  status: stateGroup({ label: 'Status', column: sql<string>`orders.status`, states: STATUSES, sums }),
  employee: valueGroup<{ employee: string | null }>({
    label: orderFields.employee_id.label,
    column: sql<string>`coalesce(orders.employee_id, 0)::text`,
    sort: { by: [sql`(coalesce(employee.name, '')) collate "nl-x-icu"`] },
    name: (order) => order.employee ?? 'Zonder medewerker',
    sums,
  }),
  month: monthGroup('orders.order_date', sums),
}
