import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { type InvoiceSnapshot, getSnapshots } from '../invoices/index.ts'
import { type Entry, type PostedLine, type PostingRule, entryOf } from './ledger.rules.ts'

/** An invoice as it stands in the books. */
export interface InvoiceEntry extends Entry {
  id: number
  snapshot: InvoiceSnapshot
}

/** The rules by which turnover, VAT and debtors get their accounts. */
export const postingRules = (db: Db | Trx): Promise<PostingRule[]> =>
  db
    .selectFrom('ledger_rules')
    .select(['product_id', 'category_id', 'tax_type_id', 'ledger_account_id'])
    .select(sql<PostingRule['kind']>`kind`.as('kind'))
    .execute()

/** The entries of invoices that have a number, in the order of their ids; three queries however many there are. */
export async function entriesOf(db: Db | Trx, ids: readonly number[]): Promise<InvoiceEntry[]> {
  if (ids.length === 0) return []
  const snapshots = await getSnapshots(db, ids)
  const rules = await postingRules(db)
  // What was sold, of lines that can no longer change; what they count stands in what was frozen.
  const lines = await db
    .selectFrom('sale_lines')
    .innerJoin('tax_types', 'tax_types.id', 'sale_lines.tax_type_id')
    .leftJoin('products', 'products.id', 'sale_lines.product_id')
    .select(['sale_lines.invoice_id', 'sale_lines.product_id', 'products.category_id', 'tax_types.name as tax_type'])
    .select(['sale_lines.taxes_included', 'sale_lines.amount'])
    .select(sql<number>`sale_lines.tax_type_id`.as('tax_type_id'))
    .select(sql<string>`coalesce(sale_lines.tax, 0)::text`.as('tax'))
    .where('sale_lines.invoice_id', 'in', [...ids])
    .where('sale_lines.kind', '=', 'product')
    .orderBy('sale_lines.position')
    .orderBy('sale_lines.id')
    .execute()
  const byInvoice = Map.groupBy(lines, ({ invoice_id }) => invoice_id!)
  return snapshots.map(({ id, snapshot }) => ({
    id,
    snapshot,
    ...entryOf((byInvoice.get(id) ?? []) satisfies PostedLine[], snapshot, rules),
  }))
}
