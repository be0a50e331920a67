import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { may } from '../../../platform/access/viewer.ts'
import { fileQuery, sendExport } from '../../../platform/export/export.ts'
import { formatDate, formatMoney, formatNumber } from '../../../platform/format/format.ts'
import { formatPercents } from '../../../platform/format/price.ts'
import { today } from '../../../platform/format/zone.ts'
import { page } from '../../../platform/screens/page.ts'
import { raw } from '../../../platform/screens/call/raw.ts'
import { signedIn } from '../../../platform/screens/screen.ts'
import { filledFilter, periodFilter, selectFilter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { readSetting, settingsArea } from '../../../system/settings/index.ts'
import { type ReportPeriod, filterOf, periodOf } from './periods.rules.ts'
import { type VatBox, listIcp, listReportTaxes, listVat } from './reports.queries.ts'
import { reportsArea } from '../../../platform/saved-views/rights.ts'
import { BOXES, BOX_NAMES } from './vat.rules.ts'
import { dueText, periodOfMonths, wholeEuros } from './vat-return.rules.ts'

const HOME = '/administration/reports/vat'
const ROWS = '/administration/reports/vat-lines'
const access = { area: reportsArea, right: 'view' } as const
const VatQuery = z.object({ from: z.string().max(10).default(''), until: z.string().max(10).default('') })

/** The quarter before this one, of which a return is due. */
const usualPeriod = (day: string): ReportPeriod => periodOfMonths(day, 3, 1)

/** What a return is made of: quarters, or months for who declares by month. */
const choicesOf = (day: string, shown: ReportPeriod) =>
  [
    { label: 'Vorig kwartaal', period: usualPeriod(day) },
    { label: 'Dit kwartaal', period: periodOfMonths(day, 3, 0) },
    { label: 'Vorige maand', period: periodOfMonths(day, 1, 1) },
    { label: 'Deze maand', period: periodOfMonths(day, 1, 0) },
  ].map(({ label, period: { from, until } }) => ({
    label,
    url: `${HOME}?from=${formatDate(from)}&until=${formatDate(until)}`,
    isShown: from === shown.from && until === shown.until,
  }))

const periodIn = (query: z.output<typeof VatQuery>): ReportPeriod =>
  query.from === '' && query.until === '' ? usualPeriod(today()) : periodOf(query, today())

const rowsUrl = (period: ReportPeriod, more: string) => `${ROWS}?invoice_date=${filterOf(period)}${more}`

/** All boxes, also those that nothing stands in. */
const boxesOf = (found: readonly VatBox[]): VatBox[] =>
  BOXES.map((box) => found.find((one) => one.box === box) ?? { box, base: 0, vat: 0 })

const cell = (cents: number, url: string) => ({ text: formatMoney(cents), url, isNone: cents === 0 })

/** What is filled in on the form; null for what does not stand on it. */
const filledIn = (euros: number | null) => ({ text: formatNumber(euros ?? 0), url: null, isNone: !euros })

/** Turnover and VAT of a box as they are filled in. */
const wholeOf = ({ box, base, vat }: VatBox): [base: number | null, vat: number | null] =>
  box === 'exempt' ? [null, null] : [wholeEuros(base), wholeEuros(vat)]

/** What belongs in the VAT return of a period, and the list of supplies within the EU. */
export const vatReport = page({
  ...access,
  path: HOME,
  title: 'Btw-aangifte',
  view: 'administration/reports/vat',
  query: VatQuery,
  load: async ({ db, query, viewer }) => {
    const period = periodIn(query)
    const [found, icp, { closed_until: closedUntil }] = await Promise.all([
      listVat(db, period),
      listIcp(db, period),
      readSetting(db, 'bookkeeping'),
    ])
    const boxes = boxesOf(found)
    const asked = `from=${formatDate(period.from)}&until=${formatDate(period.until)}`
    return {
      ...{ from: formatDate(period.from), until: formatDate(period.until), choices: choicesOf(today(), period) },
      rows: boxes.map(({ box, base, vat }) => ({
        name: BOX_NAMES[box],
        cells: [
          ...[base, vat].map((cents) => cell(cents, rowsUrl(period, `&box=${box}`))),
          ...wholeOf({ box, base, vat }).map(filledIn),
        ],
      })),
      totals: [
        cell(
          boxes.reduce((sum, { base }) => sum + base, 0),
          rowsUrl(period, ''),
        ),
        cell(
          boxes.reduce((sum, { vat }) => sum + vat, 0),
          rowsUrl(period, ''),
        ),
        filledIn(null),
        filledIn(boxes.reduce((sum, box) => sum + (wholeOf(box)[1] ?? 0), 0)),
      ],
      icp: icp.map(({ vat_id, customer, goods, services }) => ({
        name: vat_id === null ? `${customer} (zonder btw-id)` : `${vat_id}, ${customer}`,
        cells: [goods, services].map((cents) => cell(cents, rowsUrl(period, `&box=3b&${vat_id === null ? 'vat_id_filled=-' : `vat_id=${vat_id}`}`))), // prettier-ignore
      })),
      due: dueText(period, today()),
      closed: closedUntil >= period.until ? formatDate(closedUntil) : null,
      closes: may(viewer, settingsArea, 'change'),
      exportUrl: `${HOME}/export?${asked}`,
    }
  },
  example: () => ({}),
})

/** The same as a file: boxes first, then the list of supplies within the EU. */
export const vatExport = raw({
  ...access,
  path: `${HOME}/export`,
  kind: 'file',
  methods: ['GET'],
  handle: async (exchange) => {
    const { format, ...query } = fileQuery(VatQuery, exchange)
    const period = periodIn(query)
    const { db } = exchange.services
    const rows = [
      ...boxesOf(await listVat(db, period)).map(({ box, base, vat }) => [
        BOX_NAMES[box],
        '',
        base / 100,
        vat / 100,
        ...wholeOf({ box, base, vat }).map((euros) => euros ?? ''),
      ]),
      ...(await listIcp(db, period)).map(({ vat_id, customer, goods, services }) => [
        ...['ICP', `${vat_id ?? ''} ${customer}`.trim(), (goods + services) / 100, 0, '', ''],
      ]),
    ]
    await sendExport(exchange, signedIn(exchange.viewer), {
      ...{
        format,
        title: `Btw ${formatDate(period.from)} tot en met ${formatDate(period.until)}`,
        record: 'report_tax',
      },
      columns: ['Rubriek', 'Afnemer', 'Exclusief btw', 'Btw', 'Omzet in te vullen', 'Btw in te vullen'],
      cells: (row: (string | number)[]) => row,
      page: () => Promise.resolve({ rows, after: null }),
    })
  },
  example: () => ({}),
})

/** The invoices behind a number of it, kind of VAT by kind. */
export const reportTaxTable = table({
  ...access,
  record: 'report_tax',
  recordParam: null,
  path: ROWS,
  title: 'Btw per factuur',
  query: (db) => listReportTaxes(db),
  filters: {
    invoice_date: periodFilter('Factuurdatum', { column: sql`report_taxes.invoice_date`, type: 'date' }),
    box: selectFilter(
      'Rubriek',
      BOXES.map((value) => ({ value, label: BOX_NAMES[value] })),
      (box) => sql<SqlBool>`report_taxes.box = ${box}`,
    ),
    vat_id: textFilter('Btw-id', { text: sql<string>`normalise(coalesce(report_taxes.vat_id, ''))` }),
    vat_id_filled: filledFilter('Btw-id ingevuld', sql<SqlBool>`report_taxes.vat_id is null`),
  },
  sorts: {
    date: { by: [sql`report_taxes.invoice_date`], type: 'date' },
    base: { by: [sql`report_taxes.base`], type: 'bigint' },
  },
  defaultSort: '-date',
  columns: [
    { label: 'Factuur', key: 'uid', kind: 'main', cell: (row) => row.uid },
    { label: 'Factuurdatum', key: 'invoice_date', sort: 'date', cell: (row) => formatDate(row.invoice_date) },
    { label: 'Klant', key: 'customer', cell: (row) => row.customer },
    { label: 'Btw-id', key: 'vat_id', cell: (row) => row.vat_id ?? '' },
    { label: 'Rubriek', key: 'box', cell: (row) => BOX_NAMES[row.box] },
    { label: 'Tarief', key: 'percentage', kind: 'num', cell: (row) => formatPercents(row.percentage) },
    { label: 'Exclusief btw', key: 'base', kind: 'num', sort: 'base', cell: (row) => formatMoney(row.base) },
    { label: 'Btw', key: 'vat', kind: 'num', cell: (row) => formatMoney(row.vat) },
  ],
  open: (row) => `/administration/invoice/view/${row.invoice_id}`,
  empty: { icon: 'receipt-tax', title: 'Geen btw', text: 'In deze periode is hier niets gefactureerd.' },
  example: () => ({}),
})
