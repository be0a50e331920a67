import { sql, type SqlBool } from 'kysely'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import {
  periodFilter,
  selectFilter,
  selectorFilter,
  yesNoFilter,
} from '../../../platform/screens/table/table-filters.ts'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { saleSearchFilter } from '../../sales/sales/index.ts'
import { invoiceFields } from './invoices.fields.ts'
import { invoiceGroups } from './invoices.groups.ts'
import { listInvoices, overdue, remindedOn, statusOf, wasReminded } from './invoices.queries.ts'
import { STATUSES, isOverdue } from './invoices.rules.ts'
import { conceptsArea, invoicesArea } from './rights.ts'

const chosen = (column: 'company_id' | 'contact_id' | 'payment_condition_id' | 'order_id', type: string, none?: true) =>
  selectorFilter(
    invoiceFields[column].label,
    type,
    (ids) => sql<SqlBool>`${sql.ref(`invoices.${column}`)} in (${sql.join(ids)})`,
    none && sql<SqlBool>`${sql.ref(`invoices.${column}`)} is null`,
  )

/** Until when an invoice can be paid; in red where that is over. */
const due = (invoice: { open: number; expires_at: string }) =>
  isOverdue(invoice, today())
    ? { text: formatDate(invoice.expires_at), tone: 'danger' as const }
    : formatDate(invoice.expires_at)

/** Which letters went out is for the office. */
const seesLetters = (viewer: Viewer): boolean => may(viewer, conceptsArea)

/** What customers have to pay, the latest first; concepts have no number yet. */
export const invoiceTable = table({
  area: invoicesArea,
  record: 'invoice',
  right: 'view',
  path: '/administration/invoices',
  title: 'Facturen',
  query: (db) => listInvoices(db),
  filters: {
    search: saleSearchFilter('invoices'),
    status: selectFilter(
      'Status',
      Object.entries(STATUSES).map(([value, { label }]) => ({ value, label })),
      (status) => sql<SqlBool>`${statusOf} = ${status}`,
    ),
    open: yesNoFilter('Openstaand', sql<SqlBool>`invoices.open <> 0`),
    overdue: { ...yesNoFilter('Te laat', overdue), order: 'expires_at' },
    reminded: {
      ...yesNoFilter('Herinnerd', wasReminded),
      order: 'expires_at',
      when: seesLetters,
    },
    company_id: chosen('company_id', 'company', true),
    contact_id: chosen('contact_id', 'contact', true),
    payment_condition_id: chosen('payment_condition_id', 'payment_condition'),
    order_id: chosen('order_id', 'order', true),
    invoice_date: periodFilter(invoiceFields.invoice_date.label, { column: sql`invoices.invoice_date`, type: 'date' }),
    expires_at: {
      ...periodFilter(invoiceFields.expires_at.label, { column: sql`invoices.expires_at`, type: 'date' }),
      order: 'expires_at',
    },
  },
  views: [
    { key: 'concepts', name: 'Concept', query: 'status=concept', when: (viewer) => may(viewer, conceptsArea) },
    { key: 'open', name: 'Openstaand', query: 'open=yes' },
    { key: 'overdue', name: 'Te laat', query: 'overdue=yes' },
    { key: 'reminded', name: 'Herinnerd', query: 'reminded=yes', when: seesLetters },
  ],
  sorts: {
    number: { by: [sql`invoices.year`, sql`invoices.sequence`], type: 'bigint' },
    date: { by: [sql`invoices.invoice_date`], type: 'date' },
    expires_at: { by: [sql`invoices.expires_at`], type: 'date' },
    total: { by: [sql`invoices.total`], type: 'bigint' },
    open: { by: [sql`invoices.open`], type: 'bigint' },
  },
  defaultSort: '-date',
  groups: invoiceGroups,
  columns: [
    { label: 'Nummer', key: 'uid', kind: 'main', sort: 'number', cell: (invoice) => invoice.uid ?? 'Concept' },
    {
      label: 'Klant',
      key: 'customer',
      hiddenWhenFilteredBy: ['company_id', 'contact_id'],
      cell: (invoice) => invoice.customer,
    },
    { field: 'reference', cell: (invoice) => invoice.reference },
    { field: 'invoice_date', sort: 'date', cell: (invoice) => formatDate(invoice.invoice_date) },
    { field: 'expires_at', sort: 'expires_at', cell: (invoice) => due(invoice) },
    { label: 'Status', key: 'status', cell: (invoice) => ({ status: STATUSES[invoice.status] }) },
    { label: 'Totaal', key: 'total', kind: 'num', sort: 'total', cell: (invoice) => formatMoney(invoice.total) },
    {
      label: 'Open',
      key: 'open',
      kind: 'num',
      sort: 'open',
      cell: (invoice) => (invoice.open === 0 ? { text: '–', muted: true } : formatMoney(invoice.open)),
    },
  ],
  moreColumns: [
    columnsOf('invoices').shown('reminded_on', {
      label: 'Herinnerd op',
      as: 'date',
      when: seesLetters,
      of: remindedOn,
    }),
  ],
  open: (invoice) => `/administration/invoice/view/${invoice.id}`,
  add: {
    area: conceptsArea,
    right: 'change',
    label: 'Factuur toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/administration/invoice/add',
    primary: true,
  },
  addWith: ['company_id', 'contact_id'],
  bulk: [
    {
      area: invoicesArea,
      right: 'change',
      label: 'Definitief maken',
      icon: 'circle-check',
      kind: 'popup',
      url: '/administration/invoices/bulk/definitive',
    },
  ],
  empty: (viewer) => ({
    icon: 'receipt-euro',
    title: 'Nog geen facturen',
    text: may(viewer, conceptsArea)
      ? 'Een factuur begint als concept, zonder nummer. Maak er een uit een order, of voeg er zelf een toe.'
      : 'Hier staan de facturen van uw bedrijf.',
  }),
  example: () => ({ foreign: null }),
})
