import { type RawBuilder, sql } from 'kysely'
import { type Asked, type Widget, monthPeriod, seriesOf, yearPeriod } from '../../../system/dashboard/points.ts'
import { today } from '../../../platform/format/zone.ts'
import { MONTHS } from '../../../platform/format/days.ts'
import { may } from '../../../platform/access/viewer.ts'
import { openItemsArea } from '../../invoices/open-items/rights.ts'
import { reportsArea } from '../../../platform/saved-views/rights.ts'

const LINES = '/administration/reports/lines'

/** A sum of cents for each month of a year, by the day of each row. */
async function sums({ db, year }: Asked, { from, day, cents }: Record<'from' | 'day' | 'cents', RawBuilder<unknown>>) {
  const { rows } = await sql<{ month: number; value: number }>`
    select extract(month from ${day})::integer as month, coalesce(sum(${cents}), 0)::float8 as value from ${from}
    where ${day} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date group by 1`.execute(db)
  return rows
}

const invoiced = { from: sql`report_lines`, day: sql`invoice_date`, cents: sql`net` }
const ordered = { from: sql`orders`, day: sql`order_date`, cents: sql`base` }
/** What was not sent yet is offered to nobody. */
const quoted = {
  from: sql`(select * from quotations where stage <> 'concept') q`,
  day: sql`quotation_date`,
  cents: sql`base`,
}

const linesOf = (period: string) => `${LINES}?invoice_date=${period}`

/** What is invoiced, ordered and quoted without VAT, by the month of its own day. */
export const forecastWidget: Widget = {
  name: 'admin_forecast',
  title: 'Prognose',
  area: reportsArea,
  order: 21,
  more: { label: 'Rapporten', url: '/administration/reports' },
  of: 'invoice order quotation',
  chart: {
    kind: 'bars',
    unit: 'money',
    served: true,
    label: 'gefactureerd in dit jaar, exclusief btw',
    read: async (asked) => {
      const { year } = asked
      const [byInvoice, byOrder, byQuotation] = await Promise.all(
        [invoiced, ordered, quoted].map((of) => sums(asked, of)),
      )
      const series = [
        seriesOf('Gefactureerd', byInvoice!, (month) => linesOf(monthPeriod(year, month))),
        seriesOf(
          'Besteld',
          byOrder!,
          (month) =>
            `/administration/orders?order_date=${monthPeriod(year, month)}&columns=uid,customer,order_date,base`,
        ),
        seriesOf('Offertes', byQuotation!, (month) => `/administration/quotations?quotation_date=${monthPeriod(year, month)}&status=!concept&columns=uid,customer,quotation_date,status,base`), // prettier-ignore
      ]
      return { total: byInvoice!.reduce((sum, { value }) => sum + value, 0), url: linesOf(yearPeriod(year)), series }
    },
  },
}

/** Definitive invoices by month, and those of the year before. */
export const incomeWidget: Widget = {
  name: 'admin_monthly_income',
  title: 'Omzet per maand',
  area: reportsArea,
  order: 20,
  wide: true,
  more: { label: 'Rapporten', url: '/administration/reports' },
  of: 'invoice',
  chart: {
    kind: 'line',
    unit: 'money',
    label: 'omzet in dit jaar, exclusief btw',
    read: async (asked) => {
      const years = [asked.year, asked.year - 1]
      const found = await Promise.all(years.map((year) => sums({ ...asked, year }, invoiced)))
      const series = years.map((year, i) => seriesOf(String(year), found[i]!, (month) => linesOf(monthPeriod(year, month)))) // prettier-ignore
      return {
        total: found[0]!.reduce((sum, { value }) => sum + value, 0),
        url: linesOf(yearPeriod(asked.year)),
        series,
      }
    },
  },
  content: async ({ db }) => {
    const day = today()
    const month = Number(day.slice(5, 7))
    const period = monthPeriod(Number(day.slice(0, 4)), month - 1)
    const [from, until] = period.split('..') as [string, string]
    const { rows } = await sql<{ net: number }>`select coalesce(sum(net), 0)::float8 as net from report_lines
      where invoice_date between ${from}::date and ${until}::date`.execute(db)
    return {
      figures: [
        { label: `in ${MONTHS[month - 1]}`, figure: { value: rows[0]!.net, unit: 'money', url: linesOf(period) } },
      ],
    }
  },
}

interface Money {
  open: number
  late: number
  quotations: number
  orders: number
}

/** What is still to come in, and what is to be done for that. */
export const moneyWidget: Widget = {
  name: 'money',
  title: 'Geld',
  area: reportsArea,
  order: 22,
  of: 'invoice order quotation open_item',
  content: async ({ db, viewer }) => {
    const day = today()
    const { rows } = await sql<Money>`select
      (select coalesce(sum(open), 0)::float8 from open_items_on(${day}::date)) as open,
      (select coalesce(sum(open), 0)::float8 from open_items_on(${day}::date) where expires_at < ${day}::date) as late,
      (select coalesce(sum(base), 0)::float8 from quotations
        where stage in ('sent', 'viewed') and valid_until >= current_date) as quotations,
      (select count(*)::integer from orders where status = 'delivered') as orders`.execute(db)
    const { open, late, quotations, orders } = rows[0]!
    const items = `/administration/open-items/on/${day}`
    const openItems = [
      { label: 'Openstaand', figure: { value: open, unit: 'money', url: items } },
      { label: 'Te laat', figure: { value: late, unit: 'money', url: `${items}?age=!current` } },
    ] as const
    return {
      figures: [
        ...(may(viewer, openItemsArea) ? openItems : []),
        {
          label: 'Offertes zonder antwoord',
          figure: { value: quotations, unit: 'money', url: '/administration/quotations?status=sent,viewed&columns=uid,customer,quotation_date,status,base' }, // prettier-ignore
        },
        {
          label: 'Geleverde orders te factureren',
          figure: { value: orders, unit: 'count', url: '/administration/orders?status=delivered' },
        },
      ],
    }
  },
}
