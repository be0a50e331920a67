import { type Kysely, sql } from 'kysely'

/** Who gets the invoices of an order or of somebody who is enrolled, where that is not what was agreed with the customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column invoice_relation_id integer references companies deferrable`.execute(db)
  await sql`
    alter table planning_orders
      add column use_invoice_relation boolean not null default true,
      add column invoice_relation_id integer references companies deferrable
  `.execute(db)
  // Null is as agreed, so that the history of the many enrolments tells only of those for which it is otherwise.
  await sql`
    alter table enrolments
      add column use_invoice_relation boolean constraint enrolments_use_invoice_relation check (not use_invoice_relation),
      add column invoice_relation_id integer references companies deferrable
  `.execute(db)
  for (const table of ['orders', 'enrolments', 'planning_orders'])
    await sql`
      create index ${sql.ref(`${table}_invoice_relation_id`)} on ${sql.table(table)} (invoice_relation_id)
      where invoice_relation_id is not null
    `.execute(db)
}
