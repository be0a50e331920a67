import type { Config } from '../../platform/config.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { customerName } from '../sales/index.ts'
import { sql } from 'kysely'
import { claimedInvoice, isPayToken, payToken } from './links.rules.ts'

/** So many days after nothing is open any more the page shows nothing. */
const DAYS_AFTER = 90

/** An invoice as its payer sees it. */
export const payable = (db: Db | Trx) =>
  db
    .selectFrom('invoices')
    .leftJoin('companies', 'companies.id', 'invoices.company_id')
    .leftJoin('contacts', 'contacts.id', 'invoices.contact_id')
    .leftJoin('pay_links', 'pay_links.invoice_id', 'invoices.id')
    .select(['invoices.id', 'invoices.invoice_date', 'invoices.expires_at', 'invoices.open', 'invoices.state'])
    .select([sql<string>`invoices.uid`.as('uid'), sql<number>`invoices.total`.as('total'), customerName.as('customer')])
    .select([sql<number>`coalesce(pay_links.generation, 0)`.as('generation')])
    .where('invoices.definitive_at', 'is not', null)
    .where('invoices.credits_id', 'is', null)

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

/** The addresses where these invoices are paid, by their ids: those of which something is open. */
export async function payLinks(db: Db | Trx, config: Config, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await payable(db)
    .where('invoices.id', 'in', [...ids])
    .where('invoices.open', '>', 0)
    .execute()
  return new Map(
    rows.map(({ id, generation }) => [id, `${config.baseUrl}/betalen/${payToken(config, id, generation)}`]),
  )
}

/** The last payment that was begun for an invoice. */
export const lastOnline = (db: Db | Trx, invoiceId: number) =>
  db
    .selectFrom('online_payments')
    .select(['id', 'state', 'amount', 'created_at', 'checkout_url'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
