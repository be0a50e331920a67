import { billables } from '../../../administration/invoices/billing/points.ts'
import { placesOfLines } from '../../../administration/sales/sales/points.ts'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { sql, type SqlBool } from 'kysely'
import { choiceFields, placeFields, planningOrderFields } from './ordering.fields.ts'
import { waitingOrders } from './billables.ts'
import { joinPlaces } from './merging.ts'
import * as screens from './ordering.screens.ts'
import { orderedData } from './person-data.ts'
import { coursePlaces, placesOnOrder } from './places.queries.ts'
import { creditStep, ordersAction, toCredit } from './planning.todo.ts'
import { choiceFollowed, enrolmentsFollowed, placesKept } from './restoring.ts'
import { planningOrdersArea } from './rights.ts'

export { type Costs, type Leaving, addCosts, costsOf, proposeCosts, termsOf } from './costs.commands.ts'
export { followEnrolments } from './sync-orders.commands.ts'
export { termsText } from './ordering.rules.ts'
export { leavingWhole, listEverOf } from './ordering.queries.ts'
export { ordersRedirect, whyFixed } from './redirect.commands.ts'
export { planOrderPlaces } from './places.commands.ts'
export { type PlacesOnLine, onOrderText } from './places.rules.ts'
export { deliverPlanning, orderPasses, ordersMove } from './merge-contacts.commands.ts'

/** Orders that follow who is enrolled. */
export const ordering: ModulePart = {
  screens: Object.values(screens),
  records: [
    {
      type: 'planning_order',
      label: { one: 'order van een planning', many: 'orders van planningen' },
      area: planningOrdersArea,
      table: 'planning_orders',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: planningOrderFields,
    },
    {
      type: 'planning_order_choice',
      label: { one: 'keuze voor orders', many: 'keuzes voor orders' },
      area: planningOrdersArea,
      table: 'planning_order_choices',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: choiceFields,
    },
    {
      type: 'planning_order_place',
      label: { one: 'plaats op een order', many: 'plaatsen op orders' },
      area: planningOrdersArea,
      table: 'planning_order_places',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: placeFields,
    },
  ],
  gifts: [
    give(popupActions, [ordersAction, creditStep]),
    give(openPoints, [toCredit]),
    give(billables, [waitingOrders]),
    give(restorings, [enrolmentsFollowed, choiceFollowed, placesKept]),
    give(placesOfLines, [coursePlaces]),
    give(blockers, [{ record: 'order', what: 'delete', reasons: placesOnOrder }]),
    give(personData, [orderedData]),
    give(mergeStrategies, [
      { record: 'company', table: 'planning_orders', column: 'company_id', merges: 'moves' },
      { record: 'company', table: 'planning_orders', column: 'invoice_relation_id', merges: 'moves' },
      { record: 'contact', table: 'planning_orders', column: 'contact_id', merges: 'moves' },
      { record: 'contact', table: 'planning_order_lines', column: 'contact_id', merges: joinPlaces },
      { record: 'contact', table: 'planning_order_places', column: 'contact_id', merges: 'drop' },
    ]),
    give(historyLabels, [
      {
        planning_order: {
          fields: {
            planning_order_id: 'Order van een planning',
            kind: 'Waarvoor',
            line_id: { label: 'Regel', record: 'sale_line' },
          },
        },
        planning_order_choice: { label: 'Orders bij inschrijven' },
      },
    ]),
  ],
}
