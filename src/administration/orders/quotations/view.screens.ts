import { ROLE } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formatDate, formatDateTime, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { invoicesArea, conceptsArea } from '../../invoices/invoices/rights.ts'
import { ordersArea } from '../orders/rights.ts'
import { listSaleLines } from '../../sales/sales/index.ts'
import { getQuotation, listFollowing } from './quotations.queries.ts'
import { STATUSES, allows, courseOf, followQuestion, goingOn, quotationNeeds } from './quotations.rules.ts'
import { quotationsArea } from './rights.ts'

const change = { area: quotationsArea, right: 'change' } as const

/** A quotation: its lines, beside what is left to do, what became of it and whom it is for. */
export const quotationView = popup({
  area: quotationsArea,
  record: 'quotation',
  right: 'view',
  path: '/administration/quotation/view/:id',
  home: '/administration/quotations',
  load: async ({ db, params, viewer, services }) => {
    const quotation = await getQuotation(db, params.id)
    const shows = (type: string, id: number | null) => services.registry.isVisible(db, viewer, type, id)
    const [lines, following, opensCompany, opensContact] = await Promise.all([
      listSaleLines(db, { type: 'quotation', id: params.id }),
      listFollowing(db, params.id),
      shows('company', quotation.company_id),
      shows('contact', quotation.contact_id),
    ])
    const products = lines.filter(({ kind }) => kind === 'product')
    return {
      quotation,
      changes: may(viewer, quotationsArea, 'change'),
      products: goingOn(products).length,
      passed: products.filter(({ chosen }) => !chosen).length,
      orders: may(viewer, ordersArea) ? following.orders : [],
      invoices: may(viewer, invoicesArea) ? following.invoices : [],
      course: courseOf(quotation),
      opensCompany,
      opensContact,
      streetLine: streetLine(quotation),
      cityLine: cityLine(quotation),
    }
  },
  title: ({ quotation }) => quotation.uid,
  subtitle: ({ quotation }) =>
    [quotation.customer, quotation.reference, `geldig tot en met ${formatDate(quotation.valid_until)}`]
      .filter(Boolean)
      .join(' · '),
  status: ({ quotation }) => STATUSES[quotation.status],
  actions: ({ quotation: { id, status } }) =>
    status === 'concept'
      ? [{ ...change, label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/administration/quotation/edit/${id}` }]
      : [],
  nextSteps: ({ quotation, products, passed }) => {
    const { id, uid, status, is_followed } = quotation
    const question = { uid, total: formatMoney(quotation.total), products, passed }
    const makes = allows('follow', status) && !is_followed && products > 0
    return [
      ...(allows('send', status) && products > 0
        ? [
            {
              ...change,
              label: 'Als verstuurd markeren',
              icon: 'send',
              kind: 'post' as const,
              url: `/administration/quotation/mark_sent/${id}`,
              next: true,
            },
          ]
        : []),
      ...(makes
        ? [
            {
              area: ordersArea,
              right: 'change' as const,
              label: 'Order maken',
              icon: 'shopping-cart',
              kind: 'post' as const,
              url: `/administration/quotation/makeOrderFromQuotation/${id}`,
              confirm: followQuestion(question, 'order'),
              next: status === 'accepted',
            },
            {
              area: conceptsArea,
              right: 'change' as const,
              label: 'Factuur maken',
              icon: 'receipt-euro',
              kind: 'post' as const,
              url: `/administration/quotation/makeInvoiceFromQuotation/${id}`,
              confirm: followQuestion(question, 'invoice'),
            },
          ]
        : []),
      ...(allows('accept', status) && products > 0
        ? [
            {
              ...change,
              label: 'Geaccepteerd',
              icon: 'circle-check',
              kind: 'popup' as const,
              url: `/administration/quotation/accept/${id}`,
              next: status === 'sent' || status === 'viewed',
            },
          ]
        : []),
      ...(allows('extend', status)
        ? [
            {
              ...change,
              label: 'Verlengen',
              icon: 'calendar-plus',
              kind: 'popup' as const,
              url: `/administration/quotation/extend/${id}`,
              next: status === 'expired',
            },
          ]
        : []),
      ...(allows('decline', status)
        ? [
            {
              ...change,
              label: 'Afgewezen',
              icon: 'circle-x',
              kind: 'popup' as const,
              url: `/administration/quotation/decline/${id}`,
            },
          ]
        : []),
    ]
  },
  options: ({ quotation: { id, status, uid, is_followed } }) => [
    ...(allows('withdraw', status) && !is_followed
      ? [
          {
            ...change,
            label: 'Terughalen om te wijzigen',
            icon: 'arrow-back-up',
            kind: 'post' as const,
            url: `/administration/quotation/withdraw/${id}`,
            confirm: `Weet u zeker dat u ${uid} wilt terughalen? De klant kan hem dan niet meer accepteren, tot u hem opnieuw verstuurt.`,
          },
        ]
      : []),
    ...(status === 'concept'
      ? []
      : [{ ...change, label: 'Link voor de klant', icon: 'link', kind: 'popup' as const, url: `/administration/quotation/link/${id}` }]), // prettier-ignore
    { ...change, label: 'Kopiëren', icon: 'copy', kind: 'popup', url: `/administration/quotation/copy/${id}` },
    deleteOption('/administration/quotation/delete', { type: 'quotation', id }, quotationsArea),
  ],
  footnote: ({ quotation }) => `Laatst gewijzigd op ${formatDateTime(quotation.updated_at)}`,
  layout: 'tabs',
  rail: {
    todo: ({ quotation, products, changes }) =>
      changes ? quotationNeeds({ ...quotation, products, isFollowed: quotation.is_followed, today: today() }) : [],
  },
  parts: [{ key: 'overview', label: 'Offerte', icon: 'file-text', view: 'administration/quotations/overview' }],
  example: (story, role) => ({
    params: { id: role === ROLE.supervisor ? story.sales.sentQuotation : story.sales.quotation },
    foreign: { id: story.sales.foreignQuotation },
  }),
})
