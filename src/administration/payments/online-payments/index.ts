import { sql } from 'kysely'
import { sealedData } from '../../../platform/jobs/reseal.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { invoicesArea } from '../../invoices/invoices/rights.ts'
import { resealAccount } from './account.commands.ts'
import { FETCH } from './online.commands.ts'
import { POLL, SETTLE, fetchState, learnSettlements, pollOpen } from './online.job.ts'
import * as links from './links.screens.ts'
import * as publicScreens from './public.screens.ts'
import { payArea } from './rights.ts'
import * as settings from './settings.screens.ts'

export { listPayoutFacts } from './payouts.queries.ts'
export { lineName, lineProblem, payoutDifferences, payoutText } from './payouts.rules.ts'
export { type PaymentProvider, type ProviderBehaviour, startPaymentProvider } from './simulator.ts'

const isOpen = (id: number) => sql<boolean>`exists (select from invoices where id = ${id} and open > 0)`

/** Invoices that their customers pay online: the page behind their link, and what the provider tells of it. */
export const onlinePayments: ModulePart = {
  screens: [publicScreens, settings, links].flatMap((declared) => Object.values(declared)),
  jobs: { [FETCH]: fetchState, [POLL]: pollOpen, [SETTLE]: learnSettlements },
  crons: { [POLL]: '*/2 * * * *', [SETTLE]: '20 * * * *' },
  gifts: [
    give(settingsTabs, [
      {
        area: settingsArea,
        key: 'online-payments',
        page: 'links',
        label: 'Online betalen',
        icon: 'credit-card-pay',
        order: 28,
        url: '/settings/online-payments',
      },
    ]),
    give(popupActions, [
      {
        record: 'invoice',
        place: 'menu',
        order: 45,
        area: invoicesArea,
        right: 'change',
        action: ({ id }) => ({
          label: 'Betaallink',
          icon: 'link',
          kind: 'popup',
          url: `/administration/invoice/${id}/pay_link`,
        }),
        when: (_viewer, id) => isOpen(id),
      },
      {
        record: 'invoice',
        place: 'step',
        order: 10,
        area: payArea,
        right: 'view',
        action: ({ id }) => ({
          label: 'Betalen',
          icon: 'credit-card-pay',
          kind: 'popup',
          url: `/administration/invoice/${id}/pay`,
        }),
        when: (_viewer, id) => isOpen(id),
        next: (_viewer, id) => isOpen(id),
      },
    ]),
    give(mergeStrategies, [
      { record: 'invoice', table: 'online_payments', column: 'invoice_id', merges: 'moves' },
      { record: 'invoice', table: 'pay_links', column: 'invoice_id', merges: 'stays' },
    ]),
    give(sealedData, [resealAccount]),
    give(historyLabels, [
      {
        payment_account: { label: 'Sleutel van de betaaldienst', fields: { provider: 'Aanbieder' } },
        payment_token: { label: 'Organisatietoken van de betaaldienst', fields: { provider: 'Aanbieder' } },
      },
    ]),
  ],
}
