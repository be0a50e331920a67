import { type SqlBool, sql } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { sealedData } from '../../../platform/jobs/reseal.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { selectionActions } from '../../../platform/screens/table/selection-actions.ts'
import { NOW, attention, waitingRows } from '../../../system/attention/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { accountingArea } from '../ledger/rights.ts'
import { runBookings } from './bookings/bookings.job.ts'
import { BESIDE, BESIDE_AGAIN } from './charges/charges.commands.ts'
import { runBeside, runBesideAgain } from './charges/charges.job.ts'
import { failedBeside } from './charges/charges.queries.ts'
import * as beside from './charges/charges.screens.ts'
import { BOOK } from './bookings/bookings.commands.ts'
import * as bookings from './bookings/bookings.screens.ts'
import { COMPARE, runCompare } from './compare/compare.job.ts'
import * as comparing from './compare/compare.screens.ts'
import { openDoubts } from './bookings/doubts.queries.ts'
import * as oauth from './settings/oauth.screens.ts'
import * as settings from './settings/settings.screens.ts'
import { PAYMENTS, runPayments } from './payments/payments.job.ts'
import { seedAccounting } from './story.ts'
import { resealLink } from './providers/tokens.commands.ts'
import * as wizard from './settings/wizard.screens.ts'

export { type ExactSimulator, startExact } from './providers/simulator-exact.ts'
export { type MoneybirdSimulator, startMoneybird } from './providers/simulator-moneybird.ts'

const { LOGIN_URL: _address, linkOf: _linkOf, ...wizardScreens } = wizard

/** Whether an invoice can be put into the books there: it has a number, something is linked, and it is not there yet. */
const canBeBooked = (id: number) => sql<boolean>`(
  exists (select from invoices where id = ${id} and definitive_at is not null)
  and exists (select from accounting_links l where not exists (
    select from accounting_bookings b where b.invoice_id = ${id} and b.provider = l.provider
      and b.administration = l.administration and b.state <> 'failed')))`

/** The link with a package for bookkeeping: what is booked there, once, and whether it is there as it is here. */
export const accounting: ModulePart = {
  screens: [oauth, wizardScreens, bookings, beside, settings, comparing].flatMap((declared) => Object.values(declared)),
  records: [
    {
      type: 'accounting_booking',
      label: { one: 'boeking', many: 'boekingen' },
      history: false,
      area: accountingArea,
      table: 'accounting_bookings',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
    },
    {
      type: 'accounting_choice',
      label: { one: 'koppeling', many: 'koppelingen' },
      area: accountingArea,
      table: 'accounting_choices',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
    },
  ],
  nav: [
    {
      group: 'money',
      label: 'Boekhouding',
      icon: 'books',
      href: '/accounting/bookings',
      within: '/accounting',
      area: accountingArea,
      order: 5,
    },
  ],
  jobs: {
    [BOOK]: runBookings,
    [BESIDE]: runBeside,
    [BESIDE_AGAIN]: runBesideAgain,
    [COMPARE]: runCompare,
    [PAYMENTS]: runPayments,
  },
  // By night, when nobody books.
  crons: { [PAYMENTS]: '30 1 * * *', [BESIDE]: '50 * * * *', [BESIDE_AGAIN]: '20 6 * * *' },
  story: seedAccounting,
  gifts: [
    give(settingsTabs, [
      {
        key: 'accounting',
        page: 'links',
        label: 'Boekhoudpakket',
        icon: 'plug-connected',
        area: accountingArea,
        order: 27,
        url: '/settings/accounting',
      },
    ]),
    give(selectionActions, [
      {
        record: 'invoice',
        action: {
          label: 'Boeken',
          icon: 'book-upload',
          kind: 'popup',
          url: '/accounting/getWizard/',
          order: 70,
          area: accountingArea,
          right: 'change',
        },
      },
    ]),
    give(popupActions, [
      {
        record: 'invoice',
        place: 'menu',
        order: 54,
        area: accountingArea,
        right: 'change',
        when: (_viewer, id) => canBeBooked(id),
        action: ({ id }) => ({
          label: 'Boeken',
          icon: 'book-upload',
          kind: 'popup',
          url: `/accounting/getWizard/?ids=${id}`,
        }),
      },
    ]),
    give(attention, [
      {
        name: 'booking-failures',
        kind: 'now',
        icon: 'book-off',
        tone: 'danger',
        label: { one: 'boekfout', many: 'boekfouten' },
        area: accountingArea,
        url: '/accounting/bookings?state=failed',
        rows: () => waitingRows({ day: NOW, from: sql`from accounting_bookings where state = 'failed'` }),
      },
      {
        name: 'beside-failures',
        kind: 'now',
        icon: 'book-off',
        tone: 'danger',
        label: { one: 'boekfout van kosten en rente', many: 'boekfouten van kosten en rente' },
        area: accountingArea,
        url: '/accounting/beside',
        rows: () => failedBeside,
      },
      {
        name: 'payments-not-fetched',
        kind: 'now',
        icon: 'cash-off',
        tone: 'danger',
        label: { one: 'boekhoudpakket geeft geen betalingen', many: 'boekhoudpakketten geven geen betalingen' },
        area: accountingArea,
        url: '/accounting/compare',
        rows: () =>
          waitingRows({
            day: NOW,
            from: sql`from accounting_payments p join accounting_links l
              on l.provider = p.provider and l.administration = p.administration where p.problem is not null`,
          }),
      },
      {
        name: 'payments-in-doubt',
        kind: 'money',
        icon: 'cash-off',
        tone: 'warning',
        label: { one: 'betaling in boekhoudpakket onduidelijk', many: 'betalingen in boekhoudpakket onduidelijk' },
        area: accountingArea,
        url: '/accounting/compare',
        rows: () => openDoubts,
      },
    ]),
    give(mergeStrategies, [
      { record: 'invoice', table: 'accounting_bookings', column: 'invoice_id', merges: 'stays' },
      { record: 'invoice', table: 'accounting_differences', column: 'invoice_id', merges: 'stays' },
      { record: 'invoice', table: 'accounting_doubts', column: 'invoice_id', merges: 'stays' },
      { record: 'invoice', table: 'accounting_beside', column: 'invoice_id', merges: 'stays' },
    ]),
    give(sealedData, [resealLink]),
    give(historyLabels, [
      {
        accounting_link: {
          label: 'Boekhouding',
          fields: { provider: 'Pakket', administration: 'Administratie', name: 'Naam', error: 'Storing' },
        },
        accounting_choice: {
          fields: { kind: 'Soort', provider: 'Pakket', their_id: 'Daar', tax_type_id: 'Btw-soort', ledger_account_id: 'Grootboekrekening', payment_condition_id: 'Betalingsconditie' }, // prettier-ignore
        },
      },
    ]),
  ],
}
