import { type Kysely, sql } from 'kysely'

/** Within how many days an invoice is to be paid; those that were made before get the standard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column payment_condition_id integer references payment_conditions deferrable`.execute(
    db,
  )
  await sql`
    update invoices set payment_condition_id = (select id from payment_conditions where is_default)
    where payment_condition_id is null
  `.execute(db)
  await sql`alter table invoices alter column payment_condition_id set not null`.execute(db)
  await sql`create index invoices_payment_condition_id on invoices (payment_condition_id, id)`.execute(db)
}
