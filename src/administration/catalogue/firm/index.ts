import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { firstSteps } from '../../../system/calendar/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsPages, settingsTabs } from '../../../system/settings/points.ts'
import * as screens from './firm.screens.ts'
import { isTold } from './firm.queries.ts'
import * as ownData from './own-data.screens.ts'
import { seedFirm } from './story.ts'

export { firmDetails, paysOnline, unpayable } from './firm.queries.ts'
export { type DocumentTexts, type FirmDetails, type MissingFact, missingForInvoices } from './firm.rules.ts'

const tab = { area: settingsArea } as const

/** What the firm tells about itself on quotations, orders and invoices. */
export const firm: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(ownData)],
  story: seedFirm,
  gifts: [
    give(firstSteps, [
      {
        ...tab,
        order: 10,
        label: 'Uw gegevens',
        text: 'Naam, adres, logo, KvK, btw-id en IBAN, zoals ze op certificaten en facturen komen.',
        done: isTold,
        href: '/settings/own-data',
        popup: true,
      },
    ]),
    give(settingsPages, [{ key: 'administration', label: 'Administratie', icon: 'receipt-euro', order: 40 }]),
    give(settingsTabs, [
      {
        ...tab,
        key: 'administration',
        page: 'administration',
        label: 'Bedrijfsgegevens',
        icon: 'receipt-euro',
        order: 15,
        url: '/settings/administration',
      },
      {
        ...tab,
        key: 'document-texts',
        page: 'administration',
        label: 'Teksten op documenten',
        icon: 'align-left',
        order: 20,
        url: '/settings/document-texts',
      },
    ]),
  ],
}
