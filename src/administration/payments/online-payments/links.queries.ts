import { sql } from 'kysely'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/database/types.ts'
import { claimedInvoice, isPayToken, payable } from '../../invoices/invoices/index.ts'

/** So many days after nothing is open any more the page shows nothing. */
const DAYS_AFTER = 90

/**
 * The invoice of a link, with how the last payment stands that was begun for it: both as of one moment, since a payment
 * that is booked between two questions would leave somebody who just paid with a button to pay. Undefined where the link
 * leads nowhere, or has done its work long ago.
 */
export async function findPayable(db: Db, config: Config, token: string) {
  const id = claimedInvoice(token)
  if (id === null) return undefined
  const invoice = await payable(db)
    .where('invoices.id', '=', id)
    .select((eb) =>
      eb
        .selectFrom('online_payments')
        .whereRef('online_payments.invoice_id', '=', 'invoices.id')
        .orderBy('online_payments.id', 'desc')
        .limit(1)
        .select('online_payments.state')
        .as('last_payment'),
    )
    .where(sql<boolean>`(invoices.open > 0 or invoices.updated_at > now() - make_interval(days => ${DAYS_AFTER}))`)
    .executeTakeFirst()
  return invoice && isPayToken(config, token, id, invoice.generation) ? invoice : undefined
}
export type Payable = NonNullable<Awaited<ReturnType<typeof findPayable>>>
