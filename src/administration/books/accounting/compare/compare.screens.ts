import * as z from 'zod'
import type { Trx } from '../../../../platform/database/types.ts'
import { HttpError, Invalid } from '../../../../platform/errors.ts'
import { may } from '../../../../platform/access/viewer.ts'
import { formatCount, formatDate, formatDateTime } from '../../../../platform/format/format.ts'
import { addDays, today } from '../../../../platform/format/zone.ts'
import { date } from '../../../../platform/forms/fields.ts'
import { action, fragment } from '../../../../platform/screens/call/calls.ts'
import { page } from '../../../../platform/screens/page.ts'
import type { Services } from '../../../../platform/services.ts'
import { MOST_DAYS } from '../../ledger/index.ts'
import { accountingArea } from '../../ledger/rights.ts'
import type { Doubt } from '../types.ts'
import type { DifferenceField } from '../bookings/bookings.rules.ts'
import { acceptDifference, removeDouble, reopenDifference, repairDifference } from './compare.commands.ts'
import { startCheck } from './compare.job.ts'
import { latestCheck, listDifferences } from './compare.queries.ts'
import { listDoubts } from '../bookings/doubts.queries.ts'
import { statusOf } from '../settings/link.queries.ts'
import { SIGN_IN, goOn, paymentsOf } from '../payments/payments.job.ts'
import { linkOf } from '../settings/wizard.screens.ts'

const HOME = '/accounting/compare'
const access = { area: accountingArea } as const
const CHANGED = [{ type: 'accounting_booking', id: 0 }]

const FIELDS: Record<DifferenceField, string> = {
  amount: 'Bedrag',
  vat: 'Btw-code',
  debtor: 'Debiteur',
  missing_here: 'Ontbreekt hier',
  missing_there: 'Ontbreekt daar',
  double: 'Daar dubbel geboekt',
}

const DOUBTS: Record<Doubt, string> = {
  missing: 'staat daar niet meer.',
  amount: 'heeft daar een ander bedrag.',
  unproven: 'staat daar niet meer open, maar er is geen betaling bij.',
}

/** Which of several it is, is what somebody sees there. */
const doubtText = ({ number, beside, reason }: Awaited<ReturnType<typeof listDoubts>>[number]): string =>
  `${beside.length === 0 ? 'De boeking' : `Een van de boekingen ${LIST.format([number, ...beside])}`} ${DOUBTS[reason]}`
const LIST = new Intl.ListFormat('nl-NL')

/** That somebody had to sign in is over once somebody did. */
const stillTold = (problem: string | null | undefined, isOut: boolean): string | null =>
  problem === SIGN_IN && !isOut ? null : (problem ?? null)

const shownPayments = (told: Awaited<ReturnType<typeof paymentsOf>>, isOut: boolean) => ({
  problem: stillTold(told?.problem, isOut),
  last: told?.asked_at
    ? `Laatst opgehaald op ${formatDateTime(told.asked_at)}, ${formatCount(told.taken, 'betaling', 'betalingen')} overgenomen.`
    : 'Nog niet opgehaald.',
})

/** What is booked here beside what is there, for a period. */
export const comparePage = page({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Vergelijken met de boekhouding',
  view: 'administration/accounting/compare',
  load: async ({ db }) => {
    const last = addDays(`${today().slice(0, 8)}01`, -1)
    return { link: await linkOf(db), from: formatDate(`${last.slice(0, 8)}01`), until: formatDate(today()) }
  },
  example: () => ({}),
})

export const compareList = fragment({
  ...access,
  right: 'view',
  path: `${HOME}/list`,
  pageAddress: HOME,
  view: 'administration/accounting/differences',
  load: async ({ db, viewer, services }) => {
    const check = await latestCheck(db)
    const payments = await paymentsOf(db)
    const link = await linkOf(db)
    const isOut = link !== null && (await statusOf({ db, config: services.config })) === 0
    const fetched = {
      link,
      isOut,
      payments: shownPayments(payments, isOut),
      signedOut: isOut,
      doubts: (await listDoubts(db)).map((doubt) => ({ ...doubt, why: doubtText(doubt) })),
      changes: may(viewer, accountingArea, 'change'),
    }
    if (!check) return { ...fetched, check: null, rows: [] }
    const found = await listDifferences(db, check.id)
    const taken = check.payments === 0 ? '' : `, ${formatCount(check.payments, 'betaling', 'betalingen')} overgenomen`
    return {
      ...fetched,
      check: {
        state: check.state,
        problem: stillTold(check.problem, isOut) ?? 'Het vergelijken is niet gelukt. Vergelijk opnieuw.',
        period: `${formatDate(check.from_day)} tot en met ${formatDate(check.until_day)}`,
        compared: `${formatCount(check.compared, 'factuur', 'facturen')} vergeleken${taken}`,
      },
      rows: found.map((row) => ({ ...row, what: FIELDS[row.field], canRepair: row.invoice_id !== null })),
    }
  },
  example: () => ({}),
})

/** @throws HttpError where nothing is linked, or somebody has to sign in there first: nothing would come of it */
async function refuseSignedOut(trx: Trx, { config }: Pick<Services, 'config'>) {
  const link = await linkOf(trx)
  if (link === null) throw new HttpError(409, 'Er is nog geen boekhoudpakket gekoppeld.')
  if ((await statusOf({ db: trx, config })) === 0)
    throw new HttpError(409, `U bent niet ingelogd bij ${link.label}. ${SIGN_IN} Dat kan bij Instellingen, Koppeling.`)
  return link
}

/** Asks for payments now, as every night does. */
export const comparePayments = action({
  ...access,
  right: 'change',
  path: `${HOME}/payments`,
  noUndo: 'accepted by an outside system',
  save: async ({ trx, services }) => {
    await refuseSignedOut(trx, services)
    await goOn(trx)
    return { changed: CHANGED, flash: { str: 'De betalingen worden opgehaald', type: 'success' } }
  },
  example: () => null,
})

/** Begins to compare a period. */
export const compareStart = action({
  ...access,
  right: 'change',
  path: `${HOME}/start`,
  form: z.object({ from: date, until: date }),
  noUndo: 'accepted by an outside system',
  save: async ({ trx, viewer, services, form: { from, until } }) => {
    const link = await refuseSignedOut(trx, services)
    if (from > until) throw new Invalid({ until: ['De laatste dag ligt vóór de eerste.'] })
    if (addDays(from, MOST_DAYS) < until) throw new Invalid({ until: ['Kies hooguit anderhalf jaar.'] })
    const id = await startCheck(trx, {
      provider: link.provider,
      administration: link.books.administration,
      from_day: from,
      until_day: until,
      started_by: viewer.id,
    })
    return { changed: CHANGED, flash: { str: 'Het vergelijken is begonnen', type: 'success' }, body: { id } }
  },
  // An installation that is not linked has nothing to compare with.
  example: () => null,
})

/** Makes what is there what is here. */
export const compareRepair = action({
  ...access,
  right: 'change',
  path: `${HOME}/repair/:id`,
  noUndo: 'accepted by an outside system',
  precheck: ({ services, params }) => removeDouble(services, params.id),
  save: async ({ trx, params }) => ({
    flash: { str: await repairDifference(trx, params.id), type: 'success' },
    changed: CHANGED,
  }),
  example: (story) => ({ params: { id: story.accountingDifferences.amount } }),
})

/** Leaves it as it is. */
export const compareAccept = action({
  ...access,
  right: 'change',
  path: `${HOME}/accept/:id`,
  noUndo: 'has an undo of its own',
  save: async ({ trx, params }) => {
    await acceptDifference(trx, params.id)
    return { changed: CHANGED, flash: { str: 'Het verschil is geaccepteerd', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.accountingDifferences.unknown } }),
})

/** Takes that back. */
export const compareReopen = action({
  ...access,
  right: 'change',
  path: `${HOME}/reopen/:id`,
  noUndo: 'has an undo of its own',
  save: async ({ trx, params }) => {
    await reopenDifference(trx, params.id)
    return { changed: CHANGED, flash: { str: 'Het verschil staat weer open', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.accountingDifferences.accepted } }),
})
