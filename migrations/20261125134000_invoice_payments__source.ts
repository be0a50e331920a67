import { type Kysely, sql } from 'kysely'

/**
 * Where a payment was told: by hand, by an entry of a bank statement, by who collects payments online, or by the ledger;
 * a small difference that was let go counts like one. What a bank or a payer takes back is a row that names the payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invoice_payments
      add column source text not null default 'hand' check (source in ('hand', 'bank', 'online', 'ledger', 'difference')),
      add column takes_back_id integer references invoice_payments deferrable,
      add constraint invoice_payments_taken_back check (takes_back_id is null or note is not null)
  `.execute(db)
  await sql`create index invoice_payments_takes_back_id on invoice_payments (takes_back_id) where takes_back_id is not null`.execute(
    db,
  )
}
