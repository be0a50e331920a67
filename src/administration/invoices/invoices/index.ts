import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { blockers } from '../../../platform/blockers.ts'
import { mailFates } from '../../../platform/mail/delivery-states.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { paperSources } from '../../sales/papers/index.ts'
import { buyersRestoring, historyOfSale, saleKinds, saleLabelSql, saleNames } from '../../sales/sales/index.ts'
import * as credit from './credit/credit.screens.ts'
import { depositActions, orderDeposit, quotationDeposit } from './deposits/deposits.screens.ts'
import * as definitive from './definitive/definitive.screens.ts'
import * as editing from './editing.screens.ts'
import { invoicePapers } from './paper/invoice.files.ts'
import { invoiceFields } from './invoices.fields.ts'
import { countInvoicesOf, invoicesVisibleTo, paymentsVisibleTo, reasonsByInvoices } from './invoices.queries.ts'
import * as screens from './invoices.screens.ts'
import { IMMUTABLE } from './invoices.rules.ts'
import { FACT_LABELS } from './labels.ts'
import { invoiceSelector } from './invoices.selectors.ts'
import { invoiceSearch } from './invoices.search.ts'
import { invoiceData } from './person-data.ts'
import { factRestorings } from './restoring.ts'
import { conceptsArea, invoicesArea } from './rights.ts'
import { invoiceFate } from './on-mailed.commands.ts'
import * as merging from './merging/merging.screens.ts'
import { paymentFields } from './payments/payments.fields.ts'
import * as paper from './paper/paper.screens.ts'
import * as period from './periods/period.screens.ts'
import * as standing from './payments/payment-state.screens.ts'
import { seedInvoices } from './story.ts'
import * as view from './view.screens.ts'
import * as waiving from './payments/waiving.screens.ts'

export { lockForNumbers, makeDefinitive } from './definitive/definitive.commands.ts'
export { judgeNumbers } from './definitive/definitive.plan.ts'
export { draftOf, getSnapshot, getSnapshots } from './definitive/definitive.queries.ts'
export { keptInvoice } from './paper/invoice.files.ts'
export { onlinePayLinks, payLinks, payable } from './payments/pay-link.queries.ts'
export { claimedInvoice, isPayToken } from './payments/pay-link.rules.ts'
export { invoicesVisibleTo } from './invoices.queries.ts'
export {
  type Payment,
  bookPayment,
  leftOfPayment,
  restorePayment,
  takeBackPayment,
  unbookPayment,
  forgetGonePayers,
  forgetPayers,
} from './payments/payments.commands.ts'
export { type InvoiceSnapshot } from './definitive/snapshot.rules.ts'
export { closedUntil, firstOpenDay, laterText, refuseClosedPayment } from './periods/closed-period.queries.ts'
export { giveUnasked } from './payments/waived-before.commands.ts'
export { paymentRestoringOf } from './restoring.ts'
export { SOURCES, keptBy, paymentShown, refuseBeyond, refuseTakenBack } from './payments/payments.rules.ts'
export { type Concept, deleteConcept, makeConcept } from './concepts.commands.ts'
export { type Settlement, asCounted, lockDeposits, planSettlement, sharingOrders } from './deposits/deposits.queries.ts'
export { strangeOfOrder, strangeOfOrders } from './deposits/deposits.plan.ts'
export { type TakenOff, strangeDeposit } from './deposits/deposits.rules.ts'
export { makeCredit } from './credit/credit.commands.ts'
export { type Billed, listBilled, takeOffConcepts } from './billed.commands.ts'

/** What customers have to pay. */
export const invoices: ModulePart = {
  screens: [
    screens,
    view,
    editing,
    definitive,
    { orderDeposit, quotationDeposit },
    standing,
    waiving,
    credit,
    merging,
    paper,
    period,
  ].flatMap((declared) => Object.values(declared)),
  selectors: [invoiceSelector],
  records: [
    {
      type: 'invoice',
      label: { one: 'factuur', many: 'facturen' },
      area: invoicesArea,
      table: 'invoices',
      visibleTo: invoicesVisibleTo,
      open: '/administration/invoice/view/{id}',
      fields: invoiceFields,
      nameSql: saleLabelSql('invoices'),
      names: (db, ids) => saleNames(db, 'invoices', ids),
      historyAlong: historyOfSale('invoice'),
      carries: ['notes', 'documents', 'messages'],
    },
    {
      type: 'invoice_payment',
      label: { one: 'betaling', many: 'betalingen' },
      history: false,
      area: invoicesArea,
      table: 'invoice_payments',
      visibleTo: paymentsVisibleTo,
      open: null,
      fields: paymentFields,
    },
  ],
  navGroups: [{ key: 'money', label: 'Geld', icon: 'receipt-euro', order: 90 }],
  nav: [
    {
      group: 'money',
      label: 'Facturen',
      icon: 'receipt-euro',
      href: '/administration/invoices',
      synonyms: ['openstaand', 'debiteuren', 'rekeningen', 'betaald', 'achterstallig'],
      within: '/administration/invoice',
      key: 'f',
      area: invoicesArea,
      order: 1,
      lists: { supervisor: 8 },
    },
  ],
  create: [
    {
      action: {
        label: 'Factuur',
        icon: 'receipt-euro',
        kind: 'popup',
        url: '/administration/invoice/add',
        synonyms: ['facturen', 'factureren'],
      },
      command: 'Nieuwe factuur',
      key: 'f',
      area: conceptsArea,
    },
  ],
  constraints: {
    invoices_immutable: { field: '_form', message: IMMUTABLE },
    invoice_facts_of_definitive: {
      field: '_form',
      message: 'Dit kan alleen bij een definitieve factuur die niets crediteert.',
    },
  },
  story: seedInvoices,
  gifts: [
    give(popupActions, depositActions),
    give(searchSources, [invoiceSearch]),
    give(
      popupTabs,
      (['company', 'contact', 'order'] as const).map((record) => ({
        record,
        key: 'invoices',
        label: 'Facturen',
        icon: 'receipt-euro',
        area: invoicesArea,
        order: 39,
        under: 'money',
        url: (id: number) => `/administration/invoices?embed=1&${record}_id=${id}`,
        count: (viewer: Viewer, id: number) => countInvoicesOf(viewer, `${record}_id`, id),
      })),
    ),
    give(settingsTabs, [
      {
        area: settingsArea,
        key: 'bookkeeping',
        page: 'administration',
        label: 'Afgesloten periode',
        icon: 'lock',
        order: 24,
        url: '/settings/bookkeeping',
      },
    ]),
    give(mergeStrategies, [
      { record: 'invoice', table: 'invoices', column: 'credits_id', merges: 'moves' },
      { record: 'invoice', table: 'deposits', column: 'invoice_id', merges: 'drop' },
      { record: 'invoice', table: 'invoice_payments', column: 'invoice_id', merges: 'moves' },
      { record: 'invoice', table: 'invoice_marks', column: 'invoice_id', merges: 'moves' },
      { record: 'invoice', table: 'sale_lines', column: 'invoice_id', merges: 'moves' },
    ]),
    give(blockers, [{ record: 'payment_condition', what: 'delete', reasons: reasonsByInvoices }]),
    give(paperSources, invoicePapers),
    give(mailFates, [invoiceFate]),
    give(restorings, [buyersRestoring('invoices'), ...factRestorings]),
    give(personData, [invoiceData]),
    give(saleKinds, [
      {
        type: 'invoice',
        area: conceptsArea,
        open: { when: sql<SqlBool>`invoices.definitive_at is null`, refusal: IMMUTABLE },
      },
    ]),
    give(historyLabels, [
      {
        invoice: {
          fields: { print_layout_id: 'Layout', delivered_from: 'Geleverd vanaf', ...FACT_LABELS },
        },
      },
    ]),
  ],
}
