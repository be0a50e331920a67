import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { widgets } from '../../../system/dashboard/points.ts'
import { quotationsArea } from '../quotations/rights.ts'
import * as screens from './expiring.screens.ts'
import * as quotation from './quotation.screens.ts'
import { expiringArea } from './rights.ts'
import { expiringWidget } from './widgets.ts'

/** What of customers expires, whatever it is, and one quotation of it. */
export const expiring: ModulePart = {
  screens: [screens, quotation].flatMap((declared) => Object.values(declared)),
  records: [
    {
      type: 'expiring',
      label: { one: 'regel die verloopt', many: 'regels die verlopen' },
      history: false,
      area: expiringArea,
      // Rows of several tables; they are called as what is made from them, and their sources keep the scope of each.
      table: 'quotations',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
    },
  ],
  nav: [
    {
      group: 'sales',
      label: 'Wat verloopt',
      icon: 'alarm',
      href: '/expiring',
      synonyms: ['herhaling', 'keuring', 'verlengen'],
      area: expiringArea,
      order: 4,
      lists: { supervisor: 12 },
    },
  ],
  gifts: [
    give(
      popupActions,
      (['company', 'contact'] as const).map((record) => ({
        record,
        place: 'menu' as const,
        order: 60,
        area: quotationsArea,
        right: 'change' as const,
        action: ({ id }: { id: number }) => ({
          label: 'Offerte van wat verloopt',
          icon: 'alarm',
          kind: 'popup' as const,
          url: `/expiring/quotation?${record}_id=${id}`,
        }),
      })),
    ),
    give(widgets, [expiringWidget]),
  ],
}
