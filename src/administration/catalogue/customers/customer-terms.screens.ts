import { fragment } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { viewerScope } from '../../../platform/access/viewer.ts'
import { saveTerms } from './customer-terms.commands.ts'
import { CustomerTermsForm } from './customer-terms.forms.ts'
import { type Whose, agreedVatOf, invoiceRelationOf, paymentConditionOf, termsOf } from './customer-terms.queries.ts'
import { customersOf, debtorOf } from './customers.queries.ts'
import { customerTermsArea } from './rights.ts'

const access = { area: customerTermsArea, fieldsOf: 'customer_terms' } as const
const PATHS = {
  company: {
    tab: '/company/:id/billing',
    edit: '/company/:id/billing/edit',
    popup: '/company/view/:id?item=billing',
    home: '/companies',
  },
  contact: {
    tab: '/contact/:id/billing',
    edit: '/contact/:id/billing/edit',
    popup: '/contact/view/:id?item=billing',
    home: '/contacts',
  },
} as const

const buyerOf = (whose: Whose, id: number) => ({
  company_id: whose === 'company' ? id : null,
  contact_id: whose === 'contact' ? id : null,
})

/** By when a customer pays and which VAT it has: a tab of its popup. */
const billingTab = (whose: Whose) =>
  fragment({
    ...access,
    record: whose,
    right: 'view',
    path: PATHS[whose].tab,
    pageAddress: PATHS[whose].popup,
    view: 'administration/customers/billing',
    load: async ({ db, params, viewer }) => {
      const buyer = buyerOf(whose, params.id)
      const [debtor, terms, payment, [customer]] = await Promise.all([
        debtorOf(db, whose, params.id),
        termsOf(db, whose, params.id),
        paymentConditionOf(db, buyer),
        customersOf(db, [buyer]),
      ])
      const [vat] = await agreedVatOf(db, [customer!])
      const relation = await invoiceRelationOf(db, buyer)
      return {
        whose,
        id: params.id,
        debtor,
        payment: { ...payment, own: (terms?.default_payment_condition_id ?? null) !== null },
        relation: relation && { ...relation, own: (terms?.invoice_relation_id ?? null) !== null },
        vat: vat && { ...vat, own: (terms?.tax_type_id ?? null) !== null },
        editUrl:
          viewerScope(viewer, customerTermsArea, 'change') === 'all' &&
          PATHS[whose].edit.replace(':id', String(params.id)),
      }
    },
    example: (story) => ({ params: { id: whose === 'company' ? story.companies.deLinde : story.privateCustomer } }),
  })

export const companyBilling = billingTab('company')
export const contactBilling = billingTab('contact')

const billingEdit = (whose: Whose) =>
  formPopup({
    ...access,
    record: whose,
    right: 'change',
    path: PATHS[whose].edit,
    home: PATHS[whose].home,
    size: 'small',
    load: async ({ db, params }) => ({
      debtor: await debtorOf(db, whose, params.id),
      terms: (await termsOf(db, whose, params.id)) ?? null,
    }),
    title: 'Facturatie wijzigen',
    subtitle: ({ debtor }) => debtor.name,
    view: 'administration/customers/terms',
    form: CustomerTermsForm,
    formRecords: { invoice_relation_id: 'company' },
    version: ({ terms }) => terms?.version ?? 1,
    save: async ({ trx, params, form }) => {
      const id = await saveTerms(trx, { whose, id: params.id }, form)
      return {
        changed: [
          { type: 'customer_terms', id },
          { type: whose, id: params.id },
        ],
        flash: { str: 'Wijziging opgeslagen', type: 'success' },
      }
    },
    example: (story) => ({
      params: { id: whose === 'company' ? story.companies.deLinde : story.privateCustomer },
      form: { default_payment_condition_id: story.paymentConditions.long },
    }),
  })

export const companyBillingEdit = billingEdit('company')
export const contactBillingEdit = billingEdit('contact')
