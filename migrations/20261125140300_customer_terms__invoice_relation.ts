import { type Kysely, sql } from 'kysely'

/** Who gets the invoices of a customer, where that is another company; an order can go to who ordered it all the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table customer_terms
      add column invoice_relation_id integer references companies deferrable,
      add constraint customer_terms_other_relation check (invoice_relation_id <> company_id)
  `.execute(db)
  await sql`create index customer_terms_invoice_relation_id on customer_terms (invoice_relation_id)`.execute(db)
  await sql`alter table orders add column use_invoice_relation boolean not null default true`.execute(db)
}
