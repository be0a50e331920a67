import { type Kysely, sql } from 'kysely'

/** What was taken over of the package for bookkeeping and reversed there since: what goes back by it, told once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounting_reversals (
      payment_id integer primary key references invoice_payments on delete cascade deferrable
    )
  `.execute(db)
  await sql`alter table accounting_payments add column reversed_after_id integer not null default 0`.execute(db)
  await sql`
    create index invoice_payments_ledger on invoice_payments (paid_on, invoice_id)
      where source = 'ledger' and takes_back_id is null
  `.execute(db)
}
