import { type Kysely, sql } from 'kysely'

/**
 * A list of more than 2,000 rows comes as a file: a job reads and judges it, somebody looks at what would come of it, and a
 * job stores it. `state` is null for a list that comes in batches.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table imports drop constraint imports_total_check,
      add constraint imports_total_check check (total between 0 and 100000),
      add column state text check (state in ('reading', 'read', 'storing', 'failed')),
      add column problem text,
      add column percent smallint not null default 0 check (percent between 0 and 100),
      add column file_key text unique,
      add column source text not null default '',
      add column columns text[],
      add column doubts boolean not null default false`.execute(db)
  // What a row comes to, for who stores it; and what was chosen for one in doubt: 'new', 'skip', or a record.
  await sql`alter table import_rows add column plan bytea, add column choice text check (length(choice) <= 12)`.execute(
    db,
  )
  await sql`create index import_rows_outcome on import_rows (import_id, outcome, line)`.execute(db)
}
