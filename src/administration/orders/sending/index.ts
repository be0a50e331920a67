import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { selectionActions } from '../../../platform/screens/table/selection-actions.ts'
import { audiences, chosenMessages } from '../../../system/messages/points.ts'
import { momentKinds } from '../../../system/moments/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { invoicesArea } from '../../invoices/invoices/rights.ts'
import { quotationsArea } from '../quotations/rights.ts'
import { quotationMoments } from './moments.ts'
import { invoiceAudience, quotationAudience } from './audience.ts'
import { saleMessages } from './messages.ts'
import * as invoiceScreens from './invoices.screens.ts'
import { SEND_RUN } from './runs.commands.ts'
import { runSending } from './runs.job.ts'
import * as runScreens from './runs.screens.ts'
import * as quotationScreens from './quotations.screens.ts'
import { sendInvoiceStep, sendQuotationStep, unsentInvoice, unsentQuotation } from './sending.todo.ts'
import { seedSending } from './story.ts'

/** What is sold goes to the customer by mail, with its paper. */
export const sending: ModulePart = {
  screens: [
    ...[invoiceScreens, runScreens, quotationScreens].flatMap((declared) => Object.values(declared)),
    saleMessages.screen,
  ],
  jobs: { [SEND_RUN]: runSending },
  story: seedSending,
  gifts: [
    give(audiences, [invoiceAudience, quotationAudience]),
    give(momentKinds, quotationMoments),
    give(openPoints, [unsentInvoice, unsentQuotation]),
    give(popupActions, [sendInvoiceStep, sendQuotationStep]),
    give(selectionActions, [
      {
        record: 'invoice',
        action: {
          label: 'Verzenden',
          icon: 'mail',
          kind: 'popup',
          url: '/administration/invoice/getSendWizard/',
          order: 60,
          area: invoicesArea,
          right: 'change',
        },
      },
      {
        record: 'quotation',
        action: {
          label: 'Versturen',
          icon: 'mail',
          kind: 'popup',
          url: '/administration/quotation/getSendWizard',
          order: 60,
          area: quotationsArea,
          right: 'change',
        },
      },
    ]),
    give(blockers, [{ record: 'default-message', what: 'delete', reasons: saleMessages.blockers }]),
    give(chosenMessages, [saleMessages.chosen]),
    give(settingsTabs, [
      {
        key: 'sale-messages',
        page: 'messages',
        listed: false,
        label: 'Facturen en offertes',
        icon: 'receipt-euro',
        area: settingsArea,
        order: 45,
        url: '/settings/sale-messages',
      },
    ]),
  ],
}
