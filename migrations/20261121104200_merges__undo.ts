import { type Kysely, sql } from 'kysely'

/** Two records made one: what was, and what became of it, so that it can be undone for thirty days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table merges (
      id integer generated always as identity primary key,
      record_type text not null check (record_type in ('company', 'contact')),
      kept_id integer not null,
      gone_id integer not null,
      gone_name text not null,
      merged_by integer references users on delete set null,
      merged_at timestamptz not null default now(),
      undone_at timestamptz,
      before jsonb,
      moved_count integer not null
    )
  `.execute(db)
  await sql`select track('merges', 'merge', 'id', '{before}')`.execute(db)
  await sql`create index merges_merged_at on merges (merged_at desc, id desc)`.execute(db)
  await sql`create index merges_gone on merges (record_type, gone_id)`.execute(db)
}
