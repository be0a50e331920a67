import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { NotFound } from '../../../platform/errors.ts'
import { fileQuery, sendExport } from '../../../platform/export/export.ts'
import { date } from '../../../platform/forms/fields.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { page } from '../../../platform/screens/page.ts'
import { raw } from '../../../platform/screens/call/raw.ts'
import { signedIn } from '../../../platform/screens/screen.ts'
import { selectFilter, selectorFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { alone, listAged, listOpenItemsOn } from './ageing.queries.ts'
import { AGES, AGE_NAMES, type Aged, sumOfAges, totalOfAged } from './ageing.rules.ts'
import { openingItemFields } from './opening-items.fields.ts'
import { openItemsArea } from './rights.ts'

const HOME = '/administration/ageing'
const access = { area: openItemsArea, right: 'view' } as const

const dayQuery = z.object({ day: z.string().max(10).default('') })
/** The day of an address, as people type it; today where that is none. */
const dayOf = (typed: string): string => date.safeParse(typed).data ?? today()

const rowsUrl = (day: string, { company_id, contact_id }: Pick<Aged, 'company_id' | 'contact_id'>, age?: string) =>
  `/administration/open-items/on/${day}?${[company_id !== null && `company_id=${company_id}`, company_id === null && contact_id !== null && `contact_id=${contact_id}`, age && `age=${age}`].filter(Boolean).join('&')}` // prettier-ignore

const NOBODY = { company_id: null, contact_id: null }
/** What a customer has open with what was asked beside it; null for all of them together. */
const statementOf = ({ company_id, contact_id }: Pick<Aged, 'company_id' | 'contact_id'>): string | null =>
  company_id === null && contact_id === null
    ? null
    : `/administration/statement/${company_id === null ? `contact-${contact_id}` : `company-${company_id}`}`

/**
 * What is owed beside invoices leads to the account of its customer, which is of today.
 * @param beside null where nothing was asked beside any invoice, and there is no column for it
 */
const cellsOf = (
  day: string,
  open: Aged['open'],
  { beside, ...who }: Pick<Aged, 'company_id' | 'contact_id'> & { beside: number | null },
) =>
  [
    ...AGES.map((age) => ({ cents: open[age], url: rowsUrl(day, who, age) })),
    { cents: sumOfAges(open), url: rowsUrl(day, who) },
    ...(beside === null ? [] : [{ cents: beside, url: day === today() ? statementOf(who) : null }]),
  ].map(({ cents, url }) => ({ text: formatMoney(cents), url, isNone: cents === 0 }))

const BESIDE = 'Kosten en rente'

/** What customers have to pay, by how long they are late, on any day. */
export const ageingPage = page({
  ...access,
  record: 'open_item',
  recordParam: null,
  path: HOME,
  menu: '/administration/reports',
  title: 'Ouderdomslijst',
  view: 'administration/open-items/ageing',
  query: dayQuery,
  load: async ({ db, query }) => {
    const day = dayOf(query.day)
    const rows = await listAged(db, day)
    const beside = rows.reduce((sum, row) => sum + row.beside, 0)
    const shown = beside > 0
    return {
      day: formatDate(day),
      heads: [...AGES.map((age) => AGE_NAMES[age]), 'Totaal', ...(shown ? [BESIDE] : [])],
      rows: rows.map((row) => ({
        name: row.name,
        url: statementOf(row),
        cells: cellsOf(day, row.open, shown ? row : { ...row, beside: null }),
      })),
      totals: cellsOf(day, totalOfAged(rows), { ...NOBODY, beside: shown ? beside : null }),
      exportUrl: `${HOME}/export?day=${formatDate(day)}`,
    }
  },
  example: () => ({}),
})

const euros = (cents: number): number => cents / 100

/** The same as a file. */
export const ageingExport = raw({
  ...access,
  record: 'open_item',
  recordParam: null,
  path: `${HOME}/export`,
  kind: 'file',
  methods: ['GET'],
  handle: async (exchange) => {
    const { db } = exchange.services
    const { day: typed, format } = fileQuery(dayQuery, exchange)
    const day = dayOf(typed)
    const rows = await listAged(db, day)
    await sendExport(exchange, signedIn(exchange.viewer), {
      ...{ format, title: `Ouderdomslijst ${formatDate(day)}`, record: 'open_item' },
      columns: ['Klant', ...AGES.map((age) => AGE_NAMES[age]), 'Totaal', BESIDE],
      cells: (row: Aged) => [
        row.name,
        ...AGES.map((age) => euros(row.open[age])),
        euros(sumOfAges(row.open)),
        euros(row.beside),
      ],
      page: () => Promise.resolve({ rows, after: null }),
    })
  },
  example: () => ({}),
})

const isoDay = (word: string): string => {
  const day = z.iso.date().safeParse(word).data
  if (day === undefined || day < '1900-01-01') throw new NotFound('Dag')
  return day
}

/** The rows behind a number of that list. */
export const openItemsTable = table({
  ...access,
  record: 'open_item',
  recordParam: null,
  path: '/administration/open-items/on/:day(word)',
  title: 'Openstaande posten',
  query: (db, _viewer, { day }) => listOpenItemsOn(db, isoDay(day)),
  filters: {
    age: selectFilter(
      'Te laat',
      AGES.map((value) => ({ value, label: AGE_NAMES[value] })),
      (age) => sql<SqlBool>`opening_items.age = ${age}`,
    ),
    company_id: selectorFilter(
      'Bedrijf',
      'company',
      (ids) => sql<SqlBool>`opening_items.company_id in (${sql.join(ids)})`,
    ),
    contact_id: selectorFilter(openingItemFields.contact_id.label, 'contact', (ids) => alone(sql.join(ids))),
  },
  sorts: {
    expires_at: { by: [sql`opening_items.expires_at`], type: 'date' },
    open: { by: [sql`opening_items.open`], type: 'bigint' },
  },
  defaultSort: 'expires_at',
  columns: [
    { label: openingItemFields.number.label, key: 'number', kind: 'main', cell: (row) => row.number },
    { label: 'Klant', key: 'customer', cell: (row) => row.customer },
    { label: openingItemFields.invoice_date.label, key: 'invoice_date', cell: (row) => formatDate(row.invoice_date) },
    {
      label: openingItemFields.expires_at.label,
      key: 'expires_at',
      sort: 'expires_at',
      cell: (row) => formatDate(row.expires_at),
    },
    { label: 'Te laat', key: 'age', cell: (row) => AGE_NAMES[row.age] },
    { label: openingItemFields.total.label, key: 'total', kind: 'num', cell: (row) => formatMoney(row.total) },
    { label: 'Open', key: 'open', kind: 'num', sort: 'open', cell: (row) => formatMoney(row.open) },
  ],
  open: (row) =>
    row.kind === 'invoice'
      ? `/administration/invoice/view/${row.record_id}`
      : `/administration/opening-item/view/${row.record_id}`,
  empty: { icon: 'circle-check', title: 'Niets open', text: 'Op deze dag stond hier niets open.' },
  example: () => ({ params: { day: today() } }),
})
