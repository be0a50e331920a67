import type { Db, Trx } from '../../../../platform/database/types.ts'
import { type JobHandler, addJob, waitsOutside } from '../../../../platform/jobs/jobs.ts'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import type { Services } from '../../../../platform/services.ts'
import { Limited, Refused, SignedOut } from '../errors.ts'
import { type Circumstances, type Linked, findLink, linkedTo } from '../settings/link.queries.ts'
import { patient } from '../providers/retry-delay.ts'
import { takePayments } from './payments.commands.ts'
import { takeReversals } from '../bookings/reversals.commands.ts'

export const PAYMENTS = 'accounting.payments'

/** So many open invoices a night: a package gives a few thousand answers a day, and bookings need them too. */
const MOST = 2000

/** When payments came back last from what is linked now, and why they do not; undefined before the first time. */
export async function paymentsOf(db: Db | Trx) {
  const link = await findLink(db)
  if (!link) return undefined
  return db
    .selectFrom('accounting_payments')
    .select(['asked_at', 'taken', 'problem'])
    .where('provider', '=', link.provider)
    .where('administration', '=', link.administration)
    .executeTakeFirst()
}

/** And so many that were paid by what came from there, since each of them takes calls of its own. */
const MOST_REVERSED = 500

type Told = Partial<{
  asked_at: Date
  taken: number
  problem: string | null
  after_id: number
  reversed_after_id: number
}>

async function tell({ db, changes }: Services, { provider, books }: Linked, told: Told): Promise<void> {
  await db
    .insertInto('accounting_payments')
    .values({ provider: provider.key, administration: books.administration, ...told })
    .onConflict((conflict) => conflict.columns(['provider', 'administration']).doUpdateSet(told))
    .execute()
  await changes.announce(db, [{ type: 'accounting_booking', id: 0 }])
}

const before = async ({ db }: Services, { provider, books }: Linked) =>
  (await db
    .selectFrom('accounting_payments')
    .select(['after_id', 'reversed_after_id'])
    .where('provider', '=', provider.key)
    .where('administration', '=', books.administration)
    .executeTakeFirst()) ?? { after_id: 0, reversed_after_id: 0 }

/** What both say of a package that nobody is signed in to; the page that shows it leads to where one signs in. */
export const SIGN_IN = 'Log eerst in bij het boekhoudpakket.'
const NO_ANSWER = 'Het boekhoudpakket gaf geen antwoord. Het wordt vanzelf opnieuw geprobeerd.'

/**
 * Takes over what was paid there, some invoices a night, where the last night ended. It goes on by itself where the
 * package takes no more that day.
 */
export async function fetchPayments(services: Services, circumstances: Circumstances = {}): Promise<void> {
  const asked = await linkedTo(services, circumstances)
  if (!asked) return
  const linked = { ...asked, call: patient(asked, circumstances.signal) }
  let taken = 0
  try {
    const last = await before(services, linked)
    const told = (made: number) => Promise.resolve((taken += made))
    // First what went back: what is open again there is none that was paid.
    const reversed_after_id = await takeReversals(services, linked, {
      after: last.reversed_after_id,
      most: MOST_REVERSED,
    })
    await tell(services, linked, { reversed_after_id })
    const after_id = await takePayments(services, linked, { after: last.after_id, most: MOST, told })
    await tell(services, linked, { asked_at: circumstances.now?.() ?? new Date(), taken, problem: null, after_id })
  } catch (error) {
    if (error instanceof Limited) return void (await goOn(services.db, error.until))
    if (error instanceof SignedOut) return await tell(services, linked, { problem: SIGN_IN })
    if (error instanceof Refused) return await tell(services, linked, { problem: error.row.message })
    if (error instanceof Unavailable) await tell(services, linked, { problem: NO_ANSWER })
    throw error
  }
}

/** Asks for payments, now or from a moment on; asked twice it is one. */
export const goOn = (db: Db | Trx, runAt?: Date) =>
  addJob(db, PAYMENTS, {}, { key: PAYMENTS, ...(runAt ? { runAt } : {}) })

export const runPayments: JobHandler = waitsOutside((_payload, services, signal) => fetchPayments(services, { signal }))
