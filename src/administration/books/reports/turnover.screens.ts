import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { fileQuery, sendExport } from '../../../platform/export/export.ts'
import { MONTHS, dayOf, isoDay } from '../../../platform/format/days.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { formatPrice } from '../../../platform/format/price.ts'
import { today } from '../../../platform/format/zone.ts'
import { page } from '../../../platform/screens/page.ts'
import { raw } from '../../../platform/screens/call/raw.ts'
import { signedIn } from '../../../platform/screens/screen.ts'
import { periodFilter, selectorFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { type ReportPeriod, filterOf, periodBefore, periodOf } from './periods.rules.ts'
import { DIMENSIONS, type Dimension, type Turnover, listReportLines, listTurnover } from './reports.queries.ts'
import { reportsArea } from '../../../platform/saved-views/rights.ts'

const HOME = '/administration/reports'
const LINES = `${HOME}/lines`
const access = { area: reportsArea, right: 'view' } as const

const ReportQuery = z.object({
  from: z.string().max(10).default(''),
  until: z.string().max(10).default(''),
  by: z.enum(DIMENSIONS).catch('month'),
})

const NAMES: Readonly<Record<Dimension, string>> = {
  month: 'Maand',
  product: 'Product',
  category: 'Categorie',
  customer: 'Klant',
}

/** The days of a month, 'YYYY-MM', as far as they are in a period. */
function monthIn({ from, until }: ReportPeriod, month: string): ReportPeriod {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const first = `${month}-01`
  const last = isoDay(dayOf(year, number + 1, 0))
  return { from: first < from ? from : first, until: last > until ? until : last }
}

const yearEarlier = (month: string): string => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`

/** The address of exactly the lines behind a number. */
function linesUrl(by: Dimension, key: string | null, period: ReportPeriod): string {
  const url = (days: ReportPeriod, more = '') => `${LINES}?invoice_date=${filterOf(days)}${more}`
  if (key === null) return url(period)
  if (by === 'month') return url(monthIn(period, key))
  if (by !== 'customer') return url(period, `&${by === 'product' ? 'product_id' : 'category_id'}=${key}`)
  const [type, id] = key.split('-')
  return url(period, type === 'company' ? `&company_id=${id}` : `&person_id=${id}`)
}

/** A month has its year where the period is of more than one. */
const nameOf = (by: Dimension, { key, name }: Turnover, { from, until }: ReportPeriod): string => {
  if (by !== 'month') return name
  const month = MONTHS[Number(key.slice(5)) - 1]!
  const year = from.slice(0, 4) === until.slice(0, 4) ? '' : ` ${key.slice(0, 4)}`
  return `${month.charAt(0).toUpperCase()}${month.slice(1)}${year}`
}

function cellsOf(by: Dimension, key: string | null, sums: { now: number; before: number }, periods: Periods) {
  const of = (cents: number, url: string | null) => ({ text: formatMoney(cents), url, isNone: cents === 0 })
  return [
    of(sums.now, linesUrl(by, key, periods.now)),
    of(sums.before, linesUrl(by, by === 'month' && key !== null ? yearEarlier(key) : key, periods.before)),
    of(sums.now - sums.before, null),
  ]
}

interface Periods {
  now: ReportPeriod
  before: ReportPeriod
}

const periodsOf = (query: { from: string; until: string }): Periods => {
  const now = periodOf(query, today())
  return { now, before: periodBefore(now) }
}

const sumOf = (rows: readonly Turnover[]) => ({
  now: rows.reduce((sum, { now }) => sum + now, 0),
  before: rows.reduce((sum, { before }) => sum + before, 0),
})

const said = ({ from, until }: ReportPeriod): string => `${formatDate(from)} t/m ${formatDate(until)}`

/** What was invoiced without VAT, beside the year before; what was credited counts below zero. */
export const turnoverReport = page({
  ...access,
  path: HOME,
  title: 'Rapporten',
  view: 'administration/reports/turnover',
  query: ReportQuery,
  load: async ({ db, query }) => {
    const { by } = query
    const periods = periodsOf(query)
    const rows = await listTurnover(db, by, periods.now, periods.before)
    const asked = `from=${formatDate(periods.now.from)}&until=${formatDate(periods.now.until)}`
    return {
      by,
      from: formatDate(periods.now.from),
      until: formatDate(periods.now.until),
      tabs: DIMENSIONS.map((key) => ({
        key,
        label: NAMES[key],
        url: `${HOME}?by=${key}&${asked}`,
        active: key === by,
      })),
      first: NAMES[by],
      heads: [said(periods.now), said(periods.before), 'Verschil'],
      rows: rows.map((row) => ({ name: nameOf(by, row, periods.now), cells: cellsOf(by, row.key, row, periods) })),
      totals: cellsOf(by, null, sumOf(rows), periods),
      exportUrl: `${HOME}/export?by=${by}&${asked}`,
    }
  },
  example: () => ({}),
})

/** The same as a file. */
export const turnoverExport = raw({
  ...access,
  path: `${HOME}/export`,
  kind: 'file',
  methods: ['GET'],
  handle: async (exchange) => {
    const { format, ...query } = fileQuery(ReportQuery, exchange)
    const periods = periodsOf(query)
    const rows = await listTurnover(exchange.services.db, query.by, periods.now, periods.before)
    await sendExport(exchange, signedIn(exchange.viewer), {
      ...{ format, title: `Omzet per ${NAMES[query.by].toLowerCase()}`, record: 'report_line' },
      columns: [NAMES[query.by], said(periods.now), said(periods.before), 'Verschil'],
      cells: (row: Turnover) => [
        nameOf(query.by, row, periods.now),
        ...[row.now, row.before, row.now - row.before].map((cents) => cents / 100),
      ],
      page: () => Promise.resolve({ rows, after: null }),
    })
  },
  example: () => ({}),
})

/** The lines behind a number of it. */
export const reportLineTable = table({
  ...access,
  record: 'report_line',
  recordParam: null,
  path: LINES,
  title: 'Omzetregels',
  query: (db) => listReportLines(db),
  filters: {
    invoice_date: periodFilter('Factuurdatum', { column: sql`report_lines.invoice_date`, type: 'date' }),
    product_id: selectorFilter(
      'Product',
      'product',
      (ids) => sql<SqlBool>`report_lines.product_id in (${sql.join(ids)})`,
      sql<SqlBool>`report_lines.product_id is null`,
    ),
    category_id: selectorFilter(
      'Categorie',
      'product_category',
      (ids) => sql<SqlBool>`products.category_id in (${sql.join(ids)})`,
      sql<SqlBool>`products.category_id is null`,
    ),
    company_id: selectorFilter('Bedrijf', 'company', (ids) => sql<SqlBool>`invoices.company_id in (${sql.join(ids)})`),
    person_id: selectorFilter(
      'Particulier',
      'contact',
      (ids) => sql<SqlBool>`(invoices.company_id is null and invoices.contact_id in (${sql.join(ids)}))`,
    ),
  },
  sorts: {
    date: { by: [sql`report_lines.invoice_date`], type: 'date' },
    net: { by: [sql`report_lines.net`], type: 'bigint' },
  },
  defaultSort: '-date',
  columns: [
    { label: 'Factuur', key: 'uid', kind: 'main', cell: (row) => row.uid },
    { label: 'Factuurdatum', key: 'invoice_date', sort: 'date', cell: (row) => formatDate(row.invoice_date) },
    { label: 'Klant', key: 'customer', cell: (row) => row.customer },
    { label: 'Omschrijving', key: 'name', kind: 'long', cell: (row) => row.name },
    { label: 'Aantal', key: 'count', kind: 'num', cell: (row) => formatPrice(row.count).replace(/,00$/, '') },
    { label: 'Exclusief btw', key: 'net', kind: 'num', sort: 'net', cell: (row) => formatMoney(row.net) },
  ],
  open: (row) => `/administration/invoice/view/${row.invoice_id}`,
  empty: { icon: 'chart-bar', title: 'Geen omzet', text: 'In deze periode is hier niets gefactureerd.' },
  example: () => ({}),
})
