import { type Kysely, sql } from 'kysely'

/** Why costs and interest of an invoice of the old system were let go; null where letters ask them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table opening_items add column costs_waived text check (length(costs_waived) between 1 and 500)
  `.execute(db)
}
