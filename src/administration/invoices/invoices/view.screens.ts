import { ROLE } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { unprintableText } from '../../../platform/pdf/letters.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { unpayable } from '../../catalogue/firm/index.ts'
import { besideShown, listBeside, waivingOptions } from '../../sales/claims/index.ts'
import { whyUrl } from '../../catalogue/prices/index.ts'
import { pricesArea } from '../../catalogue/products/rights.ts'
import { linesRead, listSaleLines, listSaleTaxes } from '../../sales/sales/index.ts'
import { missingOf } from './definitive/definitive.queries.ts'
import { type Invoice, getInvoice } from './invoices.queries.ts'
import { courseOf, settledOf } from './course.rules.ts'
import { STATUSES, conceptNeeds, invoiceTitle, shownLines, shownTotals } from './invoices.rules.ts'
import { conceptsArea, invoicesArea } from './rights.ts'
import { paymentShown } from './payments/payments.rules.ts'
import { listCredits, listMarks, listPayments } from './payments/payment-state.queries.ts'
import { canBeTold } from './payments/payment-state.rules.ts'

const change = { area: conceptsArea, right: 'change' } as const

/** Letters may ask costs and interest of what has a number and credits nothing: they are let go, or asked again. */
const costOptions = ({ id, uid, credits_id }: Pick<Invoice, 'id' | 'uid' | 'credits_id'>, waived: boolean) =>
  uid === null || credits_id !== null ? [] : waivingOptions(invoicesArea, '/administration/invoice', id, waived)

/** An invoice: its lines and what they come to, beside what became of it and who gets it. */
export const invoiceView = popup({
  area: invoicesArea,
  record: 'invoice',
  right: 'view',
  path: '/administration/invoice/view/:id',
  home: '/administration/invoices',
  load: async ({ db, params, viewer, services }) => {
    const invoice = await getInvoice(db, params.id)
    const sale = { type: 'invoice', id: params.id } as const
    const shows = (type: string, id: number | null) => services.registry.isVisible(db, viewer, type, id)
    const [lines, taxes, payments, marks, credits, beside, opensCompany, opensContact, opensOrder, opensQuotation] =
      await Promise.all([
        listSaleLines(db, sale),
        listSaleTaxes(db, sale),
        listPayments(db, params.id),
        // Why a customer disputes it is for the office.
        may(viewer, conceptsArea) ? listMarks(db, params.id) : [],
        listCredits(db, params.id),
        listBeside(db, 'invoice', [params.id]),
        shows('company', invoice.company_id),
        shows('contact', invoice.contact_id),
        shows('order', invoice.order_id),
        shows('quotation', invoice.quotation_id),
      ])
    // Who paid, as the bank calls them, and why something was marked is for the office.
    const isOffice = may(viewer, invoicesArea, 'change')
    const shown = <N extends { note: string | null }>(told: N[]): N[] =>
      isOffice ? told : told.map((one) => ({ ...one, note: null }))
    return {
      invoice,
      missing: invoice.uid === null && may(viewer, conceptsArea, 'change') ? await missingOf(db, params.id) : [],
      // Who gets money back pays nothing.
      warning: invoice.uid === null && invoice.total > 0 ? await unpayable(db, services.config) : null,
      changes: may(viewer, conceptsArea, 'change') && invoice.uid === null,
      // What a customer agreed on is told by the office alone.
      tells: may(viewer, pricesArea),
      letters: invoice.uid === null ? unprintableText([{ name: invoice.customer, texts: [invoice, lines] }]) : null,
      lines: shownLines(linesRead(lines, taxes, invoice.company_id === null)).map((line) => ({
        ...line,
        whyUrl: line.product_id === null ? null : whyUrl(line.product_id, invoice),
      })),
      totals: shownTotals(taxes),
      mode: invoice.company_id === null ? 'incl.' : 'excl.',
      settled: invoice.uid === null ? [] : settledOf(invoice, { payments, credits }),
      course: courseOf(invoice, { payments: shown(payments), marks: shown(marks), credits }, today()),
      payments: isOffice ? payments.map(paymentShown) : [],
      beside: besideShown(beside.get(params.id), today()),
      waived: isOffice && marks.some(({ kind }) => kind === 'costs_waived'),
      opensCompany,
      opensContact,
      opensOrder,
      opensQuotation,
      streetLine: streetLine(invoice),
      cityLine: cityLine(invoice),
    }
  },
  title: ({ invoice }) => invoiceTitle(invoice),
  subtitle: ({ invoice }) =>
    [
      invoice.customer,
      `factuurdatum ${formatDate(invoice.invoice_date)}`,
      `vervalt ${formatDate(invoice.expires_at)}`,
    ].join(' · '),
  status: ({ invoice }) => STATUSES[invoice.status],
  actions: ({ invoice }) =>
    invoice.uid === null
      ? [{ ...change, label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/administration/invoice/edit/${invoice.id}` }] // prettier-ignore
      : [],
  nextSteps: ({ invoice, missing, letters, warning }) =>
    invoice.uid === null
      ? missing.length > 0
        ? []
        : [
            {
              area: invoicesArea,
              right: 'change',
              label: 'Definitief maken',
              icon: 'circle-check',
              kind: 'post',
              url: `/administration/invoice/definitive/${invoice.id}`,
              confirm: [
                `Weet u zeker dat u de factuur voor ${invoice.customer} definitief wilt maken? Hij krijgt een nummer en verandert daarna niet meer.`,
                letters,
                warning?.text,
              ]
                .filter(Boolean)
                .join(' '),
              next: true,
            },
          ]
      : canBeTold(invoice).length > 0
        ? [
            {
              area: invoicesArea,
              right: 'change',
              label: 'Status wijzigen',
              icon: 'progress-check',
              kind: 'popup',
              url: `/administration/invoice/status/${invoice.id}`,
              next: invoice.open !== 0,
            },
          ]
        : [],
  options: ({ invoice, waived }) => [
    {
      label: 'PDF downloaden',
      icon: 'file-type-pdf',
      kind: 'download',
      url: `/administration/invoice/${invoice.id}`,
    },
    {
      ...change,
      label: 'Kopiëren',
      icon: 'copy',
      kind: 'post',
      url: '/administration/invoice/copy',
      fields: { id: String(invoice.id) },
    },
    ...(invoice.uid !== null && invoice.credits_id === null
      ? [
          {
            area: invoicesArea,
            right: 'change' as const,
            label: 'Crediteren',
            icon: 'receipt-refund',
            kind: 'popup' as const,
            url: `/administration/invoice/${invoice.id}/credit`,
            synonyms: ['annuleren', 'terugdraaien'],
          },
        ]
      : []),
    ...costOptions(invoice, waived),
    ...(invoice.uid === null && invoice.credits_id === null
      ? [
          {
            area: invoicesArea,
            right: 'change' as const,
            label: 'Samenvoegen',
            icon: 'arrows-join',
            kind: 'popup' as const,
            url: `/administration/invoice/${invoice.id}/merge`,
          },
        ]
      : []),
    ...(invoice.uid === null
      ? [deleteOption('/administration/invoice/delete', { type: 'invoice', id: invoice.id }, conceptsArea)]
      : []),
  ],
  footnote: ({ invoice }) => `Laatst gewijzigd op ${formatDateTime(invoice.changed_at)}`,
  layout: 'tabs',
  rail: {
    todo: ({ changes, missing, warning }) => (changes ? conceptNeeds(missing, warning) : []),
  },
  parts: [{ key: 'overview', label: 'Factuur', icon: 'receipt-euro', view: 'administration/invoices/overview' }],
  example: (story, role) => ({
    params: { id: role === ROLE.supervisor ? story.invoices.definitive : story.invoices.concept },
    foreign: { id: story.invoices.foreign },
  }),
})
