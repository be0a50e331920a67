import { sql, type SqlBool } from 'kysely'
import { formatDate, formatDateTime, formatMoney } from '../../../../platform/format/format.ts'
import { periodFilter, selectFilter } from '../../../../platform/screens/table/table-filters.ts'
import { table } from '../../../../platform/screens/table/table.ts'
import { accountingArea } from '../../ledger/rights.ts'
import { customerName, saleSearchFilter } from '../../../sales/sales/index.ts'
import { bookingColumns } from './bookings.columns.ts'
import { bookingGroups } from './bookings.groups.ts'
import { BOOKING_STATES } from './kinds.ts'
import { listBookings } from './bookings.queries.ts'
import { PROVIDERS, isProvider } from '../providers/providers.ts'

/** The outbox: what is booked elsewhere, what waits, and what was refused. */
export const bookingTable = table({
  area: accountingArea,
  record: 'invoice',
  recordParam: null,
  right: 'view',
  path: '/accounting/bookings',
  title: 'Boekhouding',
  // A row is an invoice, so that what can be done with chosen ones can be done here.
  query: (db) =>
    listBookings(db)
      .clearSelect()
      .select([
        'invoices.id',
        'invoices.version',
        'invoices.uid',
        'invoices.invoice_date',
        'accounting_bookings.provider',
        'accounting_bookings.booked_at',
        sql<number>`invoices.total`.as('total'),
        sql<keyof typeof BOOKING_STATES>`accounting_bookings.state`.as('state'),
        customerName.as('customer'),
        sql<string | null>`accounting_bookings.errors -> 0 ->> 'message'`.as('problem'),
      ]),
  filters: {
    search: saleSearchFilter('invoices'),
    state: selectFilter(
      'Stand',
      Object.entries(BOOKING_STATES).map(([value, { label }]) => ({ value, label })),
      (state) => sql<SqlBool>`accounting_bookings.state = ${state}`,
    ),
    invoice_date: periodFilter('Factuurdatum', { column: sql`invoices.invoice_date`, type: 'date' }),
  },
  views: [{ key: 'failed', name: 'Boekfouten', query: 'state=failed' }],
  sorts: {
    number: { by: [sql`invoices.year`, sql`invoices.sequence`], type: 'bigint' },
    date: { by: [sql`invoices.invoice_date`], type: 'date' },
    total: { by: [sql`invoices.total`], type: 'bigint' },
  },
  defaultSort: '-date',
  groups: bookingGroups,
  moreColumns: bookingColumns,
  columns: [
    { label: 'Nummer', key: 'uid', kind: 'main', sort: 'number', cell: (row) => row.uid },
    { label: 'Klant', key: 'customer', cell: (row) => row.customer },
    { field: 'invoice_date', sort: 'date', cell: (row) => formatDate(row.invoice_date) },
    { label: 'Totaal', key: 'total', kind: 'num', sort: 'total', cell: (row) => formatMoney(row.total) },
    { label: 'Stand', key: 'state', cell: (row) => ({ status: BOOKING_STATES[row.state] }) },
    { label: 'Geboekt', key: 'booked_at', cell: (row) => (row.booked_at ? formatDateTime(row.booked_at) : '') },
    {
      label: 'Pakket',
      key: 'provider',
      cell: (row) => (isProvider(row.provider) ? PROVIDERS[row.provider].label : row.provider),
    },
    { label: 'Melding', key: 'problem', kind: 'long', cell: (row) => row.problem ?? '' },
  ],
  open: (row) => `/administration/invoice/view/${row.id}`,
  add: {
    area: accountingArea,
    right: 'change',
    label: 'Boeken',
    icon: 'book-upload',
    kind: 'popup',
    url: '/accounting/getWizard/',
    primary: true,
  },
  actions: [
    {
      area: accountingArea,
      right: 'view',
      label: 'Vergelijken',
      icon: 'arrows-diff',
      kind: 'link',
      url: '/accounting/compare',
    },
    {
      area: accountingArea,
      right: 'view',
      label: 'Kosten en rente',
      icon: 'book-off',
      kind: 'link',
      url: '/accounting/beside',
    },
    {
      area: accountingArea,
      right: 'view',
      label: 'Export voor de boekhouder',
      icon: 'file-export',
      kind: 'link',
      url: '/administration/ledger/export',
    },
  ],
  bulk: [
    {
      area: accountingArea,
      right: 'change',
      label: 'Opnieuw boeken',
      icon: 'refresh',
      kind: 'popup',
      url: '/accounting/getWizard/',
    },
  ],
  empty: {
    icon: 'books',
    title: 'Nog niets geboekt',
    text: 'Koppel een boekhoudpakket bij Instellingen, of geef uw boekhouder een export.',
  },
  example: () => ({}),
})
