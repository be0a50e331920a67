import { type Kysely, sql } from 'kysely'

/**
 * When what an invoice charges was supplied, where no line of an order says so: the law wants to read it. Where that was
 * on several days, as of plannings, from when on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column delivered_on date, add column delivered_from date`.execute(db)
}
