import { sql } from 'kysely'
import { makeConcept } from '../../src/administration/invoices/invoices/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { today } from '../../src/platform/format/zone.ts'
import type { TestApp } from '../support/app.ts'

/** The concepts of an end of the month: of De Linde, as many as asked, each with one book more than the one before. */
export async function monthToSend(app: TestApp, count: number): Promise<{ billing: number; ids: number[] }> {
  const { companies, products } = app.story
  await app.db.updateTable('companies').set({ invoice_email: 'facturen@delinde.example' }).where('id', '=', companies.deLinde).execute() // prettier-ignore
  const ids: number[] = []
  for (let i = 0; i < count; i++)
    ids.push(
      await inTransaction(app.db, null, (trx) =>
        makeConcept(trx, app.services.registry, {
          company_id: companies.deLinde,
          contact_id: null,
          reference: `Deel ${i + 1}`,
          invoice_date: today(),
          added: [{ product_id: products.bhvBook, count: String(i + 1) }],
        }),
      ),
    )
  const { rows } = await sql<{ id: number }>`
    insert into billing_runs (until, invoice_date, state) values (current_date, current_date, 'done') returning id`.execute(app.db) // prettier-ignore
  const billing = rows[0]!.id
  for (const id of ids)
    await sql`insert into billing_items (run_id, bill, shown, state, invoice_id)
      values (${billing}, ${`company-${companies.deLinde}.${id}`}, 'x', 'made', ${id})`.execute(app.db)
  return { billing, ids }
}
