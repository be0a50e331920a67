import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'

/** The other concepts of the customer of a concept, the oldest first; none for an invoice that has a number. */
export const listMergeable = (db: Db | Trx, id: number) =>
  db
    .selectFrom('invoices')
    .innerJoin('invoices as kept', (join) =>
      join
        .on(sql<boolean>`kept.company_id is not distinct from invoices.company_id`)
        .on(sql<boolean>`(invoices.company_id is not null or kept.contact_id = invoices.contact_id)`)
        .onRef('kept.id', '<>', 'invoices.id'),
    )
    .leftJoin('orders', 'orders.id', 'invoices.order_id')
    .select([
      'invoices.id',
      'invoices.reference',
      'invoices.invoice_date',
      'invoices.created_at',
      'orders.uid as order',
    ])
    .select(sql<number>`invoices.total`.as('total'))
    .where('kept.id', '=', id)
    // What asks something beforehand says nothing else.
    .where(sql<SqlBool>`not exists (select 1 from deposits where deposits.invoice_id in (kept.id, invoices.id))`)
    .where('kept.definitive_at', 'is', null)
    .where('kept.credits_id', 'is', null)
    .where('invoices.definitive_at', 'is', null)
    .where('invoices.credits_id', 'is', null)
    .orderBy('invoices.invoice_date')
    .orderBy('invoices.id')
    .limit(200)
    .execute()
