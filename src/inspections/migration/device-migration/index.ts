import { sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { orderCargo } from '../../../administration/orders/orders/points.ts'
import { ordersArea } from '../../../administration/orders/orders/rights.ts'
import { readSetting, settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { deviceCargo } from './cargo.commands.ts'
import * as screens from './settings.screens.ts'
import { seedInspectionSettings } from './story.ts'

export { type ApprovalBill, approvalBills } from './cargo.queries.ts'

/** What becomes of the devices of an order in the end. */
export const deviceMigration: ModulePart = {
  screens: Object.values(screens).flat(),
  story: seedInspectionSettings,
  gifts: [
    give(orderCargo, [deviceCargo]),
    give(settingsTabs, [
      {
        area: settingsArea,
        key: 'inspections',
        page: 'administration',
        label: 'Keuringen',
        icon: 'fire-extinguisher',
        order: 40,
        url: '/settings/inspections',
      },
    ]),
    give(popupActions, [
      {
        record: 'order',
        place: 'step',
        order: 61,
        area: ordersArea,
        right: 'change',
        action: ({ id }) => ({
          label: 'Apparaten afhandelen',
          icon: 'arrows-split',
          kind: 'popup',
          url: `/administration/order/migrate/${id}`,
        }),
        // Where an order has no lines that lead there, or none that are left.
        when: (_viewer, id) => sql`exists (
          select 1 from orders o join order_devices d on d.order_id = o.id
          where o.id = ${id} and (o.line_count = 0 or o.status = 'settled') and not d.checked and d.destination is null)`,
      },
    ]),
    give(blockers, [
      {
        record: 'company',
        what: 'delete',
        reasons: async (db, id) => [
          {
            label: 'Instellingen van keuringen',
            one: 'instelling van keuringen',
            count: (await readSetting(db, 'inspections')).own_company_id === id ? 1 : 0,
          },
        ],
      },
      {
        record: 'product',
        what: 'delete',
        reasons: async (db, id) => {
          const { approved_product_id, installed_product_id } = await readSetting(db, 'inspections')
          return [
            {
              label: 'Instellingen van keuringen',
              one: 'instelling van keuringen',
              count: [approved_product_id, installed_product_id].filter((chosen) => chosen === id).length,
            },
          ]
        },
      },
    ]),
  ],
}
