import { ROLE } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { invoiceRelationOf } from '../../catalogue/customers/index.ts'
import { countText, listSaleLines } from '../../sales/sales/index.ts'
import { seesAmounts } from './orders.columns.ts'
import { getShownOrder } from './orders.queries.ts'
import { STATUSES, orderNeeds } from './orders.rules.ts'
import { ordersArea } from './rights.ts'

const HOME = '/administration/orders'
const change = { area: ordersArea, right: 'change' } as const

/** An order: its lines, beside what is left to do, who bought it, and who has to do with it. */
export const orderView = popup({
  area: ordersArea,
  record: 'order',
  right: 'view',
  path: '/administration/order/view/:id',
  home: HOME,
  load: async ({ db, params, viewer, services, readRecord }) => {
    const order = await getShownOrder(db, services.registry, readRecord)
    const sees = seesAmounts(viewer)
    const [relation, lines] = await Promise.all([
      sees && order.may_have_relation ? invoiceRelationOf(db, order) : null,
      sees ? [] : listSaleLines(db, { type: 'order', id: params.id }),
    ])
    return {
      order,
      sees,
      relation,
      changes: may(viewer, ordersArea, 'change'),
      lines: lines.map(({ kind, name, code, description, count, delivered }) => ({
        ...{ kind, name, description, delivered },
        code: code === name ? null : code,
        count: countText(count),
      })),
      tabCounts: order.tab_counts,
      contacts: order.contacts,
      following: order.following,
      opensCompany: order.opens_company,
      opensContact: order.opens_contact,
      opensQuotation: order.opens_quotation,
      streetLine: streetLine(order),
      cityLine: cityLine(order),
    }
  },
  title: ({ order }) => order.uid,
  subtitle: ({ order }) => [order.customer, order.reference].filter(Boolean).join(' · '),
  status: ({ order }) => STATUSES[order.status],
  actions: ({ order }) => [
    {
      ...change,
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/administration/order/edit/${order.id}`,
    },
  ],
  nextSteps: ({ order }) =>
    order.status === 'open' && order.line_count > 0
      ? [
          {
            ...change,
            label: 'Alles geleverd',
            icon: 'checks',
            kind: 'post',
            url: `/administration/order/markAllDelivered/${order.id}`,
            next: true,
          },
        ]
      : [],
  options: ({ order }) => [
    { ...change, label: 'Kopiëren', icon: 'copy', kind: 'popup', url: `/administration/order/copy/${order.id}` },
    deleteOption('/administration/order/delete', { type: 'order', id: order.id }, ordersArea),
  ],
  footnote: ({ order }) => `Laatst gewijzigd op ${formatDateTime(order.updated_at)}`,
  layout: 'tabs',
  rail: { todo: ({ order }) => orderNeeds(order) },
  parts: [{ key: 'overview', label: 'Order', icon: 'shopping-cart', view: 'administration/orders/overview' }],
  example: (story, role) => ({
    params: { id: role === ROLE.teacher ? story.orders.ofTeacher : story.orders.open },
    foreign: { id: story.orders.open },
  }),
})
