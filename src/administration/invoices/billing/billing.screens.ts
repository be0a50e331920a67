import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import * as z from 'zod'
import { may } from '../../../platform/access/viewer.ts'
import { MAX_ID, date } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate, formatMoney } from '../../../platform/format/format.ts'
import { MONTHS, partsOf, readDay } from '../../../platform/format/days.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { action, file, fragment } from '../../../platform/screens/call/calls.ts'
import { page } from '../../../platform/screens/page.ts'
import { conceptsArea, invoicesArea } from '../invoices/rights.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import { setRunning, startRun, withdrawRun } from './billing.commands.ts'
import { planBills } from './billing.plan.ts'
import { listBilledCustomers, listRuns, sendingState } from './billing.queries.ts'
import { type Bill, customerKey, customerOf } from './billing.rules.ts'
import { lateText } from './remarks.rules.ts'

const HOME = '/administration/billing'
const access = { area: conceptsArea, record: 'invoice', recordParam: null } as const

/** The month before in its first half, in which most of it is billed; else this one up to today. */
function usualUntil(now: string): string {
  return Number(now.slice(8)) <= 15 ? addDays(`${now.slice(0, 8)}01`, -1) : now
}

const untilQuery = z.object({ until: z.string().max(10).default('') })
const untilOf = ({ until }: { until: string }): string => date.safeParse(until).data ?? usualUntil(today())

/** 'November 2026' */
const monthOf = (day: string): string => {
  const { year, month } = partsOf(readDay(formatDate(day))!)
  const name = MONTHS[month - 1]!
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`
}

/** What was done and not invoiced, customer by customer, and the concepts of it. */
export const billingPage = page({
  ...access,
  right: 'change',
  path: HOME,
  title: 'Maandafsluiting',
  view: 'administration/billing/page',
  query: untilQuery,
  load: ({ query, viewer }) => {
    const until = untilOf(query)
    const sends = may(viewer, invoicesArea, 'change')
    return { until: formatDate(until), month: monthOf(until), day: formatDate(today()), sends }
  },
  example: () => ({ foreign: null }),
})

const GROUPS = [
  ['ready', 'Klaar om te factureren'],
  ['check', 'Eerst nakijken'],
  ['blocked', 'Kan nog niet'],
] as const

const whatOf = ({ billables: [first, ...others] }: Bill): string =>
  others.length === 0 ? first!.text : `${first!.text} en nog ${others.length}`

const sumOf = (bills: readonly Bill[]) => formatMoney(bills.reduce((sum, { excl }) => sum + excl, 0))

const hrefOf = ({ company_id, contact_id }: Buyers) =>
  company_id === null ? `/contact/view/${contact_id}` : `/company/view/${company_id}`

const rowOf = (bill: Bill) => ({
  value: `${bill.key}~${bill.shown}`,
  name: bill.reference === null ? bill.name : `${bill.name}, ${bill.reference}`,
  href: hrefOf(bill),
  relation: bill.relation && { name: bill.relation.name, href: `/company/view/${bill.relation.id}` },
  what: whatOf(bill),
  parts: bill.billables.map(({ text, href, excl }) => ({ text, href, excl: formatMoney(excl) })),
  remarks: bill.remarks,
  late: bill.late === null ? null : lateText(bill.late),
  due: bill.late ?? '',
  is: [
    bill.late !== null && 'late',
    bill.email === null && 'email',
    bill.remarks.some(({ tone }) => tone === 'note') && 'ubl',
  ].filter(Boolean),
  sent: bill.email === null ? 'Geen e-mailadres' : 'Per e-mail',
  excl: formatMoney(bill.excl),
  cents: bill.excl,
})

type Run = Awaited<ReturnType<typeof listRuns>>[number]

/** How many invoices of a run still have to leave. */
const leftOf = ({ concepts, unsent }: Run): number => concepts.length + unsent.length

/** The bills themselves, which come again after every change. */
export const billingList = fragment({
  ...access,
  right: 'change',
  path: `${HOME}/list`,
  pageAddress: HOME,
  query: untilQuery,
  view: 'administration/billing/list',
  load: async ({ db, services, query }) => {
    const until = untilOf(query)
    const bills = await planBills(db, services.registry, { until })
    return {
      until: formatDate(until),
      unsent: bills.length > 0 ? 0 : (await listRuns(db)).reduce((sum, run) => sum + leftOf(run), 0),
      groups: GROUPS.map(([verdict, label]) => ({
        verdict,
        label,
        own: bills.filter((bill) => bill.verdict === verdict),
      }))
        .filter(({ own }) => own.length > 0)
        .map(({ own, ...group }) => ({
          ...group,
          count: formatCount(own.length, 'factuur', 'facturen'),
          sum: `${sumOf(own)} excl. btw`,
          rows: own.map(rowOf),
        })),
    }
  },
  example: () => ({ foreign: null }),
})

const skippedOf = ({ skipped }: Run, names: Awaited<ReturnType<typeof listBilledCustomers>>) =>
  skipped.map(({ bill, problem }) => {
    const customer = customerOf(bill)
    return { problem, name: names.get(customerKey(customer))?.name ?? 'Verwijderde klant', href: hrefOf(customer) }
  })

/** How far the last run is, which comes again with every concept that it makes, and what is left of those before it. */
export const billingRun = fragment({
  ...access,
  right: 'change',
  path: `${HOME}/run`,
  pageAddress: HOME,
  view: 'administration/billing/run',
  load: async ({ db, viewer }) => {
    const [last, ...earlier] = await listRuns(db)
    const numbers = may(viewer, invoicesArea, 'change')
    if (!last) return { run: null, left: 0, numbers, earlier: [] }
    const names = await listBilledCustomers(
      db,
      last.skipped.map(({ bill }) => customerOf(bill)),
    )
    return {
      numbers,
      left: leftOf(last),
      sending: await sendingState(db),
      earlier: earlier.map(({ until, ...run }) => ({ ...run, until: formatDate(until) })),
      run: {
        ...last,
        until: formatDate(last.until),
        all: last.made + last.waiting + last.skipped.length,
        skipped: skippedOf(last, names),
      },
    }
  },
  example: () => ({ foreign: null }),
})

/** The same as a file, to go over with somebody else before anything is made. */
export const billingFile = file({
  ...access,
  right: 'change',
  path: `${HOME}/preview`,
  query: untilQuery,
  open: async ({ db, services, query }) => {
    const until = untilOf(query)
    const bills = await planBills(db, services.registry, { until })
    const labels = Object.fromEntries(GROUPS)
    const rows = bills.flatMap((bill) =>
      bill.billables.map(({ text, day, excl, incl }) => [
        ...[bill.name, bill.relation?.name ?? '', bill.reference ?? '', labels[bill.verdict], text, formatDate(day)],
        ...[excl, incl].map((cents) => (cents / 100).toFixed(2).replace('.', ',')),
        bill.remarks.map((remark) => remark.text).join('; '),
      ]),
    )
    const head = [
      'Klant',
      'Factuurrelatie',
      'Referentie',
      'Stand',
      'Wat',
      'Dag',
      'Exclusief btw',
      'Inclusief btw',
      'Opmerking',
    ]
    return {
      name: `Maandafsluiting ${until}.csv`,
      mimeType: 'text/csv',
      content: Readable.from(stringify([head, ...rows], { delimiter: ';', bom: true, escape_formulas: true })),
    }
  },
  example: () => ({ foreign: null }),
})

const NO_BILL = 'Deze regel bestaat niet. Vernieuw de pagina.'

/** As many as the list shows; each is made by a job, so their number is no matter of waiting. */
const bill = z
  .string()
  .max(120)
  .regex(/^(?:company|contact)-\d{1,10}(?:\.[\w-]{1,20}){0,3}~[\w-]{1,32}$/, NO_BILL)
  .transform((value) => {
    const [key, shown] = value.split('~') as [string, string]
    return { bill: key, shown }
  })
  .refine(({ bill: key }) => Object.values(customerOf(key)).every((id) => id === null || id <= MAX_ID), NO_BILL)

const StartForm = z.object({
  until: date,
  invoice_date: date,
  bills: z.preprocess((sent) => [sent ?? []].flat(), z.array(bill).max(5000)),
})

/** Makes concepts of the bills that were chosen, exactly as they were shown. */
export const billingStart = action({
  ...access,
  right: 'change',
  path: `${HOME}/start`,
  form: StartForm,
  noUndo: 'has an undo of its own',
  save: async ({ trx, viewer, form: { until, invoice_date, bills } }) => {
    const chosen = [...new Map(bills.map((one) => [one.bill, one])).values()]
    const id = await startRun(trx, { until, invoice_date, employee_id: viewer.id, chosen })
    return {
      changed: [{ type: 'invoice', id: 0 }],
      flash: { str: `${formatCount(chosen.length, 'concept wordt', 'concepten worden')} gemaakt`, type: 'success' },
      body: { id },
    }
  },
  example: (story) => ({
    form: {
      until: formatDate(today()),
      invoice_date: formatDate(today()),
      bills: `company-${story.companies.twente}~example`,
    },
    foreign: null,
  }),
})

const steering = { ...access, right: 'change' as const, noUndo: 'has an undo of its own' as const }
const stateSaved = { changed: [{ type: 'invoice', id: 0 }] }

/** Stops a run after the concept that is being made, or lets it go on. */
export const billingSteer = action({
  ...steering,
  path: `${HOME}/steer/:id`,
  form: z.object({ running: z.enum(['0', '1']).transform((value) => value === '1') }),
  save: async ({ trx, params, form: { running } }) => {
    await setRunning(trx, params.id, running)
    const str = `Het maken van concepten ${running ? 'gaat verder' : 'is gestopt'}`
    return { ...stateSaved, flash: { str, type: 'success' } }
  },
  example: (story) => ({ params: { id: story.billingRun }, form: { running: '1' }, foreign: null }),
})

/** Takes back what a run made, as far as nobody made it definitive. */
export const billingWithdraw = action({
  ...steering,
  path: `${HOME}/withdraw/:id`,
  save: async ({ trx, params }) => {
    const ids = await withdrawRun(trx, params.id)
    return {
      changed: ids.length === 0 ? stateSaved.changed : ids.map((id) => ({ type: 'invoice', id })),
      flash: { str: `${formatCount(ids.length, 'concept', 'concepten')} weggehaald`, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.billingRun }, foreign: null }),
})
