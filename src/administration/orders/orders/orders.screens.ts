import { sql, type SqlBool } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import { assertDeletable } from '../../../platform/blockers.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import {
  filledFilter,
  periodFilter,
  selectFilter,
  selectorFilter,
} from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { saleSearchFilter } from '../../sales/sales/index.ts'
import { orderColumns, seesAmounts } from './orders.columns.ts'
import { deleteOrder } from './orders.commands.ts'
import { orderFields } from './orders.fields.ts'
import { orderGroups } from './orders.groups.ts'
import { isWithoutPlace, listOrders } from './orders.queries.ts'
import { offerOfPlaces } from './places.commands.ts'
import { mapOfOrders } from './places.queries.ts'
import { STATUSES } from './orders.rules.ts'
import { ordersArea } from './rights.ts'

const HOME = '/administration/orders'
const change = { area: ordersArea, right: 'change' } as const

const chosen = (column: 'company_id' | 'contact_id' | 'employee_id', type: string, none?: true) =>
  selectorFilter(
    orderFields[column].label,
    type,
    (ids) => sql<SqlBool>`${sql.ref(`orders.${column}`)} in (${sql.join(ids)})`,
    none && sql<SqlBool>`${sql.ref(`orders.${column}`)} is null`,
  )

/** What customers ordered. */
export const orderTable = table({
  area: ordersArea,
  record: 'order',
  right: 'view',
  path: HOME,
  title: 'Orders',
  query: (db) => listOrders(db),
  filters: {
    search: saleSearchFilter('orders'),
    status: selectFilter(
      'Status',
      Object.entries(STATUSES).map(([value, { label }]) => ({ value, label })),
      (status) => sql<SqlBool>`orders.status = ${status}`,
    ),
    company_id: chosen('company_id', 'company', true),
    contact_id: chosen('contact_id', 'contact', true),
    employee_id: chosen('employee_id', 'employee', true),
    place: filledFilter('Plaats op de kaart', isWithoutPlace),
    order_date: periodFilter(orderFields.order_date.label, { column: sql`orders.order_date`, type: 'date' }),
  },
  views: [
    { key: 'open', name: 'Te leveren', query: 'status=open' },
    { key: 'delivered', name: 'Te factureren', query: 'status=delivered', when: seesAmounts },
  ],
  sorts: {
    number: { by: [sql`orders.year`, sql`orders.sequence`], type: 'bigint' },
    date: { by: [sql`orders.order_date`], type: 'date' },
    total: { by: [sql`orders.total`], type: 'bigint' },
  },
  defaultSort: '-date',
  groups: orderGroups,
  columns: [
    { label: 'Nummer', key: 'uid', kind: 'main', sort: 'number', cell: (order) => order.uid },
    { label: 'Klant', key: 'customer', hiddenWhenFilteredBy: ['company_id', 'contact_id'], cell: (o) => o.customer },
    { field: 'reference', cell: (order) => order.reference },
    { field: 'order_date', sort: 'date', cell: (order) => formatDate(order.order_date) },
    { field: 'employee_id', cell: (order) => order.employee },
    { label: 'Status', key: 'status', cell: (order) => ({ status: STATUSES[order.status] }) },
    {
      label: 'Totaal',
      key: 'total',
      kind: 'num',
      sort: 'total',
      when: seesAmounts,
      cell: (order) => formatMoney(order.total),
    },
  ],
  moreColumns: orderColumns,
  open: (order) => `/administration/order/view/${order.id}`,
  add: {
    ...change,
    label: 'Order toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/administration/order/add',
    primary: true,
  },
  addWith: ['company_id', 'contact_id'],
  addAboveFrom: 15,
  map: { preference: 'orders-map', answer: mapOfOrders },
  note: async (services, { place }) => (place === '-' ? offerOfPlaces(services) : null),
  bulk: [
    {
      ...change,
      label: 'Alles geleverd',
      icon: 'checks',
      kind: 'popup',
      url: '/administration/orders/bulk/delivered',
    },
    { ...change, label: 'Printen', icon: 'printer', kind: 'popup', url: '/administration/orders/print' },
  ],
  massDelete: {
    area: ordersArea,
    remove: async (trx, ids, _viewer, services) => {
      for (const id of ids) {
        await assertDeletable(trx, services.registry, 'order', id)
        await deleteOrder(trx, id)
      }
      return { changed: ids.map((id) => ({ type: 'order', id })) }
    },
  },
  empty: (viewer) => ({
    icon: 'shopping-cart',
    title: 'Nog geen orders',
    text: may(viewer, ordersArea, 'change')
      ? 'Een order zegt wat een klant koopt, wat er geleverd is en wat er nog gefactureerd wordt.'
      : 'Hier staan de orders die u levert.',
  }),
  example: (story, role) => ({
    foreign: null,
    ...(role === ROLE.teacher ? {} : { form: { ids: String(story.orders.loose) } }),
  }),
})
