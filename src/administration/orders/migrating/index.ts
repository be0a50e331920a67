import { sql } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { type SelectionAction, selectionActions } from '../../../platform/screens/table/selection-actions.ts'
import { conceptsArea } from '../../invoices/invoices/rights.ts'
import { ordersArea } from '../orders/rights.ts'
import * as bulk from './bulk.screens.ts'
import * as screens from './migrating.screens.ts'

const orderIs = (id: number, what: string) => sql`exists (select 1 from orders where id = ${id} and ${sql.raw(what)})`

/** What is done with several orders at once. */
const chosen = (label: string, icon: string, what: string, order: number): SelectionAction => ({
  record: 'order',
  action: { label, icon, kind: 'popup', url: `/administration/orders/bulk/${what}`, order, area: conceptsArea, right: 'change' }, // prettier-ignore
})

/** What becomes of an order in the end: an invoice, a new order, a quotation. */
export const migrating: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(bulk)],
  gifts: [
    give(selectionActions, [
      chosen('Factureren', 'file-invoice', 'invoice', 52),
      chosen('Afhandelen', 'arrows-split', 'migrate', 53),
    ]),
    give(popupActions, [
      {
        record: 'order',
        place: 'step',
        order: 60,
        area: ordersArea,
        right: 'change',
        action: ({ id }) => ({
          label: 'Afhandelen',
          icon: 'arrows-split',
          kind: 'popup',
          url: `/administration/order/migrate/${id}`,
        }),
        when: (_viewer, id) => orderIs(id, `status <> 'settled' and line_count > 0`),
        next: (_viewer, id) => orderIs(id, `status = 'delivered'`),
      },
    ]),
  ],
}
