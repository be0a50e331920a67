import { areaManifest } from '../platform/area.ts'
import type { Manifest } from '../platform/manifest.ts'
import { accounting } from './accounting/index.ts'
import { productsJson } from './choosing.calls.ts'
import { bank } from './bank/index.ts'
import { billing } from './billing/index.ts'
import { invoices } from './invoices/index.ts'
import { onlinePayments } from './online-payments/index.ts'
import { ordering } from './ordering/index.ts'
import { openItems } from './open-items/index.ts'
import { orders } from './orders/index.ts'
import { customers } from './customers/index.ts'
import { firm } from './firm/index.ts'
import { papers } from './papers/index.ts'
import { ledger } from './ledger/index.ts'
import { migrating } from './migrating/index.ts'
import { paymentConditions } from './payment-conditions/index.ts'
import { prices } from './prices/index.ts'
import { products } from './products/index.ts'
import { quotationAnswers } from './quotation-answers/index.ts'
import { quotations } from './quotations/index.ts'
import { reminders } from './reminders/index.ts'
import { reports } from './reports/index.ts'
import { sales } from './sales/index.ts'
import { sending } from './sending/index.ts'
import { ubl } from './ubl/index.ts'
import { vies } from './vies/index.ts'
import { vat } from './vat/index.ts'

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
