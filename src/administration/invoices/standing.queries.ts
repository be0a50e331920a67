import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'

/** What was paid of an invoice, the first first. */
export const listPayments = (db: Db | Trx, invoiceId: number) =>
  db
    .selectFrom('invoice_payments')
    .select(['id', 'paid_on', 'amount', 'note', 'source', 'takes_back_id'])
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

/** The invoices that credit one, the first first; one without a number takes nothing yet. */
export const listCredits = (db: Db | Trx, invoiceId: number) =>
  db
    .selectFrom('invoices')
    .select(['id', 'uid', 'definitive_at', 'invoice_date'])
    .select(sql<number>`total`.as('total'))
    .where('credits_id', '=', invoiceId)
    .orderBy('id')
    .execute()
