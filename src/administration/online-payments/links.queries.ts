import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { claimedInvoice, isPayToken, payable } from '../invoices/index.ts'

/** So many days after nothing is open any more the page shows nothing. */
const DAYS_AFTER = 90

/** The invoice of a link; undefined where it leads nowhere, or has done its work long ago. */
export async function findPayable(db: Db, config: Config, token: string) {
  const id = claimedInvoice(token)
  if (id === null) return undefined
  const invoice = await payable(db)
    .where('invoices.id', '=', id)
    .where(sql<boolean>`(invoices.open > 0 or invoices.updated_at > now() - make_interval(days => ${DAYS_AFTER}))`)
    .executeTakeFirst()
  return invoice && isPayToken(config, token, id, invoice.generation) ? invoice : undefined
}
export type Payable = NonNullable<Awaited<ReturnType<typeof findPayable>>>

/** The last payment that was begun for an invoice. */
export const lastOnline = (db: Db | Trx, invoiceId: number) =>
  db
    .selectFrom('online_payments')
    .select(['id', 'state', 'amount', 'created_at', 'checkout_url'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
