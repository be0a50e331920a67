import * as z from 'zod'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { Invalid } from '../../../../platform/errors.ts'
import { formatCount, formatDateTime, formatMoney } from '../../../../platform/format/format.ts'
import { idList } from '../../../../platform/forms/fields.ts'
import { fragment } from '../../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import type { Services } from '../../../../platform/services.ts'
import { readSetting } from '../../../../system/settings/index.ts'
import { accountingArea } from '../../ledger/rights.ts'
import type { ProviderKey } from '../types.ts'
import { queueBookings } from '../bookings/bookings.commands.ts'
import { MOST_AT_ONCE, type Planned, planBookings, progressOf, unbookedIds } from '../bookings/bookings.queries.ts'
import { findLink, statusOf } from './link.queries.ts'
import { PROVIDERS, isProvider } from '../providers/providers.ts'

const access = { area: accountingArea, record: 'invoice', recordParam: null } as const
export const LOGIN_URL = '/accounting/oauth/getLoginUrl'
const FAILED = 'Er ging iets mis bij het boeken.'

/** What is linked, as far as it says who is meant. */
export async function linkOf(db: Db | Trx) {
  const link = await findLink(db)
  if (!link || !isProvider(link.provider)) return null
  const books = { administration: link.administration, name: link.name }
  return { provider: link.provider satisfies ProviderKey, books, label: PROVIDERS[link.provider].label }
}

async function planOf(db: Db | Trx, asked: readonly number[]): Promise<Planned[]> {
  const link = await linkOf(db)
  if (!link) return []
  const { closed_until } = await readSetting(db, 'bookkeeping')
  const ids = asked.length > 0 ? asked : await unbookedIds(db, link, closed_until)
  return planBookings(db, link, ids)
}

const isOpen = ({ state }: Planned): boolean => state === null || state === 'failed'
const isReady = (one: Planned): boolean => isOpen(one) && one.problems.length === 0

/** What keeps invoices from being booked, each once, with how many it keeps. */
function missingOf(plan: readonly Planned[]) {
  const found = new Map<string, Planned['problems'][number] & { count: number }>()
  for (const { problems } of plan.filter(isOpen))
    for (const problem of problems)
      found.set(problem.text, { ...problem, count: (found.get(problem.text)?.count ?? 0) + 1 })
  return [...found.values()].map(({ count, ...problem }) => ({
    ...problem,
    for: formatCount(count, 'factuur', 'facturen'),
  }))
}

const rowOf = (one: Planned) => ({
  ...one,
  ready: isReady(one),
  total: formatMoney(one.total),
  why: one.state === 'booked' ? 'Al geboekt' : isOpen(one) ? one.problems.map(({ text }) => text).join(' ') : 'Wordt al geboekt', // prettier-ignore
})

/** How many rows stand in the wizard; the others are counted. */
const SHOWN = 200

/** What will be booked and what is missing first; then how far it is. */
export const accountingWizard = formPopup({
  ...access,
  right: 'change',
  path: '/accounting/getWizard/',
  home: '/accounting/bookings',
  size: 'large',
  title: 'Boeken',
  query: z.object({ ids: idList(MOST_AT_ONCE) }),
  load: async ({ db, services, query }) => {
    const link = await linkOf(db)
    const status = link === null ? 0 : await statusOf(services)
    const plan = status === 1 ? await planOf(db, query.ids) : []
    const ready = plan.filter(isReady)
    const sum = (of: 'base' | 'vat' | 'total') => formatMoney(ready.reduce((all, one) => all + one[of], 0))
    return {
      link,
      status,
      loginUrl: LOGIN_URL,
      rows: plan.slice(0, SHOWN).map(rowOf),
      more: plan.length - SHOWN,
      ready: ready.map(({ id }) => id),
      count: formatCount(ready.length, 'factuur', 'facturen'),
      sums: { base: sum('base'), vat: sum('vat'), total: sum('total') },
      missing: missingOf(plan),
    }
  },
  subtitle: ({ link }) => (link === null ? null : `${link.label} · ${link.books.name}`),
  view: 'administration/accounting/wizard',
  form: z.object({ ids: idList(MOST_AT_ONCE) }),
  formRecords: { ids: 'invoice' },
  submits: ({ count, ready }) => [{ label: ready.length === 0 ? 'Boeken' : `${count} boeken` }],
  failText: FAILED,
  refusal: ({ link, status, ready }) =>
    link === null
      ? 'Er is nog geen boekhoudpakket gekoppeld.'
      : status === 0
        ? 'Log eerst in bij het boekhoudpakket.'
        : ready.length === 0
          ? 'Er is niets dat kan worden geboekt.'
          : undefined,
  noUndo: 'accepted by an outside system',
  save: async ({ trx, services, form }) => {
    const link = await linkOf(trx)
    if (link === null) throw new Invalid({ _form: ['Er is nog geen boekhoudpakket gekoppeld.'] })
    // Whoever is signed out there begins with that again; nothing is booked meanwhile.
    if ((await statusOf(services)) === 0)
      return {
        body: { redirect: LOGIN_URL },
        shown: { view: 'administration/accounting/signed-out', data: { label: link.label, loginUrl: LOGIN_URL } },
      }
    if (form.ids.length === 0) throw new Invalid({ ids: ['Er is niets te boeken.'] })
    const plan = await planOf(trx, form.ids)
    const count = await queueBookings(
      trx,
      { provider: link.provider, administration: link.books.administration },
      plan.filter(isReady).map(({ id }) => id),
    )
    return {
      changed: [{ type: 'accounting_booking', id: 0 }],
      done: `${formatCount(count, 'factuur', 'facturen')} geboekt`,
      body: { count },
      shown: { view: 'administration/accounting/started', data: {} },
    }
  },
  example: () => ({}),
})

async function progress({ db, services }: { db: Db; services: Services }) {
  const link = await linkOf(db)
  if (link === null) return { link, progress: null, status: 0, loginUrl: LOGIN_URL, failText: FAILED }
  const { failed, next, ...counts } = await progressOf(db, link)
  return {
    link,
    loginUrl: LOGIN_URL,
    failText: FAILED,
    status: await statusOf(services),
    progress: {
      ...counts,
      next: next !== null && next > new Date() ? formatDateTime(next) : null,
      all: counts.waiting + counts.booked + counts.failedCount,
      failed: failed.map(({ invoice_id, uid, customer, errors }) => ({ id: invoice_id, uid, customer, errors })),
    },
  }
}

/** How far booking is, which comes again as it goes on; a sign-in that ended begins anew. */
export const accountingProgress = fragment({
  ...access,
  right: 'view',
  path: '/accounting/progress',
  pageAddress: '/accounting/bookings',
  view: 'administration/accounting/progress',
  load: progress,
  example: () => ({}),
})
