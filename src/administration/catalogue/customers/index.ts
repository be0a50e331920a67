import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { customerTermsFields } from './customer-terms.fields.ts'
import { reasonsByTerms, termsNames } from './customer-terms.queries.ts'
import * as screens from './customer-terms.screens.ts'
import { vatIdNeeded } from './customers.todo.ts'
import { termsData } from './person-data.ts'
import { customerTermsArea } from './rights.ts'
import { seedCustomerTerms } from './story.ts'

export {
  type AgreedVat,
  agreedVatOf,
  type InvoiceRelation,
  type InvoicedBuyer,
  invoiceRelationOf,
  invoiceRelationsOf,
  mayHaveInvoiceRelation,
  paymentConditionOf,
} from './customer-terms.queries.ts'
export { asksVatId, vatProblem } from './customer-terms.rules.ts'
export { lawNumbersOf, lawNumbersSql } from './law-numbers.queries.ts'
export { type LawNumbers, NO_NUMBERS, isGovernment } from './law-numbers.rules.ts'
export { AS_AGREED, type InvoiceTo, goingKey } from './invoice-to.rules.ts'
export {
  type Buyer,
  type Customer,
  type Named,
  companiesAbove,
  customersOf,
  debtorOf,
  getCustomer,
} from './customers.queries.ts'

const tab = {
  key: 'billing',
  label: 'Facturatie',
  icon: 'file-invoice',
  area: customerTermsArea,
  order: 42,
  under: 'money',
} as const

/** Who buys, and what is agreed with them about all their invoices. */
export const customers: ModulePart = {
  screens: Object.values(screens),
  records: [
    {
      type: 'customer_terms',
      label: { one: 'facturatie', many: 'facturatie' },
      area: customerTermsArea,
      table: 'customer_terms',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: customerTermsFields,
      names: termsNames,
    },
  ],
  constraints: {
    customer_terms_default_payment_condition_id_fkey: {
      field: 'default_payment_condition_id',
      message: 'Deze betalingsconditie bestaat niet meer.',
    },
    customer_terms_invoice_relation_id_fkey: {
      field: 'invoice_relation_id',
      message: 'Dit bedrijf krijgt nog de facturen van een ander, of bestaat niet meer.',
    },
    customer_terms_other_relation: { field: 'invoice_relation_id', message: 'Kies een ander bedrijf dan dit zelf.' },
    customer_terms_tax_type_id_fkey: { field: 'tax_type_id', message: 'Deze btw-soort bestaat niet meer.' },
  },
  story: seedCustomerTerms,
  gifts: [
    give(popupTabs, [
      { ...tab, record: 'company', url: (id) => `/company/${id}/billing` },
      {
        ...tab,
        record: 'contact',
        url: (id) => `/contact/${id}/billing`,
        // Who has no debtor number pays through a company, whose terms count.
        when: (_viewer, id) => sql`(select client_id is not null from contacts where id = ${id})`,
      },
    ]),
    give(openPoints, [vatIdNeeded]),
    give(blockers, [
      { record: 'payment_condition', what: 'delete', reasons: reasonsByTerms('default_payment_condition_id') },
      { record: 'tax_type', what: 'delete', reasons: reasonsByTerms('tax_type_id') },
    ]),
    give(mergeStrategies, [
      { record: 'company', table: 'customer_terms', column: 'company_id', merges: 'drop' },
      { record: 'company', table: 'customer_terms', column: 'invoice_relation_id', merges: 'moves' },
      { record: 'contact', table: 'customer_terms', column: 'contact_id', merges: 'drop' },
    ]),
    give(historyLabels, [
      {
        customer_terms: {
          fields: {
            company_id: { label: 'Bedrijf', record: 'company' },
            contact_id: { label: 'Contact', record: 'contact' },
          },
        },
      },
    ]),
    give(personData, [termsData]),
  ],
}
