import { sql } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { ordersArea } from '../orders/rights.ts'
import * as screens from './ordering.screens.ts'

/** How an order comes about: for whom, with which products, on which paper. */
export const ordering: ModulePart = {
  screens: Object.values(screens),
  gifts: [
    give(popupActions, [
      {
        record: 'quotation',
        place: 'menu',
        order: 30,
        area: ordersArea,
        right: 'change',
        action: ({ id }) => ({
          label: 'Order samenstellen',
          icon: 'shopping-cart',
          kind: 'popup',
          url: `/administration/order/add?quotation_id=${id}`,
        }),
        when: (_viewer, id) => sql`exists (select 1 from quotations
          where id = ${id} and stage <> 'declined'
            and not exists (select 1 from orders where quotation_id = ${id})
            and not exists (select 1 from invoices where quotation_id = ${id}))`,
      },
    ]),
  ],
}
