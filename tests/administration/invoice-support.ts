import { makeConcept, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { today } from '../../src/platform/format/zone.ts'
import type { TestApp } from '../support/app.ts'

/** An invoice with a number, of a company of the story; of € 59,95 unless told how many books. */
export async function definitiveInvoice(
  app: TestApp,
  company = app.story.companies.twente,
  books = '2',
): Promise<number> {
  const id = await inTransaction(app.db, null, (trx) =>
    makeConcept(trx, app.services.registry, {
      company_id: company,
      contact_id: null,
      invoice_date: today(),
      payment_condition_id: app.story.paymentConditions.usual,
      added: [{ product_id: app.story.products.bhvBook, count: books }],
    }),
  )
  await app.db.updateTable('invoices').set({ street: 'Laan', city: 'Enschede' }).where('id', '=', id).execute()
  await inTransaction(app.db, null, (trx) => makeDefinitive(trx, id))
  return id
}
