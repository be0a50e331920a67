import { sql } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { invoicesArea } from '../invoices/rights.ts'
import * as settings from './settings.screens.ts'
import * as screens from './ubl.screens.ts'

export { problemsOfBuyer } from './buyers.rules.ts'
export { problemsOf } from './problems.rules.ts'
export { keptUbl, ublName } from './ubl.files.ts'
export { type UblFormat, isUblFormat } from './ubl.rules.ts'

/** Invoices as files that machines read. */
export const ubl: ModulePart = {
  screens: [screens, settings].flatMap((declared) => Object.values(declared)),
  gifts: [
    give(popupActions, [
      {
        record: 'invoice',
        place: 'menu',
        order: 52,
        area: invoicesArea,
        right: 'view',
        when: (_viewer, id) => sql`(select definitive_at is not null from invoices where id = ${id})`,
        action: ({ id }) => ({
          label: 'UBL downloaden',
          icon: 'file-code',
          kind: 'popup',
          url: `/administration/invoice/ubl/${id}`,
        }),
      },
    ]),
    give(settingsTabs, [
      {
        key: 'invoices',
        label: 'Facturen',
        icon: 'file-invoice',
        area: settingsArea,
        page: 'administration',
        order: 22,
        url: '/settings/invoices',
      },
    ]),
  ],
}
