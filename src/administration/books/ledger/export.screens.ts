import * as z from 'zod'
import { HttpError } from '../../../platform/errors.ts'
import { formatCount, formatDate, formatMoney } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { date } from '../../../platform/forms/fields.ts'
import { file } from '../../../platform/screens/call/calls.ts'
import { page } from '../../../platform/screens/page.ts'
import { entriesCsv, papersZip } from './export.files.ts'
import { type Period, sumPeriod } from './export.queries.ts'
import { MOST_DAYS } from './ledger.rules.ts'
import { accountingArea } from './rights.ts'

const HOME = '/administration/ledger/export'
const access = { area: accountingArea, right: 'view' } as const

const periodQuery = z.object({ from: z.string().max(10).default(''), until: z.string().max(10).default('') })

/** The month before, which is what a bookkeeper asks for. */
function usualPeriod(now: string): Period {
  const until = addDays(`${now.slice(0, 8)}01`, -1)
  return { from: `${until.slice(0, 8)}01`, until }
}

function periodOf({ from, until }: z.output<typeof periodQuery>): Period & { problem: string | null } {
  const usual = usualPeriod(today())
  if (from === '' && until === '') return { ...usual, problem: null }
  const [begin, end] = [date.safeParse(from).data, date.safeParse(until).data]
  if (begin === undefined || end === undefined) return { ...usual, problem: 'Vul twee dagen in, zoals 01-10-2026.' }
  if (begin > end) return { ...usual, problem: 'De eerste dag ligt na de laatste.' }
  return addDays(begin, MOST_DAYS) < end
    ? { ...usual, problem: 'Kies hooguit anderhalf jaar.' }
    : { from: begin, until: end, problem: null }
}

/** @throws HttpError (409) where the period cannot be so */
function askedPeriod(query: z.output<typeof periodQuery>): Period {
  const { problem, ...period } = periodOf(query)
  if (problem !== null) throw new HttpError(409, problem)
  return period
}

/** What the bookkeeper gets of a period where nothing is linked, with what is in it. */
export const exportPage = page({
  ...access,
  path: HOME,
  menu: '/accounting/bookings',
  title: 'Export voor de boekhouder',
  view: 'administration/ledger/export',
  query: periodQuery,
  load: async ({ db, query }) => {
    const { problem, ...period } = periodOf(query)
    const { invoices, accounts, lacking, ...sums } = await sumPeriod(db, period)
    const [debit, credit] = (['debit', 'credit'] as const).map((side) =>
      formatMoney(accounts.reduce((sum, account) => sum + account[side], 0)),
    )
    const [from, until] = [formatDate(period.from), formatDate(period.until)]
    return {
      from,
      until,
      problem,
      asked: `?from=${from}&until=${until}`,
      count: formatCount(invoices, 'factuur', 'facturen'),
      isEmpty: invoices === 0 && sums.beside === 0,
      beside: sums.beside === 0 ? null : formatMoney(sums.beside),
      base: formatMoney(sums.base),
      vat: formatMoney(sums.vat),
      total: formatMoney(sums.total),
      accounts: accounts.map((account) => ({
        ...account,
        debit: account.debit === 0 ? '' : formatMoney(account.debit),
        credit: account.credit === 0 ? '' : formatMoney(account.credit),
      })),
      debit,
      credit,
      lacking,
    }
  },
  example: () => ({}),
})

/** Its sales entries, balanced per invoice. */
export const exportEntries = file({
  ...access,
  path: `${HOME}/entries`,
  query: periodQuery,
  open: ({ db, query }) => {
    const period = askedPeriod(query)
    const name = `Verkoopboekingen ${period.from} tot en met ${period.until}.csv`
    return Promise.resolve({ name, mimeType: 'text/csv', content: entriesCsv(db, period) })
  },
  example: () => ({}),
})

/** Its invoices, as PDF and as UBL. */
export const exportPapers = file({
  ...access,
  path: `${HOME}/papers`,
  query: periodQuery,
  open: ({ services, query }) => {
    const period = askedPeriod(query)
    const name = `Facturen ${period.from} tot en met ${period.until}.zip`
    return Promise.resolve({ name, mimeType: 'application/zip', content: papersZip(services, period) })
  },
  example: () => ({}),
})
