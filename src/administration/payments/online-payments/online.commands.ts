import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { dueOn } from '../../sales/claims/index.ts'
import { bookPayment, leftOfPayment, restorePayment, takeBackPayment } from '../../invoices/invoices/index.ts'
import { providerAccess } from './account.commands.ts'
import { createPayment, type ProviderPayment } from './provider.adapter.ts'
import { webhookOf } from './reach.rules.ts'

export const FETCH = 'online-payments.fetch'

/** So long a payment that was begun is the one that another click leads to. */
const GOES_ON_MINUTES = 10

interface Begun {
  id: number
  key: string
  amount: number
  uid: string
  checkout_url: string | null
}

/** The payment that a click begins, or the one that is under way, with what letters asked; null where nothing is open. */
async function beginPayment(trx: Trx, invoiceId: number): Promise<Begun | null> {
  const invoice = await trx
    .selectFrom('invoices')
    .select(['open', sql<string>`uid`.as('uid')])
    .where('id', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst()
  if (!invoice || invoice.open <= 0) return null
  const { due: amount } = await dueOn(trx, 'invoice', { id: invoiceId, open: invoice.open }, today())
  const before = await trx
    .selectFrom('online_payments')
    .select(['id', 'key', 'amount', 'checkout_url'])
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', ['new', 'open'])
    .where('amount', '=', amount)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${GOES_ON_MINUTES})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before) return { ...before, uid: invoice.uid }
  const made = await trx
    .insertInto('online_payments')
    .values({ invoice_id: invoiceId, amount })
    .returning(['id', 'key', 'amount', 'checkout_url'])
    .executeTakeFirstOrThrow()
  return { ...made, uid: invoice.uid }
}

/**
 * Begins the payment of what is open of an invoice and of what letters asked beside it. The row is there before the provider is asked, and asking again asks
 * for the same payment, whatever was cut off between.
 * @returns where it is paid; null where nothing is open, or no provider is connected
 * @throws Unavailable, Refused of the provider
 */
export async function startPayment(services: Services, invoiceId: number, page: string): Promise<string | null> {
  const { config, db } = services
  const access = await providerAccess(services)
  if (access === null) return null
  const begun = await inTransaction(db, null, (trx) => beginPayment(trx, invoiceId))
  if (begun === null || begun.checkout_url !== null) return begun?.checkout_url ?? null
  const created = await createPayment(access, {
    once: begun.key,
    amount: begun.amount,
    description: `Factuur ${begun.uid}`,
    redirectUrl: `${page}?betaald=1`,
    webhookUrl: webhookOf(config.baseUrl, access.url),
  })
  await db
    .updateTable('online_payments')
    .set({ provider_id: created.id, checkout_url: created.checkoutUrl, state: 'open' })
    .where('id', '=', begun.id)
    .where('provider_id', 'is', null)
    .execute()
  return created.checkoutUrl
}

/** Asks for a look at a payment that the provider told of; what is unknown changes nothing. */
export async function lookAt(services: Services, providerId: string): Promise<void> {
  const row = await services.db
    .selectFrom('online_payments')
    .select('id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  if (row) await addJob(services.db, FETCH, { id: row.id }, { key: `${FETCH}.${row.id}` })
}

const METHODS: Record<string, string> = { ideal: 'iDEAL', wero: 'Wero', creditcard: 'creditcard', bancontact: 'Bancontact' } // prettier-ignore
const noteOf = ({ method }: ProviderPayment): string =>
  method === null ? 'Online betaald' : `Online betaald met ${METHODS[method] ?? method}`

/** Makes what was taken back of a payment follow the provider. @returns how much more of it is taken back now */
async function follow(trx: Trx, paymentId: number, before: number, told: ProviderPayment): Promise<number> {
  const back = Math.min(told.takenBack, told.amount) - before
  if (back < 0) return -(await restorePayment(trx, paymentId, -back))
  // What somebody else took back already is not taken back twice.
  const amount = back === 0 ? 0 : Math.min(back, await leftOfPayment(trx, paymentId))
  if (amount <= 0) return 0
  const reason = told.chargedBack > 0 ? 'Teruggeboekt door de bank van de betaler (chargeback)' : 'Terugbetaald door de betaaldienst' // prettier-ignore
  await takeBackPayment(trx, paymentId, { on: today(), reason, amount })
  return amount
}

/**
 * Writes down how a payment stands at the provider: it is booked once, and what was taken back of it since is taken back
 * once, however often and by whomever it is told. What comes back of that, as of a refund that was cancelled, is given
 * back here too.
 * @returns the invoice where its amounts changed
 */
export async function applyState(trx: Trx, id: number, told: ProviderPayment): Promise<number | null> {
  const row = await trx.selectFrom('online_payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return null
  let { payment_id, taken_back } = row
  let changed = false
  if (told.state === 'paid' && payment_id === null) {
    const paid_on = today(told.paidAt ?? new Date())
    payment_id = await bookPayment(trx, row.invoice_id, { paid_on, amount: told.amount, note: noteOf(told), source: 'online' }) // prettier-ignore
    changed = true
  }
  if (payment_id !== null) {
    const moved = await follow(trx, payment_id, taken_back, told)
    taken_back += moved
    changed ||= moved !== 0
  }
  await trx
    .updateTable('online_payments')
    .set({ state: told.state, payment_id, taken_back })
    .where('id', '=', id)
    .execute()
  return changed ? row.invoice_id : null
}
