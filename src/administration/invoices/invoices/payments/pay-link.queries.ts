import { sql } from 'kysely'
import type { Config } from '../../../../platform/config.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { paysOnline } from '../../../catalogue/firm/index.ts'
import { customerName } from '../../../sales/sales/index.ts'
import { payToken } from './pay-link.rules.ts'

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

/** The addresses of the pages where these invoices are paid, by their ids: those of which something is open. */
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

/** The same where payments are collected online, for mails and papers; none where nobody is connected. */
export async function onlinePayLinks(
  db: Db | Trx,
  config: Config,
  ids: readonly number[],
): Promise<Map<number, string>> {
  return (await paysOnline(db, config)) ? payLinks(db, config, ids) : new Map()
}
