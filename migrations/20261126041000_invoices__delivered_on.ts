import { type Kysely, sql } from 'kysely'

/** When what an invoice charges was supplied, where no line of an order says so: the law wants to read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column delivered_on date`.execute(db)
}
