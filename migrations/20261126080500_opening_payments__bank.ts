import { type Kysely, sql } from 'kysely'

/** What banks tell pays invoices of the system before this one too, and what they take back of that is a row that says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table opening_payments
      add column source text not null default 'hand' check (source in ('hand', 'bank', 'difference')),
      add column takes_back_id integer references opening_payments deferrable,
      add constraint opening_payments_taken_back check (takes_back_id is null or note is not null)
  `.execute(db)
  await sql`
    create index opening_payments_takes_back_id on opening_payments (takes_back_id) where takes_back_id is not null
  `.execute(db)
  await sql`
    alter table bank_matches
      add column opening_item_id integer references opening_items deferrable,
      add column opening_payment_id integer references opening_payments deferrable,
      drop constraint bank_matches_of_invoice,
      add constraint bank_matches_of_one check (case when kind = 'payout'
        then num_nonnulls(invoice_id, payment_id, opening_item_id, opening_payment_id) = 0
        else num_nonnulls(invoice_id, opening_item_id) = 1 and (invoice_id is null) = (payment_id is null)
          and (opening_item_id is null) = (opening_payment_id is null) end)
  `.execute(db)
  await sql`create unique index bank_matches_opening_payment_id on bank_matches (opening_payment_id)`.execute(db)
  await sql`create index bank_matches_opening_item_id on bank_matches (opening_item_id, id)`.execute(db)
  // How an entry finds them: by amount, and by their number however it is typed.
  await sql`create index opening_items_open_amount on opening_items (open, id) where open <> 0`.execute(db)
  await sql`
    create index opening_items_typed_number on opening_items (regexp_replace(lower(number), '[^a-z0-9]', '', 'g'))
  `.execute(db)
}
