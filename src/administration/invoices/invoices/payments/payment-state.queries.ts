import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'

/** What was paid of an invoice, the first first. */
export const listPayments = (db: Db | Trx, invoiceId: number) =>
  db
    .selectFrom('invoice_payments')
    .select(['id', 'paid_on', 'amount', 'costs', 'interest', 'note', 'source', 'takes_back_id'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('paid_on')
    .orderBy('id')
    .execute()

/** That it was sent, is disputed or written off, and why. */
export const listMarks = (db: Db | Trx, invoiceId: number) =>
  db
    .selectFrom('invoice_marks')
    .select(['kind', 'marked_at', 'note'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('marked_at')
    .orderBy('id')
    .execute()

/** Whether costs and interest were let go. */
export async function isWaived(db: Db | Trx, invoiceId: number): Promise<boolean> {
  const mark = await db
    .selectFrom('invoice_marks')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'costs_waived')
    .executeTakeFirst()
  return mark !== undefined
}

/** The invoices that credit one, the first first; one without a number takes nothing yet. */
export const listCredits = (db: Db | Trx, invoiceId: number) =>
  db
    .selectFrom('invoices')
    .select(['id', 'uid', 'definitive_at', 'invoice_date'])
    .select(sql<number>`total`.as('total'))
    .where('credits_id', '=', invoiceId)
    .orderBy('id')
    .execute()
