import { areaManifest } from '../platform/area.ts'
import type { Manifest } from '../platform/manifest.ts'
import { accounting } from './books/accounting/index.ts'
import { productsJson, prices } from './catalogue/prices/index.ts'
import { bank } from './payments/bank/index.ts'
import { billing } from './invoices/billing/index.ts'
import { invoices } from './invoices/invoices/index.ts'
import { onlinePayments } from './payments/online-payments/index.ts'
import { ordering } from './orders/ordering/index.ts'
import { openItems } from './invoices/open-items/index.ts'
import { orders } from './orders/orders/index.ts'
import { customers } from './catalogue/customers/index.ts'
import { expiring } from './orders/expiring/index.ts'
import { firm } from './catalogue/firm/index.ts'
import { papers } from './sales/papers/index.ts'
import { ledger } from './books/ledger/index.ts'
import { migrating } from './orders/migrating/index.ts'
import { paymentConditions } from './catalogue/payment-conditions/index.ts'
import { products } from './catalogue/products/index.ts'
import { quotationAnswers } from './orders/quotation-answers/index.ts'
import { quotations } from './orders/quotations/index.ts'
import { reminders } from './payments/reminders/index.ts'
import { reports } from './books/reports/index.ts'
import { sales } from './sales/sales/index.ts'
import { sending } from './orders/sending/index.ts'
import { ubl } from './invoices/ubl/index.ts'
import { vies } from './catalogue/vies/index.ts'
import { vat } from './catalogue/vat/index.ts'

/** The modules of the administration; stories are told in this order. */
export const administration: Manifest = areaManifest('administration', [
  firm,
  vat,
  paymentConditions,
  customers,
  vies,
  products,
  prices,
  sales,
  papers,
  quotations,
  expiring,
  quotationAnswers,
  orders,
  ordering,
  invoices,
  ubl,
  ledger,
  accounting,
  sending,
  migrating,
  billing,
  openItems,
  reminders,
  reports,
  onlinePayments,
  bank,
  { screens: [productsJson] },
])
