import { type SqlBool, sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { paperSources } from '../../sales/papers/index.ts'
import { billables } from '../../invoices/billing/points.ts'
import { buyersRestoring, historyOfSale, saleKinds, saleLabelSql, saleNames } from '../../sales/sales/index.ts'
import * as bulk from './bulk.screens.ts'
import { deliveredOrders } from './billables.ts'
import * as editing from './editing.screens.ts'
import * as calls from './calls.screens.ts'
import { orderPapers } from './order-paper.ts'
import { orderFields } from './orders.fields.ts'
import { countOrdersOf, orderBlockers, ordersVisibleTo } from './orders.queries.ts'
import { SETTLED } from './orders.rules.ts'
import * as screens from './orders.screens.ts'
import { orderSearch } from './orders.search.ts'
import * as print from './print.screens.ts'
import { PLACES, findPlaces } from './places.commands.ts'
import * as places from './places.screens.ts'
import { orderSelector } from './orders.selectors.ts'
import { orderData } from './person-data.ts'
import { ordersArea } from './rights.ts'
import { seedOrders } from './story.ts'
import * as view from './view.screens.ts'

export { addOrder, attachContact, followOrder } from './orders.commands.ts'
export { dropEmptyOrders, lockOpenOrder, lockOrders } from './deliver.commands.ts'
export { chosenPlace, draftLines, draftOrder, headOf, linesOfQuotation } from './draft.rules.ts'
export { CustomerStep, LinesStep, NewOrderForm, NotesStep } from './orders.forms.ts'
export type { AddressOf, NewOrder } from './orders.forms.ts'
export { headRecords } from './orders.rules.ts'
export { getOrder, listFollowing, listOrders } from './orders.queries.ts'

/** What customers ordered, and what of it was delivered. */
export const orders: ModulePart = {
  screens: [screens, view, editing, bulk, calls, print, places].flatMap((declared) => Object.values(declared)),
  selectors: [orderSelector],
  records: [
    {
      type: 'order',
      label: { one: 'order', many: 'orders' },
      area: ordersArea,
      table: 'orders',
      visibleTo: ordersVisibleTo,
      open: '/administration/order/view/{id}',
      fields: orderFields,
      nameSql: saleLabelSql('orders'),
      names: (db, ids) => saleNames(db, 'orders', ids),
      historyAlong: historyOfSale('order'),
      carries: ['notes', 'documents', 'messages', 'tasks'],
    },
  ],
  navGroups: [{ key: 'sales', label: 'Verkoop', icon: 'shopping-cart', order: 80 }],
  nav: [
    {
      group: 'sales',
      label: 'Orders',
      icon: 'shopping-cart',
      href: '/administration/orders',
      within: '/administration/order',
      key: 'z',
      area: ordersArea,
      order: 2,
    },
  ],
  create: [
    {
      action: {
        label: 'Order',
        icon: 'shopping-cart',
        kind: 'popup',
        url: '/administration/order/add',
        synonyms: ['bestelling', 'opdracht'],
      },
      command: 'Nieuwe order',
      key: 'z',
      area: ordersArea,
    },
  ],
  jobs: { [PLACES]: findPlaces },
  crons: { [PLACES]: '*/10 * * * *' },
  story: seedOrders,
  gifts: [
    give(searchSources, [orderSearch]),
    give(popupTabs, [
      ...(['company', 'contact'] as const).map((record) => ({
        record,
        key: 'orders',
        label: 'Orders',
        icon: 'shopping-cart',
        area: ordersArea,
        order: 38,
        under: 'money',
        url: (id: number) => `/administration/orders?embed=1&${record}_id=${id}`,
        count: (_viewer: Viewer, id: number) => countOrdersOf(`${record}_id`, id),
      })),
    ]),
    give(settingsTabs, [
      {
        area: settingsArea,
        key: 'map',
        page: 'administration',
        label: 'Kaart',
        icon: 'map-pin',
        order: 29,
        url: '/settings/map',
      },
    ]),
    give(billables, [deliveredOrders]),
    give(blockers, [{ record: 'order', what: 'delete', reasons: orderBlockers }]),
    give(paperSources, orderPapers),
    give(restorings, [buyersRestoring('orders')]),
    give(personData, [orderData]),
    give(mergeStrategies, [
      { record: 'company', table: 'orders', column: 'invoice_relation_id', merges: 'moves' },
      { record: 'contact', table: 'order_contacts', column: 'contact_id', merges: 'drop' },
    ]),
    give(saleKinds, [
      {
        type: 'order',
        area: ordersArea,
        open: { when: sql<SqlBool>`orders.status <> 'settled'`, refusal: SETTLED },
      },
    ]),
    give(historyLabels, [
      {
        order: { fields: { print_layout_id: 'Layout', order_id: { label: 'Order', record: 'order' } } },
      },
    ]),
  ],
}
