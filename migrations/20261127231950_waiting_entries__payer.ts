import { type Kysely, sql } from 'kysely'

/** Who pays for somebody that waits, where that is not the company they belong to: another company, or they themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table waiting_entries
      add column pays_alone boolean not null default false,
      add column invoice_relation_id integer references companies on delete set null deferrable
  `.execute(db)
  await sql`create index waiting_entries_invoice_relation on waiting_entries (invoice_relation_id)`.execute(db)
}
