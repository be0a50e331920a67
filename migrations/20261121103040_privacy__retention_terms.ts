import { type Kysely, sql } from 'kysely'

/** How long each kind of personal data is kept; nothing is removed before somebody switched the kind on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retention_terms (
      id integer generated always as identity primary key,
      kind text not null unique,
      months integer not null check (months between 1 and 240),
      enabled boolean not null default false,
      last_run_at timestamptz,
      last_count integer
    )
  `.execute(db)
  await sql`select track('retention_terms', 'retention_term', 'id', '{last_run_at,last_count}')`.execute(db)
}
