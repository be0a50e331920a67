import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { type InvoiceSnapshot, getSnapshots } from '../../invoices/invoices/index.ts'
import { type BesideEntry, type BesidePaid, besideEntry } from './charges.rules.ts'
import { type Entry, type PostedLine, type PostingRule, entryOf } from './ledger.rules.ts'

/** An invoice as it stands in the books. */
export interface InvoiceEntry extends Entry {
  id: number
  snapshot: InvoiceSnapshot
}

/** What was paid of costs and interest in a period, in the order of the days, some at once. */
export async function* besideIn(
  db: Db,
  { from, until }: { from: string; until: string },
): AsyncGenerator<BesideEntry[]> {
  const rules = await postingRules(db)
  for (let after = { day: from, key: '' }; ;) {
    const { rows } = await sql<BesidePaid & { key: string }>`
      select p.key, p.paid_on::text as day, p.number, coalesce(p.costs, 0)::float8 as costs,
        coalesce(p.interest, 0)::float8 as interest, coalesce(companies.client_id, contacts.client_id) as client_id,
        coalesce(companies.name, ${nameText}) as customer
      from (
        select 'a' || lpad(p.id::text, 10, '0') as key, p.paid_on, p.costs, p.interest, i.uid as number, i.company_id, i.contact_id
        from invoice_payments p join invoices i on i.id = p.invoice_id
        where (p.costs is not null or p.interest is not null) and p.paid_on between ${after.day}::date and ${until}::date
        union all
        select 'b' || lpad(p.id::text, 10, '0'), p.paid_on, p.costs, p.interest, o.number, o.company_id, o.contact_id
        from opening_payments p join opening_items o on o.id = p.opening_item_id
        where (p.costs is not null or p.interest is not null) and p.paid_on between ${after.day}::date and ${until}::date
      ) p
      left join companies on companies.id = p.company_id
      left join contacts on contacts.id = p.contact_id
      where (p.paid_on, p.key collate "C") > (${after.day}::date, ${after.key})
      order by p.paid_on, p.key collate "C" limit 250`.execute(db)
    if (rows.length === 0) return
    yield rows.map(({ key: _, ...paid }) => besideEntry(paid, rules))
    const { day, key } = rows.at(-1)!
    after = { day, key }
  }
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
